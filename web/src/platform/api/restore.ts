import type { QueryClient } from '@tanstack/react-query';
import type { Restored } from '#shared/contract/content/trash.ts';
import { ApiError } from './api-error.ts';
import { type Attempt, createAttempt, createKey } from './attempt.ts';
import { sendCall } from './calls.ts';
import { request } from './client.ts';
import { refreshContent } from './query-keys.ts';
import { setRecentlySaved } from './recently-saved.ts';

/**
 * Returns the id of the deletion to restore first; null if that was deleted permanently, undefined for other errors.
 */
export const getParentDeletion = (error: unknown): string | null | undefined => {
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
		const headers = { 'idempotency-key': createKey() };
		const body = { ids: [id], before: neighbour };
		const error = await request(`${path}/order`, { method: 'POST', body, headers }).then(
			() => undefined,
			(failure: unknown) => failure,
		);
		// Refused: the neighbour is no longer in this list.
		if (!(error instanceof ApiError && error.status === 422)) return;
	}
};

/**
 * Restores all items of a deletion and refetches content. The same attempt restores once. Throws `parent_gone` if the
 * parent is deleted (`getParentDeletion`), 404 if the deletion is no longer in the trash.
 */
export const restoreDeletion = async (
	client: QueryClient,
	deletion: string,
	attempt: Attempt = createAttempt(),
	spot?: Spot,
): Promise<Restored> => {
	const sent = { params: { deletionId: deletion } };
	const path = 'POST /trash/:deletionId/restore';
	const restored = await sendCall(path, sent, attempt, 'Already restored');
	if (spot) await putBack(restored.id, spot);
	setRecentlySaved(restored.id);
	void refreshContent(client);
	return restored;
};

/** Restores a deletion and the deletions of its parents. */
export const restoreWithParents = async (
	client: QueryClient,
	deletion: string,
): Promise<Restored> => {
	try {
		return await restoreDeletion(client, deletion);
	} catch (error) {
		const parent = getParentDeletion(error);
		if (!parent) throw error;
		await restoreWithParents(client, parent);
		return restoreDeletion(client, deletion);
	}
};
