import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
import { resources } from '#shared/contract/resources.ts';
import { deletionImpactQuery } from '../../api/deletion-impact.ts';
import { ConfirmForm } from '../confirm-dialog.tsx';
import { countedOf } from '../counted.ts';
import { ImpactNote } from '../impact-note.tsx';
import { titled } from '../labels.ts';
import { Modal } from '../modal.tsx';
import type { Opened } from '../on-demand.tsx';
import { someOf } from '../undo-operations.ts';
import { countOf, type Selected } from './selection.ts';

interface DeleteDialogProps extends Opened {
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
	const impact = useQuery({ ...deletionImpactQuery(resource, which), enabled: holds });
	return (
		<ConfirmForm
			about={<ImpactNote impact={holds ? impact : undefined} several={several} />}
			submit={`Delete ${what}`}
			dangerous
			disabled={holds && impact.isPending}
			// How it goes is told at the selection.
			action={async () => onConfirm()}
			onDone={() => {}}
			fallback="Nothing was deleted"
			onClose={onClose}
		>
			Delete <strong>{what}</strong>
			{rows.length > 0 && `: ${someOf(rows, count)}`}?
		</ConfirmForm>
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
