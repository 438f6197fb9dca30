import { Button, Group } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import type { FieldErrors } from '#shared/contract/errors.ts';
import type { z } from '#shared/zod.ts';
import type { Attempt } from '../../api/attempt.ts';
import { FormFrame } from '../form/form-frame.tsx';
import { useSubmission } from '../form/use-submission.ts';
import { Messages } from './plain-fields.tsx';

/** What was typed or chosen, by the names of the inputs. */
export type Typed = Readonly<Record<string, string>>;

interface PlainFormProps<S extends z.ZodMiniType, T> {
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
	/** The inputs, each with a `name`: `PlainText`, `Password` and the like, which know their messages by it. */
	children?: ReactNode;
}

const typedIn = (form: HTMLFormElement): Typed =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The first message of each field. */
const messagesOf = ({ issues }: z.core.$ZodError): FieldErrors =>
	Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());

/**
 * A form that is not about an item of content: sign-in, an invitation, a new password. The browser
 * holds what is typed, so that password managers and paste work as they do anywhere.
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
