import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { Modal } from '../dialog/modal.tsx';
import { titled } from '../labels.ts';
import type { ResourceForm, StartOf, Values } from './resource-form.ts';
import { ResourceFormFrame, SaveButton } from './resource-form-frame.tsx';
import { type ResourceFormOptions, useResourceForm } from './use-resource-form.ts';

interface BodyProps<R extends AnyResource, V extends Values>
	extends Omit<ResourceFormOptions<R, V>, 'onSaved'> {
	onClose: () => void;
	/** The words of its button: 'Create Subject'. */
	submit: string;
	/** While it is being saved: 'Creating...'. */
	pending?: string | undefined;
	/** The fields. */
	children: (form: ResourceForm<V>) => ReactNode;
}

type Words = 'title' | 'submit' | 'pending' | 'fallback';

interface FormDialogProps<R extends AnyResource, V extends Values>
	extends Omit<BodyProps<R, V>, Words | 'start'>,
		Partial<Record<Words, string>> {
	opened: boolean;
	/** The fields of the form, where those are not all. */
	start?: V;
	/** The order that a new one starts with. */
	order?: number;
}

/** Returns the default texts of a form dialog. */
const wordsOf = (resource: AnyResource, isNew: boolean) => {
	const [title, noun] = [titled(resource), resource.label.toLowerCase()];
	return isNew
		? {
				title: `Add ${title}`,
				submit: `Create ${title}`,
				pending: 'Creating...',
				fallback: `Failed to create ${noun}`,
			}
		: { title: `Edit ${title}`, submit: 'Save Changes', fallback: `Failed to update ${noun}` };
};

/** The form of such a dialog, for one that shows more than it. */
export const FormBody = <R extends AnyResource, V extends Values>(props: BodyProps<R, V>) => {
	const { onClose, submit, pending, children, ...options } = props;
	const form = useResourceForm({ ...options, onSaved: onClose });
	return (
		<ResourceFormFrame form={form}>
			{children(form)}
			<Group justify="flex-end" gap="xs" mt={4}>
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
				<SaveButton form={form} pending={pending}>
					{submit}
				</SaveButton>
			</Group>
		</ResourceFormFrame>
	);
};

/**
 * A dialog with a form. It starts afresh each time it opens, stays open with the reason when saving
 * fails, and closes when it succeeds. Give it `item` to edit, or leave that out to create.
 */
export const FormDialog = <R extends AnyResource, V extends Values = StartOf<R>>(
	props: FormDialogProps<R, V>,
) => {
	const { opened, title, order, ...body } = { ...wordsOf(props.resource, !props.item), ...props };
	return (
		<Modal opened={opened} onClose={body.onClose} title={title}>
			<FormBody start={props.resource.start(order) as V} {...body} />
		</Modal>
	);
};
