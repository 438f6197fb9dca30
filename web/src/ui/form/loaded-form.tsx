import type { ComponentProps } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { isNotFound } from '../../api/api-error.ts';
import { usePart } from '../../api/part.ts';
import { FormSkeleton } from '../loading/form-skeleton.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Loading } from '../loading/loading.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import type { FoundInTrashProps } from '../undo/found-in-trash.tsx';

interface InTrashProps extends FoundInTrashProps {
	/** Why the item could not be loaded, if it could not. */
	error: unknown;
}

/** Renders the item from the trash, for editors, if the address of a deleted item is opened. */
const InTrash = ({ error, ...rest }: InTrashProps) => {
	const wanted = useMayEdit() && isNotFound(error);
	const part = usePart('found in trash', () => import('../undo/found-in-trash.tsx'), { wanted });
	if (!wanted || part.isError) return rest.children;
	if (!part.data) return <Loading text="Checking the trash..." />;
	return <part.data.FoundInTrash {...rest} />;
};

type LoadedFormProps<Data> = Omit<ComponentProps<typeof Loaded<Data>>, 'loading' | 'skeleton'> & {
	/** Resource named in 'Loading exam set...' and 'Error loading exam set'. */
	resource: AnyResource;
	/** Id of the item in the address, which may be in the trash. */
	id?: string;
	loading?: string;
};

/** Renders a form or item page once its query has loaded. */
export const LoadedForm = <Data,>({ resource, id, ...props }: LoadedFormProps<Data>) => {
	const loaded = (
		<Loaded
			loading={`Loading ${resource.label.toLowerCase()}...`}
			heading={`Error loading ${resource.label.toLowerCase()}`}
			skeleton={<FormSkeleton />}
			{...props}
		/>
	);
	if (id === undefined) return loaded;
	return (
		<InTrash resource={resource} id={id} error={props.query.error}>
			{loaded}
		</InTrash>
	);
};
