import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { byWord } from '#shared/contract/resources.ts';
import { holdingQuery } from '../../api/trash.ts';
import { DAY, inEastAfrica } from '../dates/dates.ts';
import { Empty } from '../loading/empty.tsx';
import { Loading } from '../loading/loading.tsx';
import { LinkButton } from '../page/links.tsx';
import { useRestore } from './use-restore.ts';

export interface FoundInTrashProps {
	resource: AnyResource;
	id: string;
	/** Shown if the item is not in the trash. */
	children: ReactNode;
}

/** Shows that an item is in the trash, alone or with its parent, and offers to restore it. */
export const FoundInTrash = ({ resource, id, children }: FoundInTrashProps) => {
	const holding = useQuery(holdingQuery(id));
	const [restoring, setRestoring] = useState(false);
	const restore = useRestore();
	const { href } = useLocation();
	const deletion = holding.data;
	if (holding.isError || deletion === null) return children;
	if (!deletion) return <Loading text="Checking the trash..." />;
	const own = deletion.item_id === id;
	const { label } = byWord[deletion.kind];
	const name = deletion.name ?? label;
	const bringBack = async () => {
		setRestoring(true);
		await restore({ deletion: deletion.id, label, name, back: href });
		setRestoring(false);
	};
	const what = own ? name : `It went with the ${label.toLowerCase()} ${name}, which`;
	return (
		<Empty
			icon={IconTrash}
			title={`This ${resource.label.toLowerCase()} is in the trash`}
			text={`${what} was deleted by ${deletion.by.name} on ${inEastAfrica(deletion.at, DAY)} and can be restored until ${inEastAfrica(deletion.until, DAY)}.`}
			action={
				<>
					<Button onClick={() => void bringBack()} loading={restoring}>
						{own ? 'Restore' : `Restore the ${label.toLowerCase()}`}
					</Button>
					<LinkButton to="/admin/trash" variant="default">
						Open the trash
					</LinkButton>
				</>
			}
		/>
	);
};
