import type { FieldErrors } from '#shared/contract/platform/errors.ts';

/**
 * Kinds of failure:
 * - `refused`: our server refused the call (4xx), with a message for people;
 * - `broken`: our server failed (5xx), without a cause;
 * - `foreign`: the response is not from our server (a proxy, a captive portal);
 * - `lost`: no response, so the effect is unknown.
 */
export type ErrorKind = 'refused' | 'broken' | 'foreign' | 'lost';

interface Details {
	kind: ErrorKind;
	/** The HTTP status; 0 without a response. */
	status?: number;
	message?: string | undefined;
	code?: string | undefined;
	/** Messages by field of the request. */
	fields?: FieldErrors | undefined;
	requestId?: string | undefined;
	/** With 412: the current item. */
	data?: unknown;
	/** With 412: the version of that item. */
	etag?: string | undefined;
	cause?: unknown;
}

/** Thrown by all calls of the API. */
export class ApiError extends Error {
	declare readonly kind: ErrorKind;
	declare readonly status: number;
	declare readonly code: string | undefined;
	declare readonly fields: FieldErrors | undefined;
	declare readonly requestId: string | undefined;
	declare readonly data: unknown;
	declare readonly etag: string | undefined;

	constructor({ message, cause, ...details }: Details) {
		const { kind, status = 0 } = details;
		const usual = kind === 'lost' ? 'The connection was lost' : `HTTP error! status: ${status}`;
		super(message ?? usual, { cause });
		Object.assign(this, { name: 'ApiError', ...details, status });
	}
}

/** Returns whether an error is a 404. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Returns the messages by field of a refused call; an empty object for other errors. */
export const getFieldErrors = (error: unknown): FieldErrors =>
	(error instanceof ApiError && error.fields) || {};

/** Returns the item that someone else saved first, from a 412 error. */
export const getStaleItem = <Item>(error: unknown) =>
	error instanceof ApiError && error.status === 412 ? (error.data as Item | undefined) : undefined;

/** Returns whether a failed call may still have had an effect. */
export const mayHaveTakenEffect = (error: unknown) =>
	error instanceof ApiError && (error.kind !== 'refused' || error.status === 409);
