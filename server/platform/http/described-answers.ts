import type { RouteOptions } from 'fastify';
import { fileTypes } from '#shared/contract/content/files.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/platform/errors.ts';
import type { Access } from './access.ts';
import type { Json } from './described-fields.ts';

/** The parts of a route that its documentation needs. */
export type DescribedRoute = Pick<RouteOptions, 'url' | 'method' | 'config' | 'schema'>;

/** A response of an OpenAPI document. */
export interface Response {
	description?: string;
	content?: Record<string, Json>;
	headers?: Json;
}

const READS = new Set(['GET', 'HEAD']);

const isRead = ({ method }: DescribedRoute) => READS.has(String([method].flat()[0]));
const sendsFiles = ({ schema }: DescribedRoute) => schema?.produces?.includes(fileTypes.pdf);
const sendsJson = ({ schema }: DescribedRoute) => schema?.produces === undefined;

/**
 * Lists the codes of all failures that a call can answer: those of the guard, of its schema and of its own (decision
 * 0131).
 */
export const listFailures = (
	route: DescribedRoute,
	{ permission, fresh }: Access,
): readonly ErrorCode[] => {
	const { url, config = {}, schema = {} } = route;
	const isPerson = permission !== 'public' && permission !== 'device';
	const isChange = !isRead(route);
	const { call } = config;
	const codes: [applies: unknown, ...codes: ErrorCode[]][] = [
		[true, 'too_many', 'internal', 'unavailable'],
		[permission !== 'public', 'unauthenticated'],
		[isPerson || (isChange && !config.anySite), 'forbidden'],
		[isPerson && permission !== 'self' && permission !== 'signed-in', 'enrolment_required'],
		[fresh, 'reauth_required'],
		[config.queryNames && !config.anySite && !config.learners, 'other_person'],
		[url.includes(':'), 'not_found'],
		[config.queryNames && !config.anySite, 'invalid'],
		[isChange, 'bad_request', 'timeout', 'too_large', 'storage_full'],
		[schema.body, 'unsupported_type'],
		[call?.repeatable, 'conflict', 'idempotency_conflict'],
		[call?.guarded, 'stale'],
		[sendsFiles(route), 'range_not_satisfiable', 'files_failed', 'files_unavailable'],
		[call?.failures, ...(call?.failures ?? [])],
	];
	const listed = codes.flatMap(([applies, ...some]) => (applies ? some : []));
	return [...new Set(listed)];
};

const sendsVersion = ({ config }: DescribedRoute) => config?.call?.versioned !== undefined;

/** Returns whether the answer has an `ETag`: an item, JSON, a file or a picture of one. */
export const sendsTag = (route: DescribedRoute) =>
	sendsVersion(route) ||
	(isRead(route) &&
		(sendsJson(route) || sendsFiles(route) || route.schema?.produces?.includes('image/webp')));

const answersNotModified = (route: DescribedRoute) =>
	isRead(route) && sendsTag(route) && (route.config?.tagCoversAnswer || !sendsVersion(route));

const describeHeader = (description: string, type = 'string') => ({
	description,
	schema: { type },
});
const REQUEST_ID = { 'X-Request-Id': describeHeader('The id of the request in the log.') };
const ETAG = { ETag: describeHeader('The version, for `If-Match` and `If-None-Match`.') };
const LOCATION = { Location: describeHeader('The address of what was created.') };
const RANGE = { 'Content-Range': describeHeader('The part of the file, in bytes.') };
const RETRY_AFTER = { 'Retry-After': describeHeader('Seconds to wait.', 'integer') };
const CHALLENGE = { 'WWW-Authenticate': describeHeader('`Bearer`.') };

/** Headers of failures, by status. */
const FAILURE_HEADERS: Readonly<Record<number, Json>> = {
	401: CHALLENGE,
	412: ETAG,
	429: RETRY_AFTER,
	503: RETRY_AFTER,
};

const SUCCESSES: Readonly<Record<string, string>> = {
	200: 'Success.',
	201: 'Created.',
	202: 'Accepted.',
};

/** A refusal by the library of sign-ins, whose body is not that of other failures. */
const SIGN_IN_REFUSAL = {
	description:
		'`INVALID_EMAIL_OR_PASSWORD`, `ACCOUNT_DISABLED`, `INVALID_EMAIL`, `INVALID_PASSWORD`, `INVALID_CODE`, `USED_CODE`, `INVALID_TWO_FACTOR_COOKIE`, `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE`, or a code of other calls.',
	headers: REQUEST_ID,
	content: {
		'application/json': {
			schema: {
				anyOf: [
					{ $ref: '#/components/schemas/Failure' },
					{
						type: 'object',
						properties: {
							code: { type: 'string', description: 'A stable code for programs.' },
							message: { type: 'string', description: 'The reason, for people.' },
						},
					},
				],
			},
			example: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
		},
	},
};

const describeFailure = (status: number, codes: readonly ErrorCode[]) => ({
	description: codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join(' '),
	headers: { ...FAILURE_HEADERS[status], ...REQUEST_ID },
});

/** Returns the shared response of a status with some codes, and adds it to the components. */
const referToFailure = (status: number, codes: readonly ErrorCode[], responses: Json) => {
	const name = [status, ...codes].join('-');
	responses[name] ??= {
		...describeFailure(status, codes),
		content: {
			'application/json': {
				schema: {
					allOf: [
						{ $ref: '#/components/schemas/Failure' },
						{ type: 'object', properties: { code: { type: 'string', enum: codes } } },
					],
				},
				example: {
					success: false,
					error: errorCodes[codes[0] as ErrorCode].message,
					code: codes[0],
				},
			},
		},
	};
	return { $ref: `#/components/responses/${name}` };
};

/** Describes all answers of a call: those of its schema with their headers, 206, 304 and every failure by status. */
export const completeResponses = (
	known: Record<string, Response>,
	route: DescribedRoute,
	access: Access,
	shared: Json,
) => {
	const { default: _, ...successes } = known;
	const completed: Record<string, Response | Json> = {};
	const tag = sendsTag(route) && ETAG;
	for (const [status, response] of Object.entries(successes)) {
		const isUndescribed = response.description === 'Default Response';
		completed[status] = {
			...response,
			description: (isUndescribed && SUCCESSES[status]) || response.description || 'Success.',
			headers: { ...tag, ...(status === '201' && LOCATION), ...REQUEST_ID },
		};
	}
	const { 200: whole } = completed;
	if (sendsFiles(route) && whole)
		completed[206] = {
			...whole,
			description: 'The part of the file that `Range` names.',
			headers: { ...tag, ...RANGE, ...REQUEST_ID },
		};
	if (answersNotModified(route))
		completed[304] = {
			description: 'The answer has the `ETag` that `If-None-Match` names.',
			headers: { ...tag, ...REQUEST_ID },
		};
	const codes = listFailures(route, access);
	for (const status of new Set(codes.map((code) => errorCodes[code].status))) {
		const ofStatus = codes.filter((code) => errorCodes[code].status === status);
		// A failure with `data` of its own has a schema at the call.
		completed[status] = known[status]
			? { ...known[status], ...describeFailure(status, ofStatus) }
			: referToFailure(status, ofStatus, shared);
	}
	if (route.url.startsWith('/api/auth/'))
		for (const status of [400, 401, 403]) completed[status] = SIGN_IN_REFUSAL;
	return completed;
};
