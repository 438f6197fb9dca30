import { paperExtensions } from '#shared/contract/files.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { SwitchField } from '../../ui/fields/choice-fields.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { OrderField } from '../../ui/fields/number-fields.tsx';
import { LinkField, NameField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { UNCHECKED } from '../../ui/form/use-resource-form.ts';
import type { PapersPlace } from './addresses.ts';
import { SubjectField } from './subject-field.tsx';

/** What a dialog over the past papers of an exam set is open for. */
export type PaperDialog =
	| { kind: 'add'; order: number }
	| { kind: 'order'; paper: PastPaper }
	| { kind: 'url'; paper: PastPaper };

interface PaperDialogsProps {
	opened: boolean;
	place: PapersPlace;
	dialog: PaperDialog | null;
	onClose: () => void;
}

/** The dialogs over the past papers of an exam set: add one, or change only the order or the link of one. */
export const PaperDialogs = ({ opened, place, dialog, onClose }: PaperDialogsProps) => {
	const edited = dialog && dialog.kind !== 'add' ? dialog.paper : undefined;
	const shared = { resource: pastPapers, place, onClose };
	const of = edited ? ` of ${edited.name}` : '';
	const change = { ...shared, item: edited, fallback: 'Failed to update past paper' };
	return (
		<>
			<FormDialog
				{...shared}
				opened={opened && dialog?.kind === 'add'}
				title="Add Past Paper"
				start={{
					name: '',
					order_num: dialog?.kind === 'add' ? dialog.order : 1,
					url: null as string | null,
					subject_id: null as string | null,
					published: false,
					free: false,
				}}
				fallback="Failed to add past paper"
				submit="Add Past Paper"
				pending="Adding..."
			>
				{(form) => (
					<>
						<NameField form={form} name="name" label="Name" />
						<OrderField form={form} name="order_num" />
						<SubjectField form={form} courseId={place.courseId} />
						<FileField form={form} name="url" label="Paper File" extensions={paperExtensions} />
						<SwitchField form={form} name="published" label="Published" />
						<SwitchField form={form} name="free" label="Free" />
					</>
				)}
			</FormDialog>
			<FormDialog
				{...change}
				opened={opened && dialog?.kind === 'order'}
				title={`Edit Order${of}`}
				start={{ order_num: 0 }}
				submit="Save Order"
			>
				{(form) => <OrderField form={form} name="order_num" />}
			</FormDialog>
			<FormDialog
				{...change}
				opened={opened && dialog?.kind === 'url'}
				title={`${edited?.url === null ? 'Add' : 'Edit'} URL${of}`}
				start={{ url: null }}
				schema={UNCHECKED}
				submit="Save URL"
			>
				{(form) => <LinkField form={form} name="url" label="URL" />}
			</FormDialog>
		</>
	);
};
