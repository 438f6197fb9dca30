import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { z } from '#shared/zod.ts';
import { ApiError } from '../api/api-error.ts';
import { type Attempt, newAttempt } from '../api/attempt.ts';
import { Failed } from './failed.tsx';

/** What was typed or chosen, by the names of the inputs. */
export type Typed = Readonly<Record<string, string>>;
type Messages = Readonly<Record<string, string | undefined>>;

interface PlainFormProps<S extends z.ZodType, T> {
	/** Checks before anything is sent, with the words of the contract. */
	schema: S;
	/** What the schema gets to see of what was typed; all of it as text unless this says otherwise. */
	read?: (typed: Typed) => unknown;
	/**
	 * Sends what the schema made of it; what it throws is shown, at its field where it names one. What
	 * must not be done twice goes by the key of the form's attempt.
	 */
	send: (body: z.output<S>, attempt: Attempt) => Promise<T>;
	onDone: (answer: T) => void;
	/** 'Sign in', and while it is on its way 'Signing in...'. */
	submit: string;
	pending: string;
	/** The words for a fault of ours or a lost connection. */
	fallback: string;
	/** What can be done about a failure, where something can. */
	remedy?: (error: unknown, done: (answer: T) => void) => ReactNode;
	/** Beside the button that sends. */
	cancel?: ReactNode;
	/** The button takes the whole width: a form that is a screen of its own. */
	wide?: boolean;
	/** What it does cannot be taken back. */
	dangerous?: boolean;
	/** The inputs, each with a `name`, and the message that belongs to it. */
	children?: (messages: Messages) => ReactNode;
}

/** Where the typing starts. */
const FIRST = 'input:not([type=hidden], [readonly])';

const typedIn = (form: HTMLFormElement): Typed =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The first message of each field. */
const messagesOf = ({ issues }: z.ZodError): Messages =>
	Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());

const fieldsOf = (error: unknown): Messages => (error instanceof ApiError && error.fields) || {};

/**
 * A form that is not about an item of content: sign-in, an invitation, a new password. The browser
 * holds what is typed, so that password managers and paste work as they do anywhere.
 */
export const PlainForm = <S extends z.ZodType, T>(props: PlainFormProps<S, T>) => {
	const { schema, read, send, onDone, fallback, children } = props;
	const element = useRef<HTMLFormElement>(null);
	const attempt = useRef(newAttempt());
	const [wrong, setWrong] = useState<Messages>({});
	const { mutate, isPending, error } = useMutation({
		mutationFn: (body: z.output<S>) => send(body, attempt.current),
		onSuccess: onDone,
		onError: (failure) => setWrong(fieldsOf(failure)),
	});
	const submit = (event: SyntheticEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (isPending) return;
		const typed = typedIn(event.currentTarget);
		const checked = schema.safeParse(read ? read(typed) : typed);
		setWrong(checked.success ? {} : messagesOf(checked.error));
		if (checked.success) mutate(checked.data);
	};
	useEffect(() => {
		const first = element.current?.querySelector<HTMLElement>(FIRST);
		// For a dialog's focus trap, which looks for it once it is open; a screen takes it at once.
		first?.setAttribute('data-autofocus', '');
		first?.focus({ preventScroll: true });
	}, []);
	useEffect(() => {
		if (Object.values(wrong).some(Boolean))
			element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [wrong]);

	const named = Object.keys(fieldsOf(error));
	const shownAtFields =
		named.length > 0 && named.every((name) => element.current?.elements.namedItem(name));
	return (
		<form ref={element} noValidate onSubmit={submit} aria-busy={isPending || undefined}>
			<Stack gap="md">
				{error && !shownAtFields && (
					<Failed error={error} fallback={fallback} action={props.remedy?.(error, onDone)} />
				)}
				{children?.(wrong)}
				<Group
					justify={props.wide ? 'stretch' : 'flex-end'}
					gap="xs"
					mt={4}
					grow={props.wide ?? false}
				>
					{props.cancel}
					<Button
						type="submit"
						aria-disabled={isPending || undefined}
						{...(props.dangerous && { color: 'red' })}
					>
						{isPending ? props.pending : props.submit}
					</Button>
				</Group>
			</Stack>
		</form>
	);
};
