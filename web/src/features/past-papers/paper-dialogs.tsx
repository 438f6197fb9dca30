import { paperExtensions } from '#shared/contract/file-types.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { WholeField } from '../../ui/fields/number-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LinkDialog } from '../../ui/form/link-dialog.tsx';
import type { ListDialogsProps } from '../../ui/list/resource-list.tsx';
import { type PapersPlace, PrintedFields, SubjectField } from './paper-form.tsx';

/** Renders the dialogs over the past papers of an exam set: add one, or change the order, link or file of one. */
export const PaperDialogs = (props: ListDialogsProps<PastPaper, PapersPlace>) => {
	const { opened, kind, order, ...rest } = props;
	const shared = { ...rest, resource: pastPapers };
	const update = { ...shared, fallback: 'Failed to update past paper' };
	return (
		<>
			<FormDialog
				{...shared}
				opened={opened && kind === 'add'}
				order={order}
				title="Add Past Paper"
				fallback="Failed to add past paper"
				submit="Add Past Paper"
				pending="Adding..."
			>
				{(form) => (
					<>
						<TextField form={form} name="name" required />
						<WholeField form={form} name="order_num" required />
						<SubjectField form={form} courseId={rest.place.courseId} />
						<PrintedFields form={form} />
						<FileField form={form} name="url" extensions={paperExtensions} />
						<SwitchField form={form} name="published" label="Published" />
						<SwitchField form={form} name="free" label="Free" />
					</>
				)}
			</FormDialog>
			<FormDialog
				{...update}
				opened={opened && kind === 'order'}
				title={`Edit Order of ${rest.item?.name}`}
				start={{ order_num: 0 }}
				submit="Save Order"
			>
				{(form) => <WholeField form={form} name="order_num" required />}
			</FormDialog>
			<LinkDialog
				{...update}
				opened={opened && (kind === 'url' || kind === 'file')}
				field="url"
				file={kind === 'file' ? paperExtensions : undefined}
			/>
		</>
	);
};
