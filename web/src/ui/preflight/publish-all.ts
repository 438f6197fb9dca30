import type { Operation } from '#shared/contract/bulk.ts';
import type { PublishedAll } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import { followOperation } from '../../api/operations.ts';
import { type ItemPlace, pathOf } from '../../api/preflight.ts';

/** Publishes the drafts of an item that are ready, itself among them, and waits for what goes on in the background. */
export const publishAll = async (
	resource: AnyResource,
	place: ItemPlace,
	reason: string | undefined,
	attempt: Attempt,
): Promise<Operation[]> => {
	const { operations } = await sendOnce<PublishedAll>(
		`${pathOf(resource, place)}/publish-all`,
		reason === undefined ? {} : { reason },
		attempt,
		'This was done already. Look again.',
	);
	const over: Operation[] = [];
	for (const each of operations) over.push(await followOperation(each));
	return over;
};
