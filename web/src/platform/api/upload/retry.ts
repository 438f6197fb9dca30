import { ApiError } from '../api-error.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Tries without progress, over about two minutes. */
const TRIES = 8;

/** Why a retry waits: the device is offline, there was no response, or the server failed. */
export type WaitCause = 'offline' | 'lost' | 'server';

interface Retrying {
	signal: AbortSignal;
	/** The event `now` ends a wait. */
	now: EventTarget;
	onWait: (cause: WaitCause) => void;
}

const isRetryable = (error: unknown) => {
	if (!(error instanceof ApiError)) return false;
	return error.kind === 'refused'
		? [404, 408, 409, 429].includes(error.status)
		: error.status !== 507;
};

/** Waits longer with each try; returns early when the device is online again or on `now`. */
const waitForRetry = async (tries: number, { signal, now }: Retrying) => {
	const over = new AbortController();
	const { promise, resolve } = Promise.withResolvers<void>();
	const on = { signal: over.signal };
	signal.addEventListener('abort', () => resolve(), on);
	now.addEventListener('now', () => resolve(), on);
	addEventListener('online', () => resolve(), on);
	const wait = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
	const timer = navigator.onLine
		? setTimeout(resolve, wait * (0.8 + Math.random() * 0.4))
		: undefined;
	await promise;
	clearTimeout(timer);
	over.abort();
	signal.throwIfAborted();
};

/**
 * Repeats a call that failed for a lost connection or a busy or broken server: at once when the device is online again,
 * else after growing waits. `onProgress` resets the count of tries. Throws errors that a retry cannot fix, and the last
 * error after about two minutes without progress.
 */
export const retry = async <T>(
	attempt: (onProgress: () => void) => Promise<T>,
	retrying: Retrying,
): Promise<T> => {
	let tries = 0;
	const onProgress = () => {
		tries = 0;
	};
	for (;;) {
		try {
			return await attempt(onProgress);
		} catch (error) {
			retrying.signal.throwIfAborted();
			if (tries >= TRIES || !isRetryable(error)) throw error;
			const isLost = error instanceof ApiError && error.kind === 'lost';
			retrying.onWait(navigator.onLine ? (isLost ? 'lost' : 'server') : 'offline');
			await waitForRetry(tries++, retrying);
		}
	}
};
