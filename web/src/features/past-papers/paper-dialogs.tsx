import { paperExtensions } from '#shared/contract/files.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { TextField, WholeField } from '../../ui/fields/text-fields.tsx';
import { ItemFormDialog, LinkDialog } from '../../ui/form/item-form.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';
import { type PapersPlace, PrintedFields, SubjectField } from './paper-form.tsx';

/** Renders the dialogs over the past papers of an exam set: add one, or change the order, link or file of one. */
export const PaperDialogs = (props: ListDialogsProps<PastPaper, PapersPlace>) => {
	const { opened, kind, order, file, ...rest } = props;
	const shared = { ...rest, resource: pastPapers };
	const update = { ...shared, fallback: 'Failed to update past paper' };
	return (
		<>
			<ItemFormDialog
				{...shared}
				opened={opened && kind === 'add'}
				order={order}
				title="Add Past Paper"
				fallback="Failed to add past paper"
				submit="Add Past Paper"
				pending="Adding..."
			>
				<TextField name="name" required />
				<WholeField name="order_num" required />
				<SubjectField courseId={rest.place.courseId} />
				<PrintedFields />
				<FileField name="url" extensions={paperExtensions} />
				<SwitchField name="published" label="Published" />
				<SwitchField name="free" label="Free" />
			</ItemFormDialog>
			<ItemFormDialog
				{...update}
				opened={opened && kind === 'order'}
				title={`Edit Order of ${rest.item?.name}`}
				start={{ order_num: 0 }}
				submit="Save Order"
			>
				<WholeField name="order_num" required />
			</ItemFormDialog>
			<LinkDialog
				{...update}
				opened={opened && (kind === 'url' || kind === 'file')}
				field="url"
				extensions={kind === 'file' ? paperExtensions : undefined}
				file={file}
			/>
		</>
	);
};
