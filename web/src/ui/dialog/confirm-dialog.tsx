import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Failed } from '../loading/failed.tsx';
import { Modal } from './modal.tsx';

interface ConfirmProps<T> {
	/** What happens then. */
	children: ReactNode;
	/** The word that does it. */
	submit: string;
	/** What else there is to know before, below the question. */
	about?: ReactNode;
	/** It cannot be answered yet. */
	disabled?: boolean;
	/** It takes something away. */
	dangerous?: boolean;
	action: () => Promise<T>;
	/** The words for a failure that has none of its own. */
	fallback: string;
	onClose: () => void;
	/** It is done; left out, the dialog closes. */
	onDone?: (answer: T) => void;
}

/** A question, and what is done when the answer is yes. A failure is shown above it. */
export const ConfirmForm = <T,>(props: ConfirmProps<T>) => {
	const { children, about, submit, dangerous, action, fallback, onClose, onDone = onClose } = props;
	// The button shows that it is pressed in the next frame: the second press of a double click is no second yes.
	const answered = useRef(false);
	const { mutate, isPending, isError, error } = useMutation({
		mutationFn: action,
		onSuccess: (said) => onDone(said),
		onSettled: () => {
			answered.current = false;
		},
	});
	const answer = () => {
		if (answered.current) return;
		answered.current = true;
		mutate();
	};
	return (
		<>
			{isError && <Failed error={error} fallback={fallback} />}
			<Text mt={isError ? 'md' : 0} style={{ overflowWrap: 'anywhere' }}>
				{children}
			</Text>
			{about}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onClose} data-autofocus>
					Cancel
				</Button>
				<Button
					{...(dangerous && { color: 'red' })}
					onClick={answer}
					loading={isPending}
					disabled={props.disabled ?? false}
				>
					{submit}
				</Button>
			</Group>
		</>
	);
};

/** Asks before something is done that is not about an item of content (that is `ConfirmDelete`). */
export const ConfirmDialog = <T,>({
	opened,
	title,
	...question
}: ConfirmProps<T> & { opened: boolean; title: string }) => (
	<Modal opened={opened} onClose={question.onClose} title={title}>
		<ConfirmForm {...question} />
	</Modal>
);
