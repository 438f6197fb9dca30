import { ApiError } from '../api-error.ts';
import { withAuthChallenge } from '../auth-challenge.ts';
import { failureOf, parsed } from '../client.ts';

/** A line that carries nothing for this long is lost; a slow one is not. */
const SILENCE_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** So often in vain, over some two minutes, and the person is told. */
const TRIES = 8;

/** What is sent in one request. */
export interface Sending {
	method: 'POST' | 'PUT';
	path: string;
	body: FormData | Blob;
	headers: Record<string, string>;
	signal: AbortSignal;
	/** Hears how many bytes have left so far. */
	onSent: (bytes: number) => void;
	/** Hears that all have. */
	onLeft?: () => void;
}

/** Sends once. By XMLHttpRequest: `fetch` cannot tell how much of a body has left. */
const exchange = <T>({ method, path, body, headers, signal, onSent, onLeft }: Sending) =>
	new Promise<T>((resolve, reject) => {
		signal.throwIfAborted();
		const call = new XMLHttpRequest();
		let silence: ReturnType<typeof setTimeout>;
		const end = () => {
			reject(signal.reason);
			call.abort();
		};
		const lost = () => {
			reject(new ApiError({ kind: 'lost' }));
			call.abort();
		};
		const heard = () => {
			clearTimeout(silence);
			silence = setTimeout(lost, SILENCE_MS);
		};
		signal.addEventListener('abort', end);
		call.upload.onprogress = ({ loaded }) => {
			heard();
			onSent(loaded);
		};
		call.upload.onload = () => onLeft?.();
		call.onloadend = () => {
			clearTimeout(silence);
			signal.removeEventListener('abort', end);
		};
		call.onerror = lost;
		call.onload = () => {
			const { status, responseText: text } = call;
			const requestId = call.getResponseHeader('x-request-id') ?? undefined;
			const answer = status >= 200 && status < 300 ? parsed(text) : undefined;
			if (answer) resolve(answer.data);
			else reject(failureOf(status, text, { requestId }));
		};
		call.open(method, `/api${path}`);
		call.setRequestHeader('x-requested-with', 'console');
		for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
		heard();
		call.send(body);
	});

/** Sends a body, and once more when the person has signed in again; fails as calls of the API do. */
export const send = <T>(sending: Sending): Promise<T> =>
	withAuthChallenge(() => exchange<T>(sending));

/** Whether the same may pass another time: the line was lost, the server busy, or what is there is not what was thought. */
const mayPass = (error: unknown) => {
	if (!(error instanceof ApiError)) return false;
	return error.kind === 'refused'
		? [404, 408, 409, 429].includes(error.status)
		: error.status !== 507;
};

/** How to wait for a line. */
export interface Waiting {
	signal: AbortSignal;
	/** Its event `now` ends a wait. */
	waiting: EventTarget;
	onWait: (offline: boolean) => void;
}

const nextTry = async (tries: number, { signal, waiting, onWait }: Waiting) => {
	const offline = !navigator.onLine;
	onWait(offline);
	const over = new AbortController();
	const { promise, resolve } = Promise.withResolvers<void>();
	const on = { signal: over.signal };
	signal.addEventListener('abort', () => resolve(), on);
	waiting.addEventListener('now', () => resolve(), on);
	addEventListener('online', () => resolve(), on);
	const wait = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
	const timer = offline ? undefined : setTimeout(resolve, wait * (0.8 + Math.random() * 0.4));
	await promise;
	clearTimeout(timer);
	over.abort();
	signal.throwIfAborted();
};

/**
 * Tries until it succeeds. What a broken line fails is tried again: at once when the device has a network again, else
 * after longer and longer waits; `progressed` begins them anew. Rejects with what nothing can be done about, and when
 * nothing progressed for so many tries.
 */
export const overBrokenLine = async <T>(
	attempt: (progressed: () => void) => Promise<T>,
	waiting: Waiting,
): Promise<T> => {
	let tries = 0;
	for (;;) {
		try {
			return await attempt(() => {
				tries = 0;
			});
		} catch (error) {
			waiting.signal.throwIfAborted();
			if (tries >= TRIES || !mayPass(error)) throw error;
			await nextTry(tries, waiting);
			tries++;
		}
	}
};
