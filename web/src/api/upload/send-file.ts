import type { UploadedFile } from '#shared/contract/files.ts';
import { ApiError } from '../api-error.ts';
import { newKey } from '../attempt.ts';
import { overBrokenLine, send } from './line.ts';
import { learnPace, type Progress, progressOf, type Sender } from './pace.ts';
import { chunked } from './send-chunks.ts';
import { UploadCancelled } from './upload-progress.ts';

/** What is no larger goes in one request: on a line of 400 kbit/s that takes ten seconds. */
const WHOLE_BYTES = 512 * 1024;

/** The same file sent again, after a lost answer, is the same upload to the server. */
const keys = new WeakMap<File, string>();

const sendWhole = async (file: File, progress: Progress, signal: AbortSignal) => {
	const key = keys.get(file) ?? newKey();
	keys.set(file, key);
	const body = new FormData();
	body.append('file', file);
	const began = performance.now();
	progress.at(0);
	const uploaded = await send<UploadedFile>({
		method: 'POST',
		path: '/upload',
		body,
		signal,
		onSent: progress.at,
		headers: { 'idempotency-key': key },
	});
	learnPace(file.size, performance.now() - began);
	return uploaded;
};

/** A failure of the line may be one of the file: it was changed, or its memory card is gone. */
const readable = async (file: File, failure: unknown) => {
	const { kind } = failure instanceof ApiError ? failure : { kind: 'lost' };
	if (kind !== 'lost') return;
	await file
		.slice(0, 1)
		.arrayBuffer()
		.catch((cause) => {
			const message = 'This file cannot be read any more. Choose it again.';
			throw new ApiError({ kind: 'refused', message, cause });
		});
};

/** Sends a file as {@link upload} promises. */
export const sendFile = async (file: File, sender: Sender): Promise<UploadedFile> => {
	const { tell, signal, waiting } = sender;
	const progress = progressOf(file.size, tell);
	const inChunks = file.size > WHOLE_BYTES ? chunked(file, sender, progress) : undefined;
	const attempt = async (progressed: () => void) => {
		try {
			return await (inChunks?.attempt(progressed) ?? sendWhole(file, progress, signal));
		} catch (error) {
			if (!signal.aborted) await readable(file, error);
			throw error;
		}
	};
	try {
		return await overBrokenLine(attempt, { signal, waiting, onWait: progress.wait });
	} catch (error) {
		const refused = error instanceof ApiError && [413, 415, 422].includes(error.status);
		const ended = error instanceof UploadCancelled && !error.kept;
		if (refused || ended) void inChunks?.forget();
		throw error;
	}
};
