import { setTimeout as sleep } from 'node:timers/promises';

/** What became of a call: its answer, or nothing that says whether it was done. */
export type Outcome =
	// biome-ignore lint/suspicious/noExplicitAny: whoever calls looks into any body
	{ known: true; status: number; body: any } | { known: false; status: number | undefined };

const PATIENCE_MS = 30_000;

/**
 * Calls a server that may fail at any moment. A call that broke off or that the server could not
 * finish (5xx) may have been done or not; its status says which it was.
 */
export const attempt = async (url: string, init: RequestInit = {}): Promise<Outcome> => {
	try {
		const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
		const text = await answer.text();
		if (answer.status >= 500) return { known: false, status: answer.status };
		const isJson = answer.headers.get('content-type')?.startsWith('application/json');
		return { known: true, status: answer.status, body: isJson ? JSON.parse(text) : text };
	} catch {
		return { known: false, status: undefined };
	}
};

/** A call with a body of JSON. */
export const send = (method: 'POST' | 'PUT', body: unknown, headers: Record<string, string>) => ({
	method,
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify(body),
});

/** A call whose body is a form with a file. */
export const sendFile = (name: string, bytes: Uint8Array, headers: Record<string, string>) => {
	const body = new FormData();
	body.append('file', new File([new Uint8Array(bytes)], name));
	return { method: 'POST', headers, body };
};

const INSIST_MS = 60_000;

/** Does it again for as long as it cannot be told whether it was done: a server may ask for patience. */
export const insist = async <Done>(work: () => Promise<Done>, isDone: (done: Done) => boolean) => {
	const deadline = performance.now() + INSIST_MS;
	for (;;) {
		const done = await work();
		if (isDone(done) || performance.now() > deadline) return done;
		await sleep(100);
	}
};

/** A call that may be made twice, until there is an answer to it. */
export const insistOnAnswer = (url: string, init: RequestInit) =>
	insist(
		() => attempt(url, init),
		({ known }) => known,
	);

/** A read that is asked for until there is an answer to it. */
export const read = (url: string, headers: Record<string, string>) =>
	insistOnAnswer(url, { headers });
