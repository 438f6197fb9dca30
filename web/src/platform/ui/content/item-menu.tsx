import { IconCopyPlus, IconEyeOff, IconHistory, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyResource, ItemPlaceOf, PlaceOf } from '#shared/contract/content/resource.ts';
import { EDITORS_CHANGE } from '#shared/contract/platform/access.ts';
import { buildPreflightQuery, isChecked } from '../../api/preflight.ts';
import { Duplicating } from '../copy/duplicate.tsx';
import type { Source } from '../copy/propose.ts';
import { ConfirmDelete } from '../delete/delete-button.tsx';
import { useDeleteLock } from '../delete/delete-lock.ts';
import type { RowAction } from '../menu/actions.ts';
import { RowMenu } from '../menu/menu.tsx';
import { usePublishLock } from '../page/editors-only.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { LazyPublishDialog, LazyUnpublishDialog } from '../preflight/publishing.tsx';
import { HistoryDialog } from './history-dialog.tsx';

interface ItemMenuProps<R extends AnyResource> {
	resource: R;
	/** The ids of the parents and of the item. */
	place: ItemPlaceOf<R>;
	item: Source;
	/** Actions that only this screen has. */
	actions?: readonly RowAction[];
	/** The words of the check that publishes the item, where its button has no room. */
	publish?: string | undefined;
	/** Offers Delete, and is called afterwards. */
	onDeleted?: () => void;
}

/** Renders the ⋯ menu of the item of a screen: actions of the screen, history, duplicate and delete. */
export const ItemMenu = <R extends AnyResource>(props: ItemMenuProps<R>) => {
	const { resource, place, item, actions = [], publish, onDeleted } = props;
	const [open, setOpen] = useState<'publish' | 'unpublish' | 'history' | 'copy' | 'delete' | null>(
		null,
	);
	const close = () => setOpen(null);
	const mayEdit = useMayEdit();
	const check = useQuery({ ...buildPreflightQuery(resource, place), enabled: isChecked(resource) });
	const { [resource.param]: _, ...parents } = place as Record<string, string>;
	const [lock, publishLock] = [useDeleteLock(resource, parents, item), usePublishLock()];
	const canUnpublish = mayEdit && check.data?.published === true;
	const entries: RowAction[] = [
		...(publish ? [{ words: publish, icon: IconUpload, onClick: () => setOpen('publish') }] : []),
		...actions,
		...(canUnpublish
			? [
					{
						words: 'Unpublish…',
						icon: IconEyeOff,
						lock: publishLock && EDITORS_CHANGE,
						onClick: () => setOpen('unpublish'),
					},
				]
			: []),
		...(mayEdit
			? [
					{ words: 'Duplicate…', icon: IconCopyPlus, onClick: () => setOpen('copy') },
					{ words: 'History', icon: IconHistory, onClick: () => setOpen('history') },
				]
			: []),
		...(mayEdit && onDeleted
			? [
					{
						words: 'Delete…',
						icon: IconTrash,
						dangerous: true,
						lock,
						onClick: () => setOpen('delete'),
					},
				]
			: []),
	];
	if (entries.length === 0) return null;
	return (
		<>
			<RowMenu label={`Actions for ${item.name}`} note={lock} actions={entries} />
			<LazyPublishDialog
				opened={open === 'publish'}
				onClose={close}
				resource={resource}
				place={place}
			/>
			<LazyUnpublishDialog
				opened={open === 'unpublish'}
				onClose={close}
				resource={resource}
				place={place}
				item={item}
			/>
			<HistoryDialog
				opened={open === 'history'}
				onClose={close}
				resource={resource}
				place={place}
				name={item.name}
			/>
			<Duplicating
				source={open === 'copy' ? item : null}
				onClose={close}
				resource={resource}
				place={parents}
			/>
			{onDeleted && (
				<ConfirmDelete
					item={open === 'delete' ? item : null}
					onClose={close}
					resource={resource as AnyResource}
					place={parents as PlaceOf<AnyResource>}
					onDeleted={onDeleted}
				/>
			)}
		</>
	);
};
