import type { AnyResource } from '#shared/contract/resource.ts';
import { countedOf } from '../counted.ts';
import { DeleteForm } from '../delete/delete-form.tsx';
import { Modal } from '../dialog/modal.tsx';
import { titled } from '../labels.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { someOf } from '../undo/undo-operations.ts';
import { countOf, type Selected } from './selection.ts';

interface DeleteDialogProps extends Opened {
	resource: AnyResource;
	selected: Selected;
	onConfirm: () => void;
}

const Body = ({ onClose, resource, selected, onConfirm }: DeleteDialogProps) => {
	const { everything } = selected;
	const rows = [...selected.rows].map(([id, name]) => ({ id, name }));
	const count = countOf(selected);
	const what = countedOf(resource.word, count);
	return (
		<DeleteForm
			resource={resource}
			which={everything ? { where: everything.where } : { ids: rows.map(({ id }) => id) }}
			several={count > 1}
			submit={`Delete ${what}`}
			// How it goes is told at the selection.
			action={async () => onConfirm()}
			onDone={() => {}}
			fallback="Nothing was deleted"
			onClose={onClose}
		>
			Delete <strong>{what}</strong>
			{rows.length > 0 && `: ${someOf(rows, count)}`}?
		</DeleteForm>
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
