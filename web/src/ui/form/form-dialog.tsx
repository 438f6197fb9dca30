import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { Modal } from '../modal.tsx';
import type { Entry, Values } from './entry.ts';
import { EntryForm } from './entry-form.tsx';
import { type EntryOptions, useEntry } from './use-entry.ts';

interface BodyProps<R extends AnyResource, V extends Values>
	extends Omit<EntryOptions<R, V>, 'onSaved'> {
	onClose: () => void;
	onSaved?: EntryOptions<R, V>['onSaved'];
	/** 'Create Subject'. */
	submit: string;
	/** While it is being saved: 'Creating...'. */
	pending?: string;
	/** The fields. */
	children: (entry: Entry<V>) => ReactNode;
}

interface FormDialogProps<R extends AnyResource, V extends Values> extends BodyProps<R, V> {
	opened: boolean;
	title: string;
}

const Body = <R extends AnyResource, V extends Values>(props: BodyProps<R, V>) => {
	const { onClose, onSaved, submit, pending = 'Saving...', children, ...options } = props;
	const entry = useEntry({
		...options,
		onSaved: (item) => {
			onClose();
			onSaved?.(item);
		},
	});
	return (
		<EntryForm entry={entry}>
			{children(entry)}
			<Group justify="flex-end" gap="xs" mt={4}>
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
				<Button type="submit" aria-disabled={entry.saving || entry.waiting || undefined}>
					{entry.saving ? pending : entry.waiting ? 'Uploading...' : submit}
				</Button>
			</Group>
		</EntryForm>
	);
};

/**
 * A dialog with a form. It starts afresh each time it opens, stays open with the reason when saving
 * fails, and closes when it succeeds. Give it `base` to edit, or leave that out to create.
 */
export const FormDialog = <R extends AnyResource, V extends Values>(
	props: FormDialogProps<R, V>,
) => {
	const { opened, title, ...body } = props;
	return (
		<Modal opened={opened} onClose={body.onClose} title={title}>
			<Body {...body} />
		</Modal>
	);
};
