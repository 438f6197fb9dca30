import { type ErrorCode, errorCodes, type FieldErrors } from '#shared/contract/platform/errors.ts';

/** Optional fields of a failure, used by some codes only. */
export interface ErrorExtras {
	fields?: FieldErrors;
	/** The current item, or order of a list, with 412; the location of the parent, with `parent_gone`. */
	data?: unknown;
	headers?: Record<string, string>;
	cause?: unknown;
}

/** An error that the error handler answers with the status of its code. Its message is shown to people. */
export class AppError extends Error {
	readonly code: ErrorCode;
	readonly extras: ErrorExtras;

	constructor(code: ErrorCode, message?: string, extras: ErrorExtras = {}) {
		super(message ?? errorCodes[code].message, { cause: extras.cause });
		this.code = code;
		this.extras = extras;
	}

	get status() {
		return errorCodes[this.code].status;
	}
}

/** A command that failed. Its message is one sentence for the operator. */
export class CommandError extends Error {}

/** Makes a 404: `notFound('Course')` reads 'Course not found'. */
export const notFound = (label: string) => new AppError('not_found', `${label} not found`);

/** Makes a 409: the request does not fit the current state. The message says why. */
export const conflict = (message: string, extras?: ErrorExtras) =>
	new AppError('conflict', message, extras);

/**
 * Makes a 412: someone else changed `what` since the caller read it. Includes the current item and its `ETag`; `details`
 * says who and when.
 */
export const stale = (what: string, item: unknown, version: number | string, details?: string) =>
	new AppError('stale', details ?? `Someone else changed this ${what}.`, {
		data: item,
		headers: { etag: `"${version}"` },
	});

/** Makes a 422 for one field: the message is both the sentence and the message of the field. */
export const invalid = (field: string, message: string) =>
	new AppError('invalid', message, { fields: { [field]: message } });
