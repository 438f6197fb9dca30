import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldErrors } from '#shared/contract/errors.ts';
import { fieldsOf } from '../../api/api-error.ts';
import { type Attempt, newAttempt } from '../../api/attempt.ts';

interface SubmissionOptions<Body, T> {
	/** Sends the body; creates use the attempt's `Idempotency-Key`. */
	send: (body: Body, attempt: Attempt) => Promise<T>;
	onDone: (answer: T) => void;
	/** Returns whether the form has a field of this name, to show its error. */
	has: (name: string) => boolean;
	onRefused?: (fields: FieldErrors) => void;
}

/**
 * Submits a form, one request at a time and never twice. Errors are shown at the fields that the server names (`wrong`)
 * or, without such fields, above the form (`failure`).
 */
export const useSubmission = <Body, T>(options: SubmissionOptions<Body, T>) => {
	const { send, onDone, has, onRefused } = options;
	const attempt = useRef(newAttempt());
	const [wrong, setWrong] = useState<FieldErrors>({});
	const { mutate, isPending, error } = useMutation({
		mutationFn: (body: Body) => send(body, attempt.current),
		onSuccess: (answer) => {
			attempt.current = newAttempt();
			onDone(answer);
		},
		onError: (failure) => {
			setWrong(fieldsOf(failure));
			onRefused?.(fieldsOf(failure));
		},
	});
	const named = Object.keys(fieldsOf(error));
	const atFields = named.length > 0 && named.every(has);
	return {
		send: mutate,
		sending: isPending,
		failure: error && !atFields ? error : undefined,
		wrong,
		setWrong,
	};
};
