import type { AnyResource, ItemOf, PlaceOf } from '#shared/contract/content/resource.ts';
import { LinkField } from '../fields/text-fields.tsx';
import type { LabelledName } from '../fields/use-field.ts';
import { ItemFormDialog } from '../form/item-form.tsx';
import { UNCHECKED } from '../form/use-item-form.ts';
import type { Opened } from '../loading/on-demand.tsx';

interface LinkDialogProps<R extends AnyResource> extends Opened {
	resource: R;
	place: PlaceOf<R>;
	item: ItemOf<R> | undefined;
	/** Contract name of the link field. */
	field: LabelledName;
	fallback: string;
}

/** Changes only the link of an item. The server checks it. */
export const LinkDialog = <R extends AnyResource>(props: LinkDialogProps<R>) => {
	const { field, ...dialog } = props;
	const item: Readonly<Record<string, unknown>> = props.item ?? {};
	const verb = item[field] === null ? 'Add' : 'Edit';
	return (
		<ItemFormDialog
			{...dialog}
			title={`${verb} URL of ${item.name}`}
			start={{ [field]: null }}
			schema={UNCHECKED}
			submit="Save URL"
		>
			<LinkField name={field} label="URL" />
		</ItemFormDialog>
	);
};
