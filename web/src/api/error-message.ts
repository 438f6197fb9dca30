import type { ErrorCode } from '#shared/contract/errors.ts';
import { ApiError } from './api-error.ts';

/** The catalogue's words for a list, a subject or the error page whose failure has none of its own. */
export const UNEXPECTED = 'An unexpected error occurred';
/** The catalogue's words for everything else that has none of its own. */
export const UNKNOWN = 'An unknown error occurred';

export interface ErrorMessage {
	message: string;
	/** Advice, if any. */
	hint?: string;
	/** Finds the failure in the server's log. */
	requestId?: string | undefined;
}

/** Answers above 499 that are no fault of ours: their sentences say what happened, and are for a person. */
const speaking: ReadonlySet<string | undefined> = new Set<ErrorCode>([
	'payment_refused',
	'payment_unanswered',
	'payments_off',
	'mail_off',
]);

/**
 * A failure in words for a person. A refusal speaks for itself; an answer that is not ours says its
 * status; for a fault of ours or a lost connection the screen's own text (`fallback`, from the
 * specification's catalogue) is shown, with the request id where there is one.
 */
export const errorMessage = (error: unknown, fallback: string = UNKNOWN): ErrorMessage => {
	if (!(error instanceof ApiError)) return { message: fallback };
	const { kind, message, requestId } = error;
	if (kind === 'refused' || speaking.has(error.code)) return { message };
	if (kind === 'foreign') return { message, requestId };
	if (kind === 'broken') return { message: fallback, requestId };
	return { message: fallback, hint: 'The connection was lost. Check it and try again.' };
};
