import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import {
	type AnyResource,
	fillPath,
	type ItemPlaceOf,
	type PlaceOf,
} from '#shared/contract/resource.ts';
import { useRemove } from '../api/mutations.ts';
import { deletionImpactQuery } from '../api/queries.ts';
import { queryKeys } from '../api/query-keys.ts';
import { deletionImpactText, inTrashUntil } from './deletion-impact-text.ts';
import { Dialog } from './dialog.tsx';
import { Failed } from './failed.tsx';
import { titled } from './labels.ts';
import { notify } from './notifications.tsx';
import { useRestore } from './use-restore.ts';

export interface DeleteDialogProps<R extends AnyResource> {
	opened: boolean;
	/** Null while nothing is to be deleted. */
	item: { id: string; name: string } | null;
	onClose: () => void;
	resource: R;
	place: PlaceOf<R>;
	/** Leads away from the item's own screen. */
	onDeleted?: () => void;
}

const Body = <R extends AnyResource>(
	props: DeleteDialogProps<R> & { item: { id: string; name: string } },
) => {
	const { item, onClose, resource, place, onDeleted } = props;
	const remove = useRemove(resource, place);
	const restore = useRestore();
	const client = useQueryClient();
	const { href } = useLocation();
	const [failure, setFailure] = useState<unknown>();
	const itemPlace = { ...place, [resource.param]: item.id } as ItemPlaceOf<R>;
	const impact = useQuery(deletionImpactQuery(resource, itemPlace));
	const confirm = async () => {
		setFailure(undefined);
		try {
			const siblings = client.getQueryData<{ id: string }[]>(queryKeys.list(resource, place)) ?? [];
			const at = siblings.findIndex(({ id }) => id === item.id);
			const before = at < 0 ? undefined : siblings[at + 1]?.id;
			const spot = before ? { path: fillPath(resource.path, place), before } : undefined;
			const deletion = await remove.mutateAsync({ id: item.id });
			onClose();
			onDeleted?.();
			const { label } = resource;
			const back = onDeleted && href;
			notify({
				good: true,
				title: `${label} deleted`,
				message: `${item.name} is in the trash.`,
				action: {
					label: 'Undo',
					run: () => void restore({ deletion, label, name: item.name, back, spot }),
				},
			});
		} catch (error) {
			setFailure(error);
		}
	};
	return (
		<>
			{failure !== undefined && (
				<Failed error={failure} fallback={`Failed to delete ${resource.label.toLowerCase()}`} />
			)}
			<Text mt={failure === undefined ? 0 : 'md'} style={{ overflowWrap: 'anywhere' }}>
				Delete <strong>{item.name}</strong>?
			</Text>
			<div aria-live="polite" style={{ minHeight: 24, marginTop: 8 }}>
				{impact.isPending ? (
					<Skeleton h={14} mt={6} w="75%" />
				) : (
					<Text fw={550}>{deletionImpactText(impact.data)}</Text>
				)}
			</div>
			<Text size="sm" c="dimmed" mt={4}>
				{inTrashUntil(impact.data?.restorable_until)}
			</Text>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onClose} data-autofocus>
					Cancel
				</Button>
				<Button
					color="red"
					onClick={() => void confirm()}
					loading={remove.isPending}
					disabled={impact.isPending}
				>
					Delete
				</Button>
			</Group>
		</>
	);
};

/** Asks before something is deleted, and says what goes with it. A failure is shown inside. */
export const DeleteDialog = <R extends AnyResource>(props: DeleteDialogProps<R>) => (
	<Dialog opened={props.opened} onClose={props.onClose} title={`Delete ${titled(props.resource)}`}>
		{props.item && <Body {...props} item={props.item} />}
	</Dialog>
);
