import {
	type ChunkedUpload,
	countChunks,
	type UploadedFile,
} from '#shared/contract/content/files.ts';
import { ApiError } from '../api-error.ts';
import { createKey } from '../attempt.ts';
import { call, fetchCall } from '../calls.ts';
import { request } from '../client.ts';
import { retry, type WaitCause } from './retry.ts';
import { sendBody } from './send-body.ts';

/** Files up to this size go in one request: ten seconds at 400 kbit/s. */
const WHOLE_BYTES = 512 * 1024;

/** Progress of an upload. */
export interface UploadProgress {
	/** `reading` while the file is hashed; `waiting` before the next try. */
	step: 'reading' | 'sending' | 'waiting';
	/** Bytes that have arrived, including those of an earlier session. */
	sent: number;
	/** Estimate from the pace of this upload; undefined while unknown. */
	secondsLeft?: number | undefined;
	/** Why the upload waits. */
	cause?: WaitCause;
}

/** Thrown when the person ended the upload. */
export class UploadCancelled extends Error {
	override readonly name = 'UploadCancelled';
	readonly keepChunks: boolean;

	constructor(keepChunks: boolean) {
		super();
		this.keepChunks = keepChunks;
	}
}

/** A running upload. */
export interface Upload {
	done: Promise<UploadedFile>;
	/** Ends the upload and deletes its chunks on the server, or keeps them for the next time. */
	cancel: (chunks?: 'keep-chunks') => void;
	/** Ends a wait and tries at once. */
	tryNow: () => void;
}

/** Returns the SHA-256 in hex; undefined on plain http, where browsers have no `crypto.subtle`. */
const hashFile = async (file: File) => {
	const { subtle } = crypto as { subtle?: SubtleCrypto };
	if (!subtle) return undefined;
	const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Throws if the file was changed or removed on the device, which browsers report as a lost connection. */
const requireReadable = (file: File) =>
	file
		.slice(0, 1)
		.arrayBuffer()
		.catch((cause) => {
			const message = 'This file can no longer be read. Choose it again.';
			throw new ApiError({ kind: 'refused', message, cause });
		});

/**
 * Returns whether the server no longer has this upload, or has other bytes of it. If only some chunks are missing, its
 * error lists the others.
 */
const needsRestart = ({ status, data }: ApiError) =>
	status === 404 || (status === 409 && !(data as Partial<ChunkedUpload> | undefined)?.received);

/**
 * Uploads one file. A large file goes in chunks: after a broken connection, and after a reload, only missing chunks are
 * sent. Retries for about two minutes without progress; without a network as long as it takes.
 */
export const upload = (file: File, onProgress: (progress: UploadProgress) => void): Upload => {
	const ending = new AbortController();
	const { signal } = ending;
	const now = new EventTarget();
	const { name, size } = file;
	let sent = 0;
	let key = createKey();
	let id: string | undefined;
	let sha256: string | undefined;

	/** Returns a function that reports the bytes sent, with the pace of this try. */
	const startMeter = (before: number) => {
		const start = performance.now();
		return (bytes: number) => {
			sent = Math.min(bytes, size);
			const pace = (sent - before) / (performance.now() - start);
			const secondsLeft = pace > 0 ? (size - sent) / pace / 1_000 : undefined;
			onProgress({ step: 'sending', sent, secondsLeft });
		};
	};

	const sendWhole = () => {
		const body = new FormData();
		body.append('file', file);
		const onSent = startMeter(0);
		onSent(0);
		const headers = { 'idempotency-key': key };
		return sendBody<UploadedFile>({
			method: 'POST',
			path: '/upload',
			body,
			signal,
			onSent,
			headers,
		});
	};

	const forget = async () => {
		const forgotten = id;
		id = undefined;
		key = createKey();
		if (forgotten) await call('DELETE /uploads/:id', { params: { id: forgotten } }).catch(() => {});
	};

	const begin = async () => {
		onProgress({ step: 'reading', sent: 0 });
		sha256 ??= await hashFile(file);
		const { data } = await request<ChunkedUpload | UploadedFile>('/uploads', {
			method: 'POST',
			body: { name, size, sha256 },
			headers: { 'idempotency-key': key },
			signal,
		});
		return data;
	};

	const sendMissing = async ({ chunk, received }: ChunkedUpload, onArrival: () => void) => {
		const receivedChunks = new Set(received);
		const slice = (n: number) => file.slice(n * chunk, (n + 1) * chunk);
		let arrived = received.reduce((sum, n) => sum + slice(n).size, 0);
		const report = startMeter(arrived);
		report(arrived);
		for (let n = 0; n < countChunks(size, chunk); n++) {
			if (receivedChunks.has(n)) continue;
			const body = slice(n);
			await sendBody({
				method: 'PUT',
				path: `/uploads/${id}/${n}`,
				body,
				signal,
				headers: { 'content-type': 'application/octet-stream' },
				onSent: (bytes) => report(arrived + bytes),
			});
			arrived += body.size;
			report(arrived);
			onArrival();
		}
	};

	const sendInChunks = async (onArrival: () => void) => {
		const begun = id
			? await fetchCall('GET /uploads/:id', { params: { id }, signal })
			: await begin();
		if (!('id' in begun)) return begun;
		id = begun.id;
		await sendMissing(begun, onArrival);
		const { data } = await call('POST /uploads/:id/finish', {
			params: { id },
			headers: { 'idempotency-key': createKey() },
			signal,
		});
		return data;
	};

	const attempt = async (onArrival: () => void) => {
		try {
			return await (size > WHOLE_BYTES ? sendInChunks(onArrival) : sendWhole());
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			if (error.kind === 'lost') await requireReadable(file);
			if (needsRestart(error)) await forget();
			throw error;
		}
	};

	const onWait = (cause: WaitCause) => onProgress({ step: 'waiting', sent, cause });
	// In a microtask, so that `onProgress` is never called before the caller has this upload.
	const start = Promise.resolve().then(() => retry(attempt, { signal, now, onWait }));
	const done = start.catch((error) => {
		const isRefused = error instanceof ApiError && [413, 415, 422].includes(error.status);
		if (isRefused || (error instanceof UploadCancelled && !error.keepChunks)) void forget();
		throw error;
	});
	return {
		done,
		cancel: (chunks) => ending.abort(new UploadCancelled(chunks === 'keep-chunks')),
		tryNow: () => now.dispatchEvent(new Event('now')),
	};
};
