import type { QueryClient } from '@tanstack/react-query';
import type { Restored } from '#shared/contract/trash.ts';
import { ApiError } from './api-error.ts';
import { type Attempt, newAttempt, newKey, sendOnce } from './attempt.ts';
import { request } from './client.ts';
import { refreshContent } from './query-keys.ts';
import { setRecentlySaved } from './recently-saved.ts';

/** The deletion that has to be restored first; null where that is gone for good, undefined for other failures. */
export const parentInTrash = (error: unknown): string | null | undefined => {
	if (!(error instanceof ApiError) || error.code !== 'parent_gone') return undefined;
	const { deletion } = (error.data ?? {}) as { deletion?: string | null };
	return deletion ?? null;
};

/** Position of an item before its deletion: list path and following siblings. */
export interface Spot {
	path: string;
	before: readonly string[];
}

/** Maximum number of siblings to remember, since some may be in the trash too. */
const NEIGHBOURS = 10;

/** Moves a restored item from the end of its list before its first remaining neighbour, if there is one. */
const putBack = async (id: string, { path, before }: Spot) => {
	for (const neighbour of before.slice(0, NEIGHBOURS)) {
		const headers = { 'idempotency-key': newKey() };
		const body = { ids: [id], before: neighbour };
		const error = await request(`${path}/order`, { method: 'POST', body, headers }).then(
			() => undefined,
			(failure: unknown) => failure,
		);
		// Refused: it is no longer in this list.
		if (!(error instanceof ApiError && error.status === 422)) return;
	}
};

/**
 * Brings all of a deletion back, and shows it wherever it belongs. The same attempt does it once. Fails with
 * `parent_gone` where what it lay in is not there (`parentInTrash`), with 404 where it is no longer in the trash.
 */
export const restoreDeletion = async (
	client: QueryClient,
	deletion: string,
	attempt: Attempt = newAttempt(),
	spot?: Spot,
): Promise<Restored> => {
	const path = `/trash/${encodeURIComponent(deletion)}/restore`;
	const restored = await sendOnce<Restored>(path, undefined, attempt, 'Already restored');
	if (spot) await putBack(restored.id, spot);
	setRecentlySaved(restored.id);
	void refreshContent(client);
	return restored;
};

/** The same, with everything above it that is in the trash too. */
export const restoreWithParents = async (
	client: QueryClient,
	deletion: string,
): Promise<Restored> => {
	try {
		return await restoreDeletion(client, deletion);
	} catch (error) {
		const parent = parentInTrash(error);
		if (!parent) throw error;
		await restoreWithParents(client, parent);
		return restoreDeletion(client, deletion);
	}
};
