import { component, openapi, z } from '../../zod.ts';

/** All errors of the API: the HTTP status, and the default message. */
export const errorCodes = {
	bad_request: { status: 400, message: 'The request could not be read.' },
	unauthenticated: { status: 401, message: 'Please sign in.' },
	invalid_link: {
		status: 400,
		message: 'This link does not work: it was used, or has expired. Please ask for another one.',
	},
	passkey_refused: {
		status: 400,
		message: 'This passkey was not accepted. Try again, or use another way.',
	},
	payment_required: { status: 402, message: 'This needs a payment.' },
	forbidden: { status: 403, message: 'You may not do this.' },
	editors_only: { status: 403, message: 'This is published. Ask an editor to change it.' },
	link_expired: { status: 403, message: 'This link has expired. Ask for a new one.' },
	reauth_required: { status: 403, message: 'Please enter your password again.' },
	enrolment_required: { status: 403, message: 'Please set up your second factor first.' },
	not_found: { status: 404, message: 'Not found.' },
	no_match: { status: 404, message: 'No payment matches what you entered.' },
	no_file: { status: 404, message: 'This has no file yet.' },
	method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
	start_again: { status: 410, message: 'Changes this old are not listed. Read everything again.' },
	timeout: { status: 408, message: 'The request took too long to arrive.' },
	conflict: { status: 409, message: 'This conflicts with something else.' },
	external_id_taken: { status: 409, message: 'Another item has this external id.' },
	other_person: { status: 409, message: 'Someone else is signed in.' },
	changed: { status: 409, message: 'Someone else changed this item.' },
	devices_full: {
		status: 409,
		message:
			'This account is signed in on three devices. Sign out on one of them, or ask our staff.',
	},
	not_ready: { status: 409, message: 'The check found problems.' },
	idempotency_conflict: {
		status: 409,
		message: 'This Idempotency-Key was already used for another request.',
	},
	parent_gone: {
		status: 409,
		message: 'What it lay under is in the trash, or permanently deleted.',
	},
	in_use: { status: 409, message: 'Something that came later rests on this.' },
	stale: { status: 412, message: 'Someone else changed this item.' },
	too_large: { status: 413, message: 'The request is too large.' },
	unsupported_type: { status: 415, message: 'This content type is not accepted.' },
	range_not_satisfiable: { status: 416, message: 'The file is shorter than that.' },
	unknown_account: { status: 422, message: 'This account does not exist.' },
	invalid: { status: 422, message: 'Some fields need attention.' },
	too_many: { status: 429, message: 'Too many requests. Please wait a moment.' },
	headers_too_large: { status: 431, message: 'The request headers are too large.' },
	internal: { status: 500, message: 'Something went wrong on our side.' },
	payment_refused: { status: 502, message: 'M-Pesa refused this payment.' },
	payments_off: { status: 503, message: 'Payments are not set up on this server.' },
	payment_unanswered: { status: 504, message: 'M-Pesa did not answer. The payment stays pending.' },
	mail_off: { status: 503, message: 'This server sends no e-mail.' },
	files_failed: { status: 502, message: 'The file store did not hand out this file.' },
	files_unavailable: {
		status: 503,
		message: 'Files cannot be reached right now. Please try again in a moment.',
	},
	unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
	storage_full: { status: 507, message: 'There is no room left to store this.' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Messages by field of the request, e.g. `{ name: 'Name is required' }`. */
export type FieldErrors = Record<string, string>;

/** Makes the schema of the body of a success. */
export const success = <Data extends z.ZodMiniType>(data: Data) =>
	z.object({ success: z.literal(true), data });

/** The body of every failure. `fields` is set with 422, `data` (the current state) with 412 and some of 409. */
export const failureBody = component('Failure', {
	success: z.literal(false),
	error: z.string(),
	// Not `z.enum`, so that a console that is older than its server can read an unknown code.
	code: z.string().register(openapi, {
		enum: Object.keys(errorCodes),
	}),
	fields: z.optional(z.record(z.string(), z.string())),
	data: z.optional(z.unknown()),
	requestId: z.optional(z.string()),
});

export type FailureBody = z.infer<typeof failureBody>;
