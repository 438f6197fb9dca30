import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from '../loading/failed.tsx';
import { announce } from '../notifications/announcer.tsx';
import { DialogFoot } from './dialog-foot.tsx';
import { Modal } from './modal.tsx';

interface ConfirmProps<T> {
	/** The question. */
	children: ReactNode;
	/** Text of the button that confirms. */
	submit: string;
	/** Disables the button that confirms. */
	disabled?: boolean;
	/** Makes the button red: the action deletes something. */
	dangerous?: boolean;
	action: () => Promise<T>;
	/** Text for an error without a message of its own. */
	fallback: string;
	onClose: () => void;
	/** Called after success; the default closes the dialog. */
	onDone?: (answer: T) => void;
}

/** Renders a question and runs the action once it is confirmed. An error is shown above the question. */
export const ConfirmForm = <T,>(props: ConfirmProps<T>) => {
	const { disabled = false, dangerous, onClose, onDone = onClose } = props;
	const { mutate, isPending, error } = useMutation({
		mutationFn: props.action,
		onSuccess: (answer) => {
			announce(`Done: ${props.submit}`);
			onDone(answer);
		},
	});
	return (
		<>
			{error && <Failed error={error} fallback={props.fallback} />}
			<Text component="div" mt={error ? 'md' : 0} style={{ overflowWrap: 'anywhere' }}>
				{props.children}
			</Text>
			<DialogFoot>
				<Button variant="default" onClick={onClose} data-autofocus>
					Cancel
				</Button>
				<Button
					{...(dangerous && { color: 'red' })}
					onClick={() => mutate()}
					loading={isPending}
					disabled={disabled}
				>
					{props.submit}
				</Button>
			</DialogFoot>
		</>
	);
};

/** Asks before an action. Use `ConfirmDelete` for items of content. */
export const ConfirmDialog = <T,>({
	opened,
	title,
	...question
}: ConfirmProps<T> & { opened: boolean; title: string }) => (
	<Modal opened={opened} onClose={question.onClose} title={title}>
		<ConfirmForm {...question} />
	</Modal>
);
