import type { UploadedFile } from '#shared/contract/files.ts';
import { ApiError } from '../api-error.ts';
import { UploadCancelled, type UploadProgress } from './upload-progress.ts';

/** An upload under way: what it comes to, and how to end it. */
export interface Upload {
	done: Promise<UploadedFile>;
	/** Ends it. What has arrived is forgotten, or kept for the next time, as where a screen is left. */
	cancel: (kept?: 'kept') => void;
	/** Where it waits for the line: tries at once. */
	tryNow: () => void;
}

/**
 * Sends one file. A large one goes in chunks, and not at all where its content is there already; one that did not
 * arrive whole, before a reload or a crash too, goes on where it was. A line that breaks is waited for: without a
 * network as long as it takes, else for some minutes.
 */
export const upload = (file: File, onProgress: (progress: UploadProgress) => void): Upload => {
	const ending = new AbortController();
	const waiting = new EventTarget();
	const start = async () => {
		const part = await import('./send-file.ts').catch((cause) => {
			throw new ApiError({ kind: 'lost', cause });
		});
		return part.sendFile(file, { tell: onProgress, signal: ending.signal, waiting });
	};
	return {
		done: start(),
		cancel: (kept) => ending.abort(new UploadCancelled(kept === 'kept')),
		tryNow: () => waiting.dispatchEvent(new Event('now')),
	};
};
