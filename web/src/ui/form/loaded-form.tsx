import type { ComponentProps } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { FormSkeleton } from '../form-skeleton.tsx';
import { InTrash } from '../in-trash.tsx';
import { Loaded } from '../loaded.tsx';

type LoadedFormProps<Data> = Omit<ComponentProps<typeof Loaded<Data>>, 'loading' | 'skeleton'> & {
	/** What is loaded, for 'Loading exam set...' and 'Error loading exam set'. */
	resource: AnyResource;
	/** The item that the address names, which may be in the trash. */
	id?: string;
	loading?: string;
};

/** What a form, or the page of one item, needs to be there. */
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
