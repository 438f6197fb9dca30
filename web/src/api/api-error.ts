import type { FieldErrors } from '#shared/contract/errors.ts';

/**
 * How a call failed:
 * - `refused`: our server said no (4xx) and says why in a sentence for a person;
 * - `broken`: our server failed (5xx); its sentence says nothing about the cause;
 * - `foreign`: the answer is not one of ours (a proxy's page, a hotspot's);
 * - `lost`: no answer came, so whether the call had an effect is not known.
 */
export type ErrorKind = 'refused' | 'broken' | 'foreign' | 'lost';

interface Details {
	kind: ErrorKind;
	/** The HTTP status; 0 when no answer came. */
	status?: number;
	message?: string;
	code?: string;
	/** Messages by field of the request. */
	fields?: FieldErrors;
	requestId?: string;
	/** With 412: the item as it stands now. */
	data?: unknown;
	/** With 412: the version of that item. */
	etag?: string;
	cause?: unknown;
}

/** The one error that calls of the API throw. */
export class ApiError extends Error {
	readonly kind: ErrorKind;
	readonly status: number;
	readonly code: string | undefined;
	readonly fields: FieldErrors | undefined;
	readonly requestId: string | undefined;
	readonly data: unknown;
	readonly etag: string | undefined;

	constructor({ kind, status = 0, message, cause, ...rest }: Details) {
		super(
			message ?? (kind === 'lost' ? 'The connection was lost' : `HTTP error! status: ${status}`),
			{
				cause,
			},
		);
		this.name = 'ApiError';
		this.kind = kind;
		this.status = status;
		this.code = rest.code;
		this.fields = rest.fields;
		this.requestId = rest.requestId;
		this.data = rest.data;
		this.etag = rest.etag;
	}
}

/** Whether the call may have had an effect although it failed. */
export const isUnsettled = (error: unknown) =>
	error instanceof ApiError && (error.kind !== 'refused' || error.status === 409);
