import { Button, Group } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import type { FieldErrors } from '#shared/contract/errors.ts';
import type { z } from '#shared/zod.ts';
import type { Attempt } from '../../api/attempt.ts';
import { FormFrame } from '../form/form-frame.tsx';
import { useSubmission } from '../form/use-submission.ts';
import { Messages } from './plain-fields.tsx';

/** Form values by input name. */
export type FormValues = Readonly<Record<string, string>>;

interface PlainFormProps<S extends z.ZodMiniType, T> {
	/** Validates before sending, with the contract's messages. */
	schema: S;
	/** Converts the form values for the schema; by default all are passed as text. */
	read?: (typed: FormValues) => unknown;
	/**
	 * Sends the parsed values. Errors are shown at the fields that they name, or above the form. Calls that must not run
	 * twice use the attempt's idempotency key.
	 */
	send: (body: z.output<S>, attempt: Attempt) => Promise<T>;
	onDone: (answer: T) => void;
	/** Text of the button: 'Sign in', and while sending 'Signing in...' (`pending`). */
	submit: string;
	pending: string;
	/** Text for a server error or a lost connection. */
	fallback: string;
	/** Renders a button that resolves an error, if there is one. */
	remedy?: (error: unknown, done: (answer: T) => void) => ReactNode;
	/** A button next to the submit button. */
	cancel?: ReactNode;
	/** Makes the button as wide as the form, for a form that is a whole screen. */
	wide?: boolean;
	/** Makes the button red: the action cannot be undone. */
	dangerous?: boolean;
	/** The inputs, each with a `name` by which it gets its message: `PlainText`, `Password` and the like. */
	children?: ReactNode;
}

const typedIn = (form: HTMLFormElement): FormValues =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Returns the first message of each field. */
const messagesOf = ({ issues }: z.core.$ZodError): FieldErrors =>
	Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());

/**
 * Renders a form that does not edit an item of content: sign-in, an invitation, a new password. The inputs are
 * uncontrolled, so that password managers and paste work.
 */
export const PlainForm = <S extends z.ZodMiniType, T>(props: PlainFormProps<S, T>) => {
	const { schema, read, send, onDone, fallback, remedy, children } = props;
	const element = useRef<HTMLFormElement>(null);
	const submission = useSubmission({
		send,
		onDone,
		has: (name) => Boolean(element.current?.elements.namedItem(name)),
	});
	const { sending, failure, wrong } = submission;
	const submit = (event: SyntheticEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (sending) return;
		const typed = typedIn(event.currentTarget);
		const checked = schema.safeParse(read ? read(typed) : typed);
		submission.setWrong(checked.success ? {} : messagesOf(checked.error));
		if (checked.success) submission.send(checked.data);
	};
	return (
		<FormFrame
			ref={element}
			onSubmit={submit}
			sending={sending}
			failure={failure}
			fallback={fallback}
			remedy={failure !== undefined && remedy?.(failure, onDone)}
			wrong={wrong}
			takesFocus
		>
			<Messages value={wrong}>{children}</Messages>
			<Group
				justify={props.wide ? 'stretch' : 'flex-end'}
				gap="xs"
				mt={4}
				grow={props.wide ?? false}
			>
				{props.cancel}
				<Button
					type="submit"
					aria-disabled={sending || undefined}
					{...(props.dangerous && { color: 'red' })}
				>
					{sending ? props.pending : props.submit}
				</Button>
			</Group>
		</FormFrame>
	);
};
