import { failureBody } from '#shared/contract/platform/errors.ts';
import { ApiError } from './api-error.ts';
import { buildPersonHeader, withAuthChallenge } from './auth-challenge.ts';
import { readServerTime } from './clock.ts';

/** Response data, with the ETag of a single item for `If-Match`. */
export interface Answer<T> {
	data: T;
	etag: string | undefined;
	/** Id of the deletion in the trash, after a delete. */
	deletion?: string;
}

export interface Request {
	method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The query string; undefined and empty values are left out. */
	query?: Readonly<Record<string, string | undefined>>;
	body?: unknown;
	headers?: Readonly<Record<string, string>>;
	/** The call may be made for anyone, not only for the person whom the page shows: a sign-in. */
	forAnyone?: boolean;
	/** Aborts the request; an abort is not a failure. */
	signal?: AbortSignal | undefined;
}

/** Long enough for a list of 100 rows at 50 kbit/s. */
const TIMEOUT_MS = 30_000;

/** Returns the address of a call; undefined and empty query values are left out. */
export const buildAddress = (path: string, query: Request['query']) => {
	const pairs = Object.entries(query ?? {}).filter(
		([, value]) => value !== undefined && value !== '',
	);
	const search = new URLSearchParams(pairs as [string, string][]).toString();
	return `/api${path}${search === '' ? '' : `?${search}`}`;
};

/** Parses JSON; returns undefined if the text is not JSON. */
export const parseJson = (text: string) => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** Converts the status and text of a response to an error. */
export const toApiError = (
	status: number,
	text: string,
	headers: { requestId?: string | undefined; etag?: string | undefined },
) => {
	const body = failureBody.safeParse(parseJson(text));
	if (!body.success) return new ApiError({ kind: 'foreign', status, ...headers });
	const { success: _, error: message, requestId = headers.requestId, ...details } = body.data;
	const kind = status >= 500 ? 'broken' : 'refused';
	return new ApiError({ kind, status, message, ...headers, ...details, requestId });
};

/**
 * Calls the API. Returns the `data` of a success and throws an `ApiError` for failures; an abort by the caller's signal
 * passes unchanged. When the session has ended or the password is needed again, asks the person and repeats the call.
 */
export const request = <T>(path: string, options: Request = {}): Promise<Answer<T>> =>
	withAuthChallenge(() => callOnce<T>(path, options), (options.method ?? 'GET') === 'GET');

/**
 * Returns a query function that reads a path.
 * @example queryOptions({ queryKey: ['people'], queryFn: fetchData<Person[]>('/people') })
 */
export const fetchData =
	<T>(path: string, query: Request['query'] = {}) =>
	async ({ signal }: { signal: AbortSignal }) =>
		(await request<T>(path, { query, signal })).data;

/** Calls the API once, without challenges. */
const callOnce = async <T>(path: string, options: Request): Promise<Answer<T>> => {
	const { ok, status, text, requestId, etag } = await sendRequest(path, options);
	if (!ok) throw toApiError(status, text, { requestId, etag });
	const { data, deletion } = readBody(status, text, requestId);
	return { data, etag, deletion };
};

/** Sends a call under /api and returns the raw response; throws if there is none. */
export const sendRequest = async (path: string, options: Request) => {
	const { method = 'GET', query, body, headers, forAnyone = false, signal } = options;
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const response = await fetch(buildAddress(path, query), {
			method,
			headers: {
				accept: 'application/json',
				...(method !== 'GET' && { 'x-requested-with': 'console' }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...(!forAnyone && buildPersonHeader()),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
		});
		readServerTime(response.headers.get('date'));
		return {
			ok: response.ok,
			status: response.status,
			text: await response.text(),
			requestId: response.headers.get('x-request-id') ?? undefined,
			etag: response.headers.get('etag') ?? undefined,
		};
	} catch (cause) {
		if (signal?.aborted) throw cause;
		throw new ApiError({ kind: 'lost', cause });
	}
};

/**
 * Returns the body of a success. A page of a third party (such as a Wi-Fi login) can have status 200 too and counts as
 * foreign. With a false `success`, throws with its message, or for the screen's own text, as the specification
 * requires.
 */
const readBody = (status: number, text: string, requestId: string | undefined) => {
	const body = parseJson(text);
	if (body?.success === true) return body;
	if (body?.success !== false) throw new ApiError({ kind: 'foreign', status });
	const message = typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
	throw new ApiError({ kind: message ? 'refused' : 'broken', status, message, requestId });
};
