import { Button, Modal } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { z } from '#shared/zod.ts';
import { PlainForm } from './plain-form.tsx';

type FormModalProps<S extends z.ZodType, T> = Omit<
	ComponentProps<typeof PlainForm<S, T>>,
	'cancel' | 'wide'
> & {
	opened: boolean;
	onClose: () => void;
	title: string;
};

/** A `PlainForm` in a dialog: it starts afresh each time, and stays open with the reason of a failure. */
export const FormModal = <S extends z.ZodType, T>(props: FormModalProps<S, T>) => {
	const { opened, onClose, title, ...form } = props;
	return (
		<Modal opened={opened} onClose={onClose} title={title}>
			<PlainForm
				{...form}
				cancel={
					<Button variant="default" onClick={onClose}>
						Cancel
					</Button>
				}
			/>
		</Modal>
	);
};
