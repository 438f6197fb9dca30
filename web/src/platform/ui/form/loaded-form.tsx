import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { bySlug } from '#shared/contract/content/resources.ts';
import { isNotFound } from '../../api/api-error.ts';
import { buildHoldingQuery } from '../../api/trash.ts';
import { useRestore } from '../delete/use-restore.ts';
import { DAY, formatInstant } from '../format/dates.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Loading } from '../loading/loading.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkButton } from '../page/links.tsx';

interface FoundInTrashProps {
	resource: Pick<AnyResource, 'label'>;
	id: string;
	/** Shown if the item is not in the trash. */
	children: ReactNode;
}

/** Shows that an item is in the trash, alone or with its parent, and offers to restore it. */
const FoundInTrash = ({ resource, id, children }: FoundInTrashProps) => {
	const holding = useQuery(buildHoldingQuery(id));
	const [restoring, setRestoring] = useState(false);
	const restore = useRestore();
	const { href } = useLocation();
	const deletion = holding.data;
	if (holding.isError || deletion === null) return children;
	if (!deletion) return <Loading text="Checking the trash..." />;
	const isItself = deletion.item_id === id;
	const { label } = bySlug[deletion.kind];
	const name = deletion.name ?? label;
	const bringBack = async () => {
		setRestoring(true);
		await restore({ deletion: deletion.id, label, name, back: href });
		setRestoring(false);
	};
	const subject = isItself ? name : `It went with the ${label.toLowerCase()} ${name}, which`;
	return (
		<Empty
			icon={IconTrash}
			title={`This ${resource.label.toLowerCase()} is in the trash`}
			text={`${subject} was deleted by ${deletion.by.name} on ${formatInstant(deletion.at, DAY)} and can be restored until ${formatInstant(deletion.until, DAY)}.`}
			action={
				<>
					<Button onClick={() => void bringBack()} loading={restoring}>
						{isItself ? 'Restore' : `Restore the ${label.toLowerCase()}`}
					</Button>
					<LinkButton to="/admin/trash" variant="default">
						Open the trash
					</LinkButton>
				</>
			}
		/>
	);
};

interface OrInTrashProps extends FoundInTrashProps {
	/** Why the item could not be loaded. */
	error: unknown;
}

/** Replaces a screen whose item does not exist by the item in the trash, for people who may restore it. */
export const OrInTrash = ({ error, ...found }: OrInTrashProps) =>
	useMayEdit() && isNotFound(error) ? <FoundInTrash {...found} /> : found.children;

type LoadedFormProps<Data> = Omit<ComponentProps<typeof Loaded<Data>>, 'loading'> & {
	/** Resource named in 'Loading exam set...' and 'Error loading exam set'. */
	resource: AnyResource;
	/** Id of the item in the address. Editors see a deleted item from the trash, which can be restored. */
	id?: string;
	loading?: string;
	/** The page has controls that act at once, which a deleted item cannot have. A form stays open. */
	acts?: boolean;
};

/** Renders a form or item page once its query has loaded. */
export const LoadedForm = <Data,>({ resource, id, acts, ...props }: LoadedFormProps<Data>) => {
	const loaded = (
		<Loaded
			loading={`Loading ${resource.label.toLowerCase()}...`}
			heading={`Error loading ${resource.label.toLowerCase()}`}
			{...props}
		/>
	);
	const { error, data } = props.query;
	// A form that is open stays, with what was typed: saving offers to restore the item.
	if (id === undefined || (data !== undefined && !acts)) return loaded;
	return (
		<OrInTrash resource={resource} id={id} error={error}>
			{loaded}
		</OrInTrash>
	);
};
