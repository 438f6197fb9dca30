import { type ErrorCode, errorCodes, type FieldErrors } from '#shared/contract/errors.ts';

/** Extras of a failure that only some codes carry. */
export interface ErrorExtras {
	fields?: FieldErrors;
	/** The current item, or order of a list, with 412; where the parent is, with `parent_gone`. */
	data?: unknown;
	headers?: Record<string, string>;
	cause?: unknown;
}

/** An error that the error handler answers with the status of its code. People see its message. */
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

/** A command that cannot be done. Its message is one sentence for the operator. */
export class CommandError extends Error {}

/** 404: `notFound('Course')` says 'Course not found'. */
export const notFound = (label: string) => new AppError('not_found', `${label} not found`);

/** 409: what is asked for does not go with how something stands, as the sentence says. */
export const conflict = (message: string, extras?: ErrorExtras) =>
	new AppError('conflict', message, extras);

/** 412: somebody has changed `what` since the caller read it. With the present `item`, and what its `ETag` says. */
export const stale = (what: string, item: unknown, version: number | string) =>
	new AppError('stale', `Someone else changed this ${what}.`, {
		data: item,
		headers: { etag: `"${version}"` },
	});

/** 422 for one field: the message stands both as the sentence and at the field. */
export const invalid = (field: string, message: string) =>
	new AppError('invalid', message, { fields: { [field]: message } });
