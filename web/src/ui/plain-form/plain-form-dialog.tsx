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
	/** Called after success; the default closes the dialog. */
	onDone?: (answer: T) => void;
};

/** Renders a `PlainForm` in a dialog that has other content too; Cancel closes the dialog. */
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

/**
 * Renders the next step of a dialog. It takes the focus, because the previous step was removed together with the
 * focused element.
 */
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
	/** Renders the result instead of closing, with `titleAfter` as the title. */
	after?: (answer: T) => ReactNode;
	titleAfter?: string;
};

/**
 * Renders a `PlainForm` in a dialog. It starts empty each time, and stays open with the error if sending fails.
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
			// The result may be shown only once, so a click outside must not close it.
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
