import type { ComponentProps } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { FormSkeleton } from '../form-skeleton.tsx';
import { Loaded } from '../loaded.tsx';

type LoadedFormProps<Data> = Omit<ComponentProps<typeof Loaded<Data>>, 'loading' | 'skeleton'> & {
	/** What is loaded, for 'Loading exam set...' and 'Error loading exam set'. */
	resource: AnyResource;
	loading?: string;
};

/** What a form, or the page of one item, needs to be there. */
export const LoadedForm = <Data,>({ resource, ...props }: LoadedFormProps<Data>) => (
	<Loaded
		loading={`Loading ${resource.label.toLowerCase()}...`}
		heading={`Error loading ${resource.label.toLowerCase()}`}
		skeleton={<FormSkeleton />}
		{...props}
	/>
);
