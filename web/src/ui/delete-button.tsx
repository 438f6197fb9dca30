import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnyResource, PlaceOf } from '#shared/contract/resource.ts';
import type { Named } from '../api/cached-rows.ts';
import { ConfirmDelete, prepareDelete } from './confirm-delete.tsx';
import { useMayEdit } from './for-editors.tsx';
import { titled } from './labels.ts';
import { whenReached } from './on-demand.tsx';

interface DeleteButtonProps<R extends AnyResource> {
	item: Named;
	resource: R;
	place: PlaceOf<R>;
	onDeleted: () => void;
}

/** Deletes what a page shows, after asking; nothing for those who may not. */
export const DeleteButton = <R extends AnyResource>(props: DeleteButtonProps<R>) => {
	const { item, ...rest } = props;
	const [asking, setAsking] = useState(false);
	if (!useMayEdit()) return null;
	return (
		<>
			<Button
				variant="subtle"
				color="red"
				leftSection={<IconTrash size={18} aria-hidden />}
				onClick={() => setAsking(true)}
				{...whenReached(prepareDelete)}
			>
				Delete {titled(props.resource)}
			</Button>
			<ConfirmDelete {...rest} item={asking ? item : null} onClose={() => setAsking(false)} />
		</>
	);
};
