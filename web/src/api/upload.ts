import type { UploadedFile } from '#shared/contract/files.ts';
import { ApiError } from './api-error.ts';
import { newKey } from './attempt.ts';
import { withAuthChallenge } from './auth-challenge.ts';
import { failureOf } from './client.ts';

/** An upload under way: what it comes to, and how to end it. */
export interface Upload {
	done: Promise<UploadedFile>;
	cancel: () => void;
}

/** Thrown when the person ended the upload: nothing went wrong. */
export class UploadCancelled extends Error {
	override readonly name = 'UploadCancelled';
}

/** A line that carries nothing for this long is lost; a slow one is not. */
const SILENCE_MS = 60_000;

/** The same file sent again, after a lost answer, is the same upload to the server. */
const keys = new WeakMap<File, string>();

const keyOf = (file: File) => {
	const key = keys.get(file) ?? newKey();
	keys.set(file, key);
	return key;
};

/**
 * Sends one file. `onProgress` hears the share sent, 0 to 1. Uses XMLHttpRequest because `fetch`
 * cannot tell how much of a body has left.
 */
export const upload = (file: File, onProgress: (share: number) => void): Upload => {
	let current = new XMLHttpRequest();
	let cancelled = false;
	const done = withAuthChallenge(() => {
		if (cancelled) throw new UploadCancelled();
		current = new XMLHttpRequest();
		return send(current, file, onProgress);
	});
	return {
		done,
		cancel: () => {
			cancelled = true;
			current.abort();
		},
	};
};

const send = (call: XMLHttpRequest, file: File, onProgress: (share: number) => void) =>
	new Promise<UploadedFile>((resolve, reject) => {
		let silence: ReturnType<typeof setTimeout>;
		const heard = () => {
			clearTimeout(silence);
			silence = setTimeout(() => {
				reject(new ApiError({ kind: 'lost' }));
				call.abort();
			}, SILENCE_MS);
		};
		call.upload.onprogress = ({ loaded, total }) => {
			heard();
			onProgress(total > 0 ? loaded / total : 0);
		};
		call.onloadend = () => clearTimeout(silence);
		call.onabort = () => reject(new UploadCancelled());
		call.onerror = () => reject(new ApiError({ kind: 'lost' }));
		call.onload = () => {
			const requestId = call.getResponseHeader('x-request-id');
			const failure = failureOf(call.status, call.responseText, requestId ? { requestId } : {});
			if (call.status < 200 || call.status >= 300) return reject(failure);
			try {
				resolve(JSON.parse(call.responseText).data);
			} catch {
				reject(failure);
			}
		};
		call.open('POST', '/api/upload');
		call.setRequestHeader('x-requested-with', 'console');
		call.setRequestHeader('idempotency-key', keyOf(file));
		const form = new FormData();
		form.append('file', file);
		heard();
		call.send(form);
	});
