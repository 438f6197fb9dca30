import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Operation } from '#shared/contract/bulk.ts';
import type { Preflight, PreflightOfOne, PublishedAll } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, newAttempt, sendOnce } from '../../api/attempt.ts';
import type { Place } from '../../api/cached-rows.ts';
import { request } from '../../api/client.ts';
import { blockedBy, publishOne } from '../../api/mutations.ts';
import { finishOperation } from '../../api/operations.ts';
import { pathOf } from '../../api/preflight.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { countedOf, joined } from '../counted.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { notify } from '../notifications/notifications.tsx';
import { undoOperations } from '../undo/undo-operations.ts';

/** Publishes the drafts of an item that are ready, itself among them. */
const publishAll = async (
	resource: AnyResource,
	place: Place,
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
	for (const each of operations) over.push(await finishOperation(each));
	return over;
};

export interface PreflightDialogProps extends Opened {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
	/** What was not published alone, and why; left out, all that lies under it is looked at. */
	blocked?: PreflightOfOne | undefined;
	/** It is published now, as the server has it. */
	onPublished?: (item: unknown) => void;
}

/** Publishes, and shows what is found anew where something has changed since one looked. */
export const usePublishing = (props: PreflightDialogProps, first: Preflight) => {
	const { resource, place, onClose, onPublished } = props;
	const client = useQueryClient();
	const attempt = useRef(newAttempt());
	const [refused, setRefused] = useState<Preflight>();
	const { mutate, isPending, error } = useMutation({
		mutationFn: async ({ all, reason }: { all: boolean; reason: string | undefined }) => {
			const path = pathOf(resource, place);
			const options = reason === undefined ? {} : { reason };
			if (!all) return { item: (await publishOne<unknown>(path, options, attempt.current)).data };
			const operations = await publishAll(resource, place, reason, attempt.current);
			return { item: (await request<unknown>(path)).data, operations };
		},
		onSuccess: ({ item, operations = [] }) => {
			refreshContent(client);
			onClose();
			const ids = operations.map(({ operation }) => operation);
			const what = joined(operations.map(({ kind, done }) => countedOf(kind, done)));
			const failed = operations.reduce((sum, each) => sum + each.failed, 0);
			notify({
				good: failed === 0,
				title: `${what || resource.label} published`,
				message: failed > 0 ? `${grouped(failed)} could not be.` : '',
				...(ids.length > 0 && {
					action: { label: 'Undo', run: () => void undoOperations(client, ids) },
				}),
			});
			onPublished?.(item);
		},
		onError: (failure) => {
			// It may have been done: pressed again, it is the same attempt, with the same answer.
			if (!(failure instanceof ApiError && failure.kind === 'refused')) return;
			attempt.current = newAttempt();
			const blocked = blockedBy(failure);
			if (blocked) setRefused(blocked);
			refreshContent(client);
		},
	});
	const report = refused ?? first;
	return { report, publish: mutate, isPending, failure: blockedBy(error) ? undefined : error };
};
