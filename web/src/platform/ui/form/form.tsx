import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from '#shared/zod.ts';
import { inactive } from '../controls.tsx';
import { DialogFoot } from '../dialog/dialog-foot.tsx';
import { rememberHeading } from '../dialog/heading-focus.ts';
import { Modal } from '../dialog/modal.tsx';
import {
	FormContext,
	type FormOptions,
	type FormState,
	useForm,
	useFormContext,
} from '../fields/use-form.ts';
import { Failed } from '../loading/failed.tsx';
import { announce } from '../notifications/announcer.tsx';
import { useWide } from '../row.tsx';

/** Selects the fields of a form. */
const FIELD = ':is(input:not([type=hidden]), textarea, select)';
/** Selects the first field that takes the focus. */
const FIRST = ':is(input:not([type=hidden]), textarea, select:required):not([readonly])';

interface FormFrameProps {
	form: FormState;
	/** The error catalogue's text for an error without a message of its own. */
	fallback: string;
	/** Button that resolves the error, if any. */
	remedy?: ReactNode;
	/** Focuses the first field on mount. */
	takesFocus: boolean;
	/** Runs when something is typed. */
	onInput?: () => void;
	/** The fields, then the buttons. */
	children: ReactNode;
}

/** Presses "Create and add another" on Ctrl+Enter or ⌘Enter. */
const pressAnother = (event: KeyboardEvent<HTMLFormElement>) => {
	if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
	const button = event.currentTarget.elements.namedItem(ANOTHER);
	if (!(button instanceof HTMLButtonElement)) return;
	event.preventDefault();
	button.click();
};

/** Renders the form element: Enter submits, and the error is above the fields. */
export const FormFrame = (props: FormFrameProps) => {
	const { form, fallback, remedy, takesFocus, onInput, children } = props;
	const { element, sending, failure, lock, submit } = form;
	useEffect(() => {
		const first = element.current?.querySelector<HTMLElement>(FIRST);
		// For a dialog's focus trap, which looks for the attribute once the dialog is open; a page takes the focus at once.
		first?.setAttribute('data-autofocus', '');
		// Typing replaces the only value of a small dialog.
		const isOnly = element.current?.querySelectorAll(FIELD).length === 1;
		if (isOnly && first instanceof HTMLInputElement)
			first.addEventListener('focus', () => first.select(), { once: true });
		if (takesFocus) first?.focus({ preventScroll: true });
	}, [element, takesFocus]);
	useEffect(() => {
		if (failure !== undefined)
			element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
	}, [element, failure]);
	return (
		<FormContext value={form}>
			<form
				ref={element}
				noValidate
				onSubmit={submit}
				onInput={onInput}
				onKeyDown={pressAnother}
				aria-busy={sending || undefined}
			>
				<Stack gap="md">
					{failure !== undefined && <Failed error={failure} fallback={fallback} action={remedy} />}
					{lock && (
						<Text size="sm" c="dimmed">
							{lock}
						</Text>
					)}
					{children}
				</Stack>
			</form>
		</FormContext>
	);
};

interface SubmitButtonProps extends ButtonProps {
	children: string;
	name?: string;
	'aria-keyshortcuts'?: string;
	/** Text while sending; 'Saving...' by default. */
	pending?: string | undefined;
}

/** Renders the button that submits the form; its text shows a running request or upload. */
export const SubmitButton = ({ pending = 'Saving...', children, ...button }: SubmitButtonProps) => {
	const { sending, waiting, lock } = useFormContext();
	return (
		<Button
			type="submit"
			aria-disabled={sending || waiting || undefined}
			{...(lock && { ...inactive, title: lock })}
			{...button}
		>
			{sending ? pending : waiting ? 'Uploading...' : children}
		</Button>
	);
};

/** The name of the button that saves and starts the next item. */
export const ANOTHER = 'another';

