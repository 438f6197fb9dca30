import { failureBody } from '#shared/contract/errors.ts';
import { ApiError } from './api-error.ts';
import { withAuthChallenge } from './auth-challenge.ts';

/** Response data, with the ETag of a single item for `If-Match`. */
export interface Answer<T> {
	data: T;
	etag: string | undefined;
	/** Id of the deletion in the trash, after a delete. */
	deletion?: string;
}

export interface Request {
	method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Turned into the query string; undefined and empty values are left out. */
	query?: Readonly<Record<string, string | undefined>>;
	body?: unknown;
	headers?: Readonly<Record<string, string>>;
	/** Ends the request when the caller no longer wants it; that is not a failure. */
	signal?: AbortSignal | undefined;
}

/** Long enough for a list of a hundred rows on a line of 50 kbit/s. */
const TIMEOUT_MS = 30_000;

/** The address of a call; what is undefined or empty in its query is left out. */
export const addressOf = (path: string, query: Request['query']) => {
	const pairs = Object.entries(query ?? {}).filter(
		([, value]) => value !== undefined && value !== '',
	);
	const search = new URLSearchParams(pairs as [string, string][]).toString();
	return `/api${path}${search === '' ? '' : `?${search}`}`;
};

/** Parses JSON; returns undefined if the text is not JSON. */
export const parsed = (text: string) => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** The failure that an answer's status and text stand for. */
export const failureOf = (
	status: number,
	text: string,
	headers: { requestId?: string | undefined; etag?: string | undefined },
) => {
	const body = failureBody.safeParse(parsed(text));
	if (!body.success) return new ApiError({ kind: 'foreign', status, ...headers });
	const { success: _, error: message, requestId = headers.requestId, ...details } = body.data;
	const kind = status >= 500 ? 'broken' : 'refused';
	return new ApiError({ kind, status, message, ...headers, ...details, requestId });
};

/** The last change at each address that is still under way. */
const underWay = new Map<string, { change: string; answer: Promise<Answer<unknown>> }>();

/**
 * A second press of a button may come before the screen shows that the first is under way, on a slow
 * phone above all: what is asked for word for word again meanwhile has the same answer, and is sent once.
 */
const once = <T>(path: string, options: Request, send: () => Promise<Answer<T>>) => {
	const { method = 'GET', body, headers, signal } = options;
	if (method === 'GET' || signal) return send();
	const change = JSON.stringify([method, body, headers]);
	const before = underWay.get(path);
	if (before?.change === change) return before.answer as Promise<Answer<T>>;
	const answer = send().finally(() => {
		if (underWay.get(path)?.answer === answer) underWay.delete(path);
	});
	underWay.set(path, { change, answer });
	return answer;
};

/**
 * Calls the API. Returns the `data` of a success and throws an `ApiError` for failures; an abort by the caller's signal
 * passes unchanged. When the session has ended or the password is needed again, asks the person and repeats the call.
 */
export const request = <T>(path: string, options: Request = {}): Promise<Answer<T>> =>
	once(path, options, () =>
		withAuthChallenge(() => ask<T>(path, options), (options.method ?? 'GET') === 'GET'),
	);

/**
 * Reads an address for a query.
 * @example queryOptions({ queryKey: ['people'], queryFn: fetchData<Person[]>('/people') })
 */
export const fetchData =
	<T>(path: string, query: Request['query'] = {}) =>
	async ({ signal }: { signal: AbortSignal }) =>
		(await request<T>(path, { query, signal })).data;

/** The same, once, whatever it meets. */
const ask = async <T>(path: string, options: Request): Promise<Answer<T>> => {
	const { ok, status, text, requestId, etag } = await exchange(path, options);
	if (!ok) throw failureOf(status, text, { requestId, etag });
	const { data, deletion } = bodyOf(status, text, requestId);
	return { data, etag, deletion };
};

/** Sends a call under /api and answers what came back, as it came; fails when nothing did. */
export const exchange = async (path: string, options: Request) => {
	const { method = 'GET', query, body, headers, signal } = options;
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const response = await fetch(addressOf(path, query), {
			method,
			headers: {
				accept: 'application/json',
				...(method !== 'GET' && { 'x-requested-with': 'console' }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
		});
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
 * A page of someone else's (a hotspot asking for money, say) can answer 200 too. Where a success flag is
 * false, its sentence is shown, or the screen's own words, as the specification has it.
 */
const bodyOf = (status: number, text: string, requestId: string | undefined) => {
	const body = parsed(text);
	if (body?.success === true) return body;
	if (body?.success !== false) throw new ApiError({ kind: 'foreign', status });
	const message = typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
	throw new ApiError({ kind: message ? 'refused' : 'broken', status, message, requestId });
};
