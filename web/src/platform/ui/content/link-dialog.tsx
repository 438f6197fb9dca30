import type { AnyResource, ItemOf, PlaceOf } from '#shared/contract/content/resource.ts';
import { FileField } from '../fields/file-field.tsx';
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
	/** Extensions of the file to upload; undefined if the link is typed. */
	extensions: readonly string[] | undefined;
	/** The file to upload at once. */
	file: File | undefined;
}

/** Changes only the link of an item, or uploads the file that it leads to. The server checks it. */
export const LinkDialog = <R extends AnyResource>(props: LinkDialogProps<R>) => {
	const { field, extensions, file, ...dialog } = props;
	const item: Readonly<Record<string, unknown>> = props.item ?? {};
	const noun = extensions ? 'file' : 'URL';
	const verb = item[field] === null ? 'Add' : extensions ? 'Replace' : 'Edit';
	return (
		<ItemFormDialog
			{...dialog}
			title={`${verb} ${noun} of ${item.name}`}
			start={{ [field]: null }}
			schema={UNCHECKED}
			submit={`Save ${noun}`}
		>
			{extensions ? (
				<FileField name={field} extensions={extensions} dropped={file} />
			) : (
				<LinkField name={field} label="URL" />
			)}
		</ItemFormDialog>
	);
};