/** Renders the buttons of a form in a dialog; with `another`, one that keeps the dialog open for the next item. */
export const FormButtons = ({
	onClose,
	another,
	...submit
}: SubmitButtonProps & { onClose: () => void; another?: boolean | undefined }) => {
	const wide = useWide();
	return (
		<DialogFoot>
			<Button variant="default" onClick={onClose}>
				Cancel
			</Button>
			<SubmitButton {...submit} />
			{another && (
				// Second, because Enter presses the first one.
				<SubmitButton
					{...submit}
					variant="light"
					name={ANOTHER}
					aria-keyshortcuts="Control+Enter Meta+Enter"
					px="sm"
				>
					{wide ? 'Create and add another' : 'Add another'}
				</SubmitButton>
			)}
		</DialogFoot>
	);
};

interface FormProps<S extends z.ZodMiniType, T>
	extends Pick<FormOptions<S, T>, 'schema' | 'read' | 'send'> {
	/** Text of the button: 'Sign in', and while sending 'Signing in...' (`pending`). */
	submit: string;
	pending: string;
	fallback: string;
	/** Renders a button that resolves an error, if there is one. */
	remedy?: (error: unknown, done: (answer: T) => void) => ReactNode;
	/** What screen readers are told after success: 'Note added'; by default the text of the button. */
	said?: string;
	/** Adds a Cancel button. */
	onClose?: () => void;
	/** Called after success; `onClose` by default. */
	onDone?: (answer: T) => void;
	/** Makes the button as wide as the form, for a form that is a whole screen. */
	wide?: boolean;
	/** Makes the button red: the action cannot be undone. */
	dangerous?: boolean;
	/** The fields. */
	children?: ReactNode;
}

/**
 * Renders a form with native inputs: sign-in, an invitation, a reason. Use `ItemForm` or `PageForm` for an item of
 * content.
 */
export const Form = <S extends z.ZodMiniType, T>(props: FormProps<S, T>) => {
	const { schema, read, send, submit, pending, fallback, remedy, onClose, children } = props;
	const onDone = (answer: T) => {
		const focusHeading = rememberHeading(form.element.current);
		announce(props.said ?? `Done: ${submit}`);
		(props.onDone ?? onClose)?.(answer);
		focusHeading();
	};
	const form = useForm({ schema, send, onDone, ...(read && { read }) });
	const button = { pending, children: submit, ...(props.dangerous && { color: 'red' }) };
	return (
		<FormFrame
			form={form}
			fallback={fallback}
			remedy={form.failure !== undefined && remedy?.(form.failure, onDone)}
			takesFocus
		>
			{children}
			{onClose ? (
				<FormButtons onClose={onClose} {...button} />
			) : (
				<Group justify="flex-end" mt={4} grow={props.wide ?? false}>
					<SubmitButton {...button} />
				</Group>
			)}
		</FormFrame>
	);
};

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

interface FormDialogProps<S extends z.ZodMiniType, T> extends FormProps<S, T> {
	opened: boolean;
	onClose: () => void;
	title: string;
	/** Renders the result instead of closing. */
	after?: (answer: T) => ReactNode;
	/** Whether only a button of the result closes it. */
	locksAfter?: boolean;
}

/**
 * Renders a `Form` in a dialog. It starts empty each time, and stays open with the error if sending fails.
 * @example <FormDialog title="Invite a person" schema={personCreate} send={invite} after={(made) => …} … />
 */
export const FormDialog = <S extends z.ZodMiniType, T>(props: FormDialogProps<S, T>) => {
	const { opened, title, after, locksAfter = false, ...form } = props;
	const [done, setDone] = useState<{ answer: T }>();
	useEffect(() => {
		if (opened) setDone(undefined);
	}, [opened]);
	return (
		<Modal
			opened={opened}
			onClose={form.onClose}
			title={title}
			locked={locksAfter && done !== undefined}
			// The result may be shown only once, so a click outside must not close it.
			closeOnClickOutside={after === undefined}
		>
			{done && after ? (
				<NextStep>{after(done.answer)}</NextStep>
			) : (
				<Form {...form} {...(after && { onDone: (answer: T) => setDone({ answer }) })} />
			)}
		</Modal>
	);
};
