import { Button, Group, Text } from '@mantine/core';
import type { AnyResource } from '#shared/contract/resource.ts';
import { resources } from '#shared/contract/resources.ts';
import { titled } from '../labels.ts';
import { Modal } from '../modal.tsx';
import { countedOf } from '../operation-words.ts';
import { someOf } from '../undo-operations.ts';
import type { Named } from './selection.ts';

interface DeleteDialogProps {
	opened: boolean;
	onClose: () => void;
	resource: AnyResource;
	count: number;
	/** Those that are known by name. */
	rows: readonly Named[];
	onConfirm: () => void;
}

/** Whether something lies under an item of this kind. */
const holdsMore = ({ param }: AnyResource) =>
	Object.values(resources).some(({ path }) => path.includes(`:${param}/`));

/** Asks once before several are deleted. */
export const DeleteDialog = (props: DeleteDialogProps) => {
	const { opened, onClose, resource, count, rows, onConfirm } = props;
	const what = countedOf(resource.word, count);
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={`Delete ${titled({ label: count === 1 ? resource.label : resource.plural })}`}
		>
			<Text style={{ overflowWrap: 'anywhere' }}>
				Delete <strong>{what}</strong>
				{rows.length > 0 && `: ${someOf(rows, count)}`}?
			</Text>
			{holdsMore(resource) && (
				<Text fw={550} mt={8}>
					Everything under {count === 1 ? 'it' : 'them'} is deleted as well.
				</Text>
			)}
			<Text c="dimmed" size="sm" mt={8}>
				{count === 1 ? 'It goes' : 'They go'} to the trash and can be restored from there.
			</Text>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onClose} data-autofocus>
					Cancel
				</Button>
				<Button color="red" onClick={onConfirm}>
					Delete {what}
				</Button>
			</Group>
		</Modal>
	);
};
