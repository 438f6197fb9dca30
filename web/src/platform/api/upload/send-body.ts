import { ApiError } from '../api-error.ts';
import { buildPersonHeader, withAuthChallenge } from '../auth-challenge.ts';
import { parseJson, toApiError } from '../client.ts';

/** A request without any progress for this long counts as lost. */
const SILENCE_MS = 60_000;

interface BodyRequest {
	method: 'POST' | 'PUT';
	/** Path below `/api`. */
	path: string;
	body: FormData | Blob;
	headers: Record<string, string>;
	signal: AbortSignal;
	/** Called with the bytes of the body sent so far. */
	onSent: (bytes: number) => void;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
const sendXhr = <T>({ method, path, body, headers, signal, onSent }: BodyRequest) =>
	new Promise<T>((resolve, reject) => {
		signal.throwIfAborted();
		const call = new XMLHttpRequest();
		let silence: ReturnType<typeof setTimeout>;
		const abort = () => {
			reject(signal.reason);
			call.abort();
		};
		const lose = () => {
			reject(new ApiError({ kind: 'lost' }));
			call.abort();
		};
		const restartTimer = () => {
			clearTimeout(silence);
			silence = setTimeout(lose, SILENCE_MS);
		};
		signal.addEventListener('abort', abort);
		call.upload.onprogress = ({ loaded }) => {
			restartTimer();
			onSent(loaded);
		};
		call.onloadend = () => {
			clearTimeout(silence);
			signal.removeEventListener('abort', abort);
		};
		call.onerror = lose;
		call.onload = () => {
			const { status, responseText } = call;
			const requestId = call.getResponseHeader('x-request-id') ?? undefined;
			const answer = status >= 200 && status < 300 ? parseJson(responseText) : undefined;
			if (answer) resolve(answer.data);
			else reject(toApiError(status, responseText, { requestId }));
		};
		call.open(method, `/api${path}`);
		call.setRequestHeader('x-requested-with', 'console');
		for (const [name, value] of Object.entries({ ...buildPersonHeader(), ...headers }))
			call.setRequestHeader(name, value);
		restartTimer();
		call.send(body);
	});

/**
 * Sends a body and returns the `data` of the response. If the session has ended, asks the person to sign in and sends
 * again. Throws an `ApiError`, or the reason of `signal`.
 */
export const sendBody = <T>(request: BodyRequest): Promise<T> =>
	withAuthChallenge(() => sendXhr<T>(request));
