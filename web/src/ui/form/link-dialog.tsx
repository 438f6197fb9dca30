import type { AnyResource, ItemOf, PlaceOf } from '#shared/contract/resource.ts';
import { LinkField } from '../fields/text-fields.tsx';
import type { Opened } from '../loading/on-demand.tsx';
import { FormDialog } from './form-dialog.tsx';
import { UNCHECKED } from './use-resource-form.ts';

interface LinkDialogProps<R extends AnyResource> extends Opened {
	resource: R;
	place: PlaceOf<R>;
	item: ItemOf<R> | undefined;
	/** Contract name of the link field. */
	field: string;
	fallback: string;
}

/** Changes nothing of an item but its link; what is wrong with that, the server says. */
export const LinkDialog = <R extends AnyResource>({ field, ...props }: LinkDialogProps<R>) => {
	const item: Readonly<Record<string, unknown>> = props.item ?? {};
	return (
		<FormDialog
			{...props}
			title={`${item[field] === null ? 'Add' : 'Edit'} URL of ${item.name}`}
			start={{ [field]: null as string | null }}
			schema={UNCHECKED}
			submit="Save URL"
		>
			{(form) => <LinkField form={form} name={field} label="URL" />}
		</FormDialog>
	);
};
