import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type AnyResource, fillPath, type PlaceOf } from '#shared/contract/resource.ts';
import type { Named } from '../../api/cached-rows.ts';
import { useRemove } from '../../api/mutations.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { titleCase } from '../labels.ts';
import type { Opened } from '../loading/on-demand.tsx';
import { notify } from '../notifications/notifications.tsx';
import { useRestore } from '../undo/use-restore.ts';
import { DeleteForm } from './delete-form.tsx';

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
	const remove = useRemove(resource, place);
	const restore = useRestore();
	const client = useQueryClient();
	const { href } = useLocation();
	const { label } = resource;
	const action = async () => {
		const siblings = client.getQueryData<{ id: string }[]>(queryKeys.list(resource, place)) ?? [];
		const index = siblings.findIndex(({ id }) => id === item.id);
		const before = index < 0 ? [] : siblings.slice(index + 1).map(({ id }) => id);
		const spot = { path: fillPath(resource.path, place), before };
		const deletion = await remove.mutateAsync({ id: item.id });
		return { deletion, label, name: item.name, back: onDeleted && href, spot };
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
	<Dialog
		opened={props.opened}
		onClose={props.onClose}
		title={`Delete ${titleCase(props.resource)}`}
	>
		{props.item && <Body {...props} item={props.item} />}
	</Dialog>
);
