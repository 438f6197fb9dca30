import type { ErrorCode } from '#shared/contract/platform/errors.ts';
import { ApiError } from './api-error.ts';

/** The error catalogue's text for lists, subjects and the error page, for an error without a message of its own. */
export const UNEXPECTED = 'An unexpected error occurred';
/** The error catalogue's text for everything else. */
export const UNKNOWN = 'An unknown error occurred';

export interface ErrorMessage {
	message: string;
	/** Advice, if any. */
	hint?: string;
	/** The request id, to find the error in the server's log. */
	requestId?: string | undefined;
}

/** Codes of 5xx responses that are not faults of our server: their messages are for people. */
const explainedCodes: ReadonlySet<string | undefined> = new Set<ErrorCode>([
	'payment_refused',
	'payment_unanswered',
	'payments_off',
	'mail_off',
]);

/**
 * Returns the texts of an error. A refusal has its own message, and a foreign response names its status. For a server
 * error or a lost connection, returns the screen's text (`fallback`, from the specification's error catalogue), with
 * the request id if there is one.
 */
export const describeError = (error: unknown, fallback: string = UNKNOWN): ErrorMessage => {
	if (!(error instanceof ApiError)) return { message: fallback };
	const { kind, message, requestId } = error;
	if (kind === 'refused' || explainedCodes.has(error.code)) return { message };
	if (kind === 'foreign') return { message, requestId };
	if (kind === 'broken') return { message: fallback, requestId };
	return { message: fallback, hint: 'The connection was lost. Check it and try again.' };
};
