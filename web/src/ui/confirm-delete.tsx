import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyResource, ItemPlaceOf, PlaceOf } from '#shared/contract/resource.ts';
import { useRemove } from '../api/mutations.ts';
import { deletionImpactQuery } from '../api/queries.ts';
import { deletionImpactText } from './deletion-impact-text.ts';
import { Failed } from './failed.tsx';
import { titled } from './labels.ts';
import { Modal } from './modal.tsx';

interface ConfirmDeleteProps<R extends AnyResource> {
	/** Null while nothing is to be deleted. */
	item: { id: string; name: string } | null;
	onClose: () => void;
	resource: R;
	place: PlaceOf<R>;
	onDeleted?: () => void;
}

const Body = <R extends AnyResource>(
	props: ConfirmDeleteProps<R> & { item: { id: string; name: string } },
) => {
	const { item, onClose, resource, place, onDeleted } = props;
	const remove = useRemove(resource, place);
	const [failure, setFailure] = useState<unknown>();
	const itemPlace = { ...place, [resource.param]: item.id } as ItemPlaceOf<R>;
	const impact = useQuery(deletionImpactQuery(resource, itemPlace));
	const confirm = async () => {
		setFailure(undefined);
		try {
			await remove.mutateAsync(item.id);
			onClose();
			onDeleted?.();
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
				Delete <strong>{item.name}</strong>? This cannot be undone.
			</Text>
			<div aria-live="polite" style={{ minHeight: 24, marginTop: 8 }}>
				{impact.isPending ? (
					<Skeleton h={14} mt={6} w="75%" />
				) : (
					<Text fw={550}>{deletionImpactText(impact.data)}</Text>
				)}
			</div>
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

/**
 * Asks before something is deleted, and says what goes with it. A failure is shown inside.
 * @example <ConfirmDelete item={deleting} onClose={() => setDeleting(null)} resource={examSets} … />
 */
export const ConfirmDelete = <R extends AnyResource>(props: ConfirmDeleteProps<R>) => (
	<Modal
		opened={props.item !== null}
		onClose={props.onClose}
		title={`Delete ${titled(props.resource)}`}
	>
		{props.item && <Body {...props} item={props.item} />}
	</Modal>
);
