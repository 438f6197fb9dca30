import { Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AnyResource, PlaceOf } from '#shared/contract/content/resource.ts';
import { EDITORS_DELETE } from '#shared/contract/platform/access.ts';
import type { Named } from '../../api/cached-rows.ts';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { onDemand } from '../loading/on-demand.tsx';
import { ForEditors } from '../page/for-editors.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';
import { useDeleteLock } from './delete-lock.ts';

const Deleting = onDemand(() => import('./delete-dialog.tsx'), 'DeleteDialog');
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

interface DeleteButtonProps<R extends AnyResource> {
	item: Named;
	resource: R;
	place: PlaceOf<R>;
	onDeleted: () => void;
}

/** Renders the button that deletes the item of a page after a question, for editors. */
export const DeleteButton = <R extends AnyResource>(props: DeleteButtonProps<R>) => {
	const lock = useDeleteLock(props.resource, props.place, props.item);
	return (
		<ForEditors>
			<DialogButton
				part={Deleting}
				dialog={props as unknown as DeleteButtonProps<AnyResource>}
				variant="subtle"
				color="red"
				leftSection={<IconTrash size={18} aria-hidden />}
				lock={lock}
			>
				Delete {props.resource.label}
			</DialogButton>
			{/* The form shows the other reason. */}
			{lock === EDITORS_DELETE && (
				<Text size="xs" c="dimmed">
					{lock}
				</Text>
			)}
		</ForEditors>
	);
};
