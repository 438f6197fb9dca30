import { Button } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from '#shared/zod.ts';
import { Modal } from '../dialog/modal.tsx';
import { PlainForm } from './plain-form.tsx';

type PlainFormBodyProps<S extends z.ZodMiniType, T> = Omit<
	ComponentProps<typeof PlainForm<S, T>>,
	'cancel' | 'wide' | 'onDone'
> & {
	onClose: () => void;
	/** It is done; left out, it closes. */
	onDone?: (answer: T) => void;
};

/** A `PlainForm` inside a dialog that shows more than it; Cancel closes the dialog. */
export const PlainFormBody = <S extends z.ZodMiniType, T>({
	onClose,
	onDone = onClose,
	...form
}: PlainFormBodyProps<S, T>) => (
	<PlainForm
		{...form}
		onDone={onDone}
		cancel={
			<Button variant="default" onClick={onClose}>
				Cancel
			</Button>
		}
	/>
);

/** What a dialog goes on with: it takes the focus, which went away with what stood there before. */
export const NextStep = ({ children }: { children: ReactNode }) => {
	const step = useRef<HTMLDivElement>(null);
	useEffect(() => step.current?.focus({ preventScroll: true }), []);
	return (
		<div ref={step} tabIndex={-1} style={{ outline: 'none' }}>
			{children}
		</div>
	);
};

type PlainFormDialogProps<S extends z.ZodMiniType, T> = PlainFormBodyProps<S, T> & {
	opened: boolean;
	title: string;
	/** What the dialog shows once it is done, instead of closing, and its title then. */
	after?: (answer: T) => ReactNode;
	titleAfter?: string;
};

/**
 * A `PlainForm` in a dialog: it starts afresh each time, and stays open with the reason of a failure.
 * @example <PlainFormDialog title="Invite a person" schema={personCreate} send={invite} after={(made) => …} … />
 */
export const PlainFormDialog = <S extends z.ZodMiniType, T>(props: PlainFormDialogProps<S, T>) => {
	const { opened, title, onDone = props.onClose, after, titleAfter = title, ...form } = props;
	const [done, setDone] = useState<{ answer: T }>();
	useEffect(() => {
		if (opened) setDone(undefined);
	}, [opened]);
	return (
		<Modal
			opened={opened}
			onClose={form.onClose}
			title={done ? titleAfter : title}
			wide={done !== undefined && titleAfter !== title}
			// What it shows then, it shows this once.
			closeOnClickOutside={after === undefined}
		>
			{done && after ? (
				<NextStep>{after(done.answer)}</NextStep>
			) : (
				<PlainFormBody {...form} onDone={after ? (answer) => setDone({ answer }) : onDone} />
			)}
		</Modal>
	);
};
