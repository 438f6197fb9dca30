import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { Modal } from '../dialog/modal.tsx';
import { titleCase } from '../labels.ts';
import type { ResourceForm, StartOf, Values } from './resource-form.ts';
import { ResourceFormFrame, SaveButton } from './resource-form-frame.tsx';
import { type ResourceFormOptions, useResourceForm } from './use-resource-form.ts';

interface BodyProps<R extends AnyResource, V extends Values>
	extends Omit<ResourceFormOptions<R, V>, 'onSaved'> {
	onClose: () => void;
	/** Text of the button: 'Create Subject'. */
	submit: string;
	/** Text of the button while saving: 'Creating...'. */
	pending?: string | undefined;
	/** The fields. */
	children: (form: ResourceForm<V>) => ReactNode;
}

type Words = 'title' | 'submit' | 'pending' | 'fallback';

interface FormDialogProps<R extends AnyResource, V extends Values>
	extends Omit<BodyProps<R, V>, Words | 'start'>,
		Partial<Record<Words, string>> {
	opened: boolean;
	/** The fields of the form, if not all of the resource. */
	start?: V;
	/** The order number of a new item. */
	order?: number;
}

/** Returns the default texts of a form dialog. */
const wordsOf = (resource: AnyResource, isNew: boolean) => {
	const [title, noun] = [titleCase(resource), resource.label.toLowerCase()];
	return isNew
		? {
				title: `Add ${title}`,
				submit: `Create ${title}`,
				pending: 'Creating...',
				fallback: `Failed to create ${noun}`,
			}
		: { title: `Edit ${title}`, submit: 'Save Changes', fallback: `Failed to update ${noun}` };
};

/** Renders the form of a `FormDialog`, for a dialog that has other content too. */
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
 * Renders a dialog with a form. It starts from the initial values each time it opens, stays open with the error if
 * saving fails, and closes after success. Pass `item` to edit; omit it to create.
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
