import type { AnyResource } from '#shared/contract/resource.ts';
import { onDemand } from '../loading/on-demand.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';

/** The deletion dialog, for a `DialogButton`. */
export const Deleting = onDemand(() => import('./delete-dialog.tsx'), 'DeleteDialog');
const [DeleteDialog] = Deleting;

/**
 * Asks before an item is deleted. The dialog is loaded when it first opens.
 * @example <ConfirmDelete item={deleting} onClose={() => setDeleting(null)} resource={examSets} … />
 */
export const ConfirmDelete = <R extends AnyResource>(
	props: Omit<DeleteDialogProps<R>, 'opened'>,
) => (
	<DeleteDialog
		{...(props as unknown as DeleteDialogProps<AnyResource>)}
		opened={props.item !== null}
	/>
);
