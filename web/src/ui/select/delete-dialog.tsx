import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
import { resources } from '#shared/contract/resources.ts';
import { deletionImpactOfManyQuery } from '../../api/deletion-impact.ts';
import { deletionImpactText, inTrashUntil } from '../deletion-impact-text.ts';
import { titled } from '../labels.ts';
import { Modal } from '../modal.tsx';
import { countedOf } from '../operation-words.ts';
import { someOf } from '../undo-operations.ts';
import { countOf, type Selected } from './selection.ts';

interface DeleteDialogProps {
	opened: boolean;
	onClose: () => void;
	resource: AnyResource;
	selected: Selected;
	onConfirm: () => void;
}

/** Whether something lies under an item of this kind. */
const holdsMore = ({ param }: AnyResource) =>
	Object.values(resources).some(({ path }) => path.includes(`:${param}/`));

const Body = ({ onClose, resource, selected, onConfirm }: DeleteDialogProps) => {
	const { everything } = selected;
	const rows = [...selected.rows].map(([id, name]) => ({ id, name }));
	const count = countOf(selected);
	const several = count > 1;
	const what = countedOf(resource.word, count);
	const which = everything ? { where: everything.where } : { ids: rows.map(({ id }) => id) };
	const holds = holdsMore(resource);
	const impact = useQuery({ ...deletionImpactOfManyQuery(resource, which), enabled: holds });
	return (
		<>
			<Text style={{ overflowWrap: 'anywhere' }}>
				Delete <strong>{what}</strong>
				{rows.length > 0 && `: ${someOf(rows, count)}`}?
			</Text>
			{holds && (
				<div aria-live="polite" style={{ minHeight: 24, marginTop: 8 }}>
					{impact.isPending ? (
						<Skeleton h={14} mt={6} w="75%" />
					) : (
						<Text fw={550}>{deletionImpactText(impact.data, several)}</Text>
					)}
				</div>
			)}
			<Text c="dimmed" size="sm" mt={8}>
				{inTrashUntil(impact.data?.restorable_until, several)}
			</Text>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onClose} data-autofocus>
					Cancel
				</Button>
				<Button color="red" onClick={onConfirm} disabled={holds && impact.isPending}>
					Delete {what}
				</Button>
			</Group>
		</>
	);
};

/** Asks once before several are deleted, and says what goes with them. */
export const DeleteDialog = (props: DeleteDialogProps) => {
	const { opened, onClose, resource, selected } = props;
	const label = countOf(selected) === 1 ? resource.label : resource.plural;
	return (
		<Modal opened={opened} onClose={onClose} title={`Delete ${titled({ label })}`}>
			<Body {...props} />
		</Modal>
	);
};
