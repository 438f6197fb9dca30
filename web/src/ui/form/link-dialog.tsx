import type { AnyResource, ItemOf, PlaceOf } from '#shared/contract/resource.ts';
import { FileField } from '../fields/file-field.tsx';
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
	/** Extensions of the file to upload; undefined if the link is typed. */
	file: readonly string[] | undefined;
}

/** Changes only the link of an item, or uploads the file that it leads to. The server checks it. */
export const LinkDialog = <R extends AnyResource>({
	field,
	file,
	...props
}: LinkDialogProps<R>) => {
	const item: Readonly<Record<string, unknown>> = props.item ?? {};
	const what = file ? 'file' : 'URL';
	const verb = item[field] === null ? 'Add' : file ? 'Replace' : 'Edit';
	return (
		<FormDialog
			{...props}
			title={`${verb} ${what} of ${item.name}`}
			start={{ [field]: null as string | null }}
			schema={UNCHECKED}
			submit={`Save ${what}`}
		>
			{(form) =>
				file ? (
					<FileField form={form} name={field} extensions={file} />
				) : (
					<LinkField form={form} name={field} label="URL" />
				)
			}
		</FormDialog>
	);
};
