import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { DeletionImpact } from '#shared/contract/content/deletion-impact.ts';
import { type AnyResource, fillPath, type PlaceOf } from '#shared/contract/content/resource.ts';
import { resources } from '#shared/contract/content/resources.ts';
import type { Named } from '../../api/cached-rows.ts';
import { buildDeletionImpactQuery } from '../../api/deletion-impact.ts';
import { useRemove } from '../../api/mutations.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ConfirmForm } from '../dialog/confirm-dialog.tsx';
import { Modal } from '../dialog/modal.tsx';
import { joinParts, listCount, listCounts } from '../format/counted.ts';
import { DAY, formatInstant } from '../format/dates.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { notify } from '../notifications/notifications.tsx';
import { rememberNeighbours } from './focus-after.ts';
import { useRestore } from './use-restore.ts';

/**
 * Describes what a deletion includes: 'This also deletes 3 subjects, 41 topics and 12 past papers.' Undefined: the
 * counts could not be loaded.
 */
export const describeImpact = (impact: DeletionImpact | undefined): string => {
	if (!impact) return 'This also deletes everything inside.';
	const deleted = joinParts(listCounts(impact));
	const unlinked = listCount(impact.unlinkedPapers, 'past paper');
	return [
		...(deleted ? [`This also deletes ${deleted}.`] : []),
		...unlinked.map((papers) => `${papers} will no longer belong to a subject.`),
	].join(' ');
};

/** Returns whether items of this kind can contain others. */
const canHaveChildren = ({ param }: AnyResource) =>
	Object.values(resources).some(({ path }) => path.includes(`:${param}/`));

type DeleteFormProps<T> = Omit<ComponentProps<typeof ConfirmForm<T>>, 'dangerous' | 'disabled'> & {
	resource: AnyResource;
	/** The items to delete. */
	which: Parameters<typeof buildDeletionImpactQuery>[1];
	several?: boolean;
};

/**
 * Asks before items are deleted, and shows what else the deletion removes and until when everything can be restored.
 * Does not ask the server about several items that cannot contain others.
 */
export const DeleteForm = <T,>(props: DeleteFormProps<T>) => {
	const { resource, which, several = false, children, ...question } = props;
	const asks = !several || canHaveChildren(resource);
	const { data, isPending } = useQuery({
		...buildDeletionImpactQuery(resource, which),
		enabled: asks,
	});
	const until = data?.restorable_until;
	return (
		<ConfirmForm {...question} dangerous disabled={asks && isPending}>
			{children}
			{asks && (
				<div aria-live="polite" style={{ minHeight: 24, marginTop: 8 }}>
					{!isPending && <Text fw={500}>{describeImpact(data)}</Text>}
				</div>
			)}
			<Text size="sm" c="dimmed" mt={asks ? 4 : 8}>
				{several ? 'They go' : 'It goes'} to the trash and can be restored{' '}
				{until ? `until ${formatInstant(until, DAY)}` : 'from there'}.
			</Text>
		</ConfirmForm>
	);
};

export interface DeleteDialogProps<R extends AnyResource> extends Opened {
	/** Null while the dialog is closed. */
	item: Named | null;
	resource: R;
	place: PlaceOf<R>;
	/** Leaves the page of the deleted item. */
	onDeleted?: () => void;
}

const Body = <R extends AnyResource>(props: DeleteDialogProps<R> & { item: Named }) => {
	const { item, onClose, resource, place, onDeleted } = props;
	const { label } = resource;
	const remove = useRemove(resource, place);
	const restore = useRestore();
	const client = useQueryClient();
	const { href } = useLocation();
	const action = async () => {
		const moveFocus = rememberNeighbours(item.id);
		const siblings = client.getQueryData<{ id: string }[]>(queryKeys.list(resource, place)) ?? [];
		const index = siblings.findIndex(({ id }) => id === item.id);
		const before = index < 0 ? [] : siblings.slice(index + 1).map(({ id }) => id);
		const spot = { path: fillPath(resource.path, place), before };
		const deletion = await remove.mutateAsync({ id: item.id });
		return { deletion, label, name: item.name, back: onDeleted && href, spot, moveFocus };
	};
	return (
		<DeleteForm
			resource={resource}
			which={{ ids: [item.id] }}
			submit="Delete"
			action={action}
			fallback={`Failed to delete ${label.toLowerCase()}`}
			onClose={onClose}
			onDone={(deleted) => {
				onClose();
				onDeleted?.();
				deleted.moveFocus();
				notify({
					good: true,
					title: `${label} deleted`,
					message: `${item.name} is in the trash.`,
					action: { label: 'Undo', run: () => void restore(deleted) },
				});
			}}
		>
			Delete <strong>{item.name}</strong>?
		</DeleteForm>
	);
};

/** Asks before an item is deleted, and lists what else the deletion removes. Errors are shown inside. */
export const DeleteDialog = <R extends AnyResource>(props: DeleteDialogProps<R>) => (
	<Modal opened={props.opened} onClose={props.onClose} title={`Delete ${props.resource.label}`}>
		{props.item && <Body {...props} item={props.item} />}
	</Modal>
);
