import type { QueryClient } from '@tanstack/react-query';
import type { BulkAction } from '#shared/contract/bulk-actions.ts';
import { courses } from '#shared/contract/courses.ts';
import { crossLists } from '#shared/contract/lists.ts';
import { ApiError } from '../../api/api-error.ts';
import { followOperation, operationNow } from '../../api/operations.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { notifyOutcome } from './notify-outcome.ts';
import { forget, remembered } from './remembered.ts';
import { actionWords } from './words.ts';

const all = [courses, ...Object.values(crossLists).map(({ resource }) => resource)];

const resume = async (client: QueryClient, id: string) => {
	try {
		const over = await followOperation(await operationNow(id));
		forget(id);
		const resource = all.find(({ word }) => word === over.kind);
		if (!resource || !(over.action in actionWords)) return;
		refreshContent(client);
		const failed = over.results.filter(({ ok }) => !ok);
		notifyOutcome(
			{ client, resource, action: over.action as BulkAction },
			{
				operations: [id],
				done: over.done,
				failures: over.failed,
				failed: failed.map((row) => ({ id: row.id, name: row.name ?? 'One', reason: '' })),
			},
		);
	} catch (error) {
		// Of somebody else, who used this browser before, or long forgotten.
		if (error instanceof ApiError && error.kind === 'refused') forget(id);
	}
};

/** Waits for what was going on in the background when the page was loaded anew, and tells what became of it. */
export const resumeOperations = (client: QueryClient) => {
	for (const id of remembered()) void resume(client, id);
};
