import { setTimeout as sleep } from 'node:timers/promises';

/** The outcome of a call: its answer, or unknown if nothing shows whether it was done. */
export type Outcome =
	// biome-ignore lint/suspicious/noExplicitAny: callers look into any body
	{ known: true; status: number; body: any } | { known: false; status: number | undefined };

const ATTEMPT_MS = 30_000;
const RETRY_MS = 60_000;

/**
 * Calls a server that may fail at any moment. A call that broke off or that the server could not finish (5xx) has an
 * unknown outcome.
 */
export const attempt = async (url: string, init: RequestInit = {}): Promise<Outcome> => {
	try {
		const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
		const text = await answer.text();
		if (answer.status >= 500) return { known: false, status: answer.status };
		const isJson = answer.headers.get('content-type')?.startsWith('application/json');
		return { known: true, status: answer.status, body: isJson ? JSON.parse(text) : text };
	} catch {
		return { known: false, status: undefined };
	}
};

/** Returns the options of a call with a JSON body. */
export const send = (method: 'POST' | 'PUT', body: unknown, headers: Record<string, string>) => ({
	method,
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify(body),
});

/** Returns the options of a call that uploads a file. */
export const sendFile = (name: string, bytes: Uint8Array, headers: Record<string, string>) => {
	const body = new FormData();
	body.append('file', new File([new Uint8Array(bytes)], name));
	return { method: 'POST', headers, body };
};

/** Repeats work until it is done, for at most a minute; resolves to the last result. */
export const repeat = async <Result>(
	work: () => Promise<Result>,
	isDone: (result: Result) => boolean,
) => {
	const deadline = performance.now() + RETRY_MS;
	for (;;) {
		const result = await work();
		if (isDone(result) || performance.now() > deadline) return result;
		await sleep(100);
	}
};

/** Repeats a call that may be made twice until its outcome is known. */
export const repeatCall = (url: string, init: RequestInit) =>
	repeat(
		() => attempt(url, init),
		({ known }) => known,
	);

/** Repeats a read until there is an answer. */
export const read = (url: string, headers: Record<string, string>) => repeatCall(url, { headers });
