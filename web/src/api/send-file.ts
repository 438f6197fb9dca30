import type { UploadedFile } from '#shared/contract/files.ts';
import type { ChunkedUpload } from '#shared/contract/uploads.ts';
import { ApiError } from './api-error.ts';
import { newKey } from './attempt.ts';
import { request } from './client.ts';
import { overBrokenLine, send } from './line.ts';
import { fingerprintOf, hashOf, remembered } from './same-file.ts';
import { UploadCancelled, type UploadProgress } from './upload-progress.ts';

/** What is no larger goes in one request: on a line of 400 kbit/s that takes ten seconds. */
const WHOLE_BYTES = 512 * 1024;
/** How long a chunk may take: what a break costs, against what each request costs. */
const CHUNK_MS = 6_000;
/** What is smaller says more about the way there and back than about the line. */
const TELLING_BYTES = 64 * 1024;

/** What the line has carried lately, whatever was sent, and in how long; what was before counts less and less. */
const carried = { bytes: 0, ms: 0 };
/** Bytes in a millisecond; undefined until something was sent. */
let pace: number | undefined;

const learnPace = (bytes: number, ms: number) => {
	if (bytes < TELLING_BYTES) return;
	carried.bytes = carried.bytes * 0.6 + bytes;
	carried.ms = carried.ms * 0.6 + ms;
	pace = carried.bytes / Math.max(1, carried.ms);
};

interface Sender {
	tell: (progress: UploadProgress) => void;
	signal: AbortSignal;
	waiting: EventTarget;
}

/** Tells how far it is: what has arrived, and what has left of that which is on its way. */
const progressOf = (size: number, tell: Sender['tell']) => {
	let sent = 0;
	return {
		at: (bytes: number) => {
			sent = Math.min(bytes, size);
			const secondsLeft = pace && (size - sent) / pace / 1_000;
			tell({ step: 'sending', sent, secondsLeft });
		},
		wait: (offline: boolean) => tell({ step: 'waiting', sent, offline }),
	};
};

type Progress = ReturnType<typeof progressOf>;

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
		...{ method: 'POST', path: '/upload', body, signal, onSent: progress.at },
		headers: { 'idempotency-key': key },
	});
	learnPace(file.size, performance.now() - began);
	return uploaded;
};

/** What a chunk of another content, or an upload that is gone, is answered with. */
const isOver = (error: unknown) =>
	error instanceof ApiError && (error.status === 404 || error.status === 409);

/** Sends the chunks that are missing; the next leaves while the answer to the one before is on its way. */
const sendChunks = async (
	file: File,
	{ id, chunk, received }: ChunkedUpload,
	{ signal, ...on }: { progress: Progress; progressed: () => void; signal: AbortSignal },
) => {
	const there = new Set(received);
	const numbers = Array.from({ length: Math.ceil(file.size / chunk) }, (_, n) => n);
	const slice = (n: number) => file.slice(n * chunk, (n + 1) * chunk);
	let arrived = received.reduce((all, n) => all + slice(n).size, 0);
	let before: Promise<unknown> = Promise.resolve();
	let free = 0;
	on.progress.at(arrived);
	for (const n of numbers) {
		if (there.has(n)) continue;
		const body = slice(n);
		const began = performance.now();
		const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
		const answer = send({
			...{ method: 'PUT', path: `/uploads/${id}/${n}`, body, signal, onLeft },
			headers: { 'content-type': 'application/octet-stream' },
			onSent: (bytes) => on.progress.at(arrived + bytes),
		}).then(() => {
			const now = performance.now();
			learnPace(body.size, now - Math.max(began, free));
			free = now;
			arrived += body.size;
			on.progress.at(arrived);
			on.progressed();
		});
		// One that fails is heard of when its turn comes.
		answer.catch(() => {});
		await Promise.race([left, answer]);
		await before;
		before = answer;
	}
	await before;
};

/** An upload in chunks, however often it has to be tried. */
const chunked = (file: File, { tell, signal }: Sender, progress: Progress) => {
	let id: string | undefined;
	let sha256: string | undefined;
	let fingerprint: string | undefined;
	/** The same again until it is answered, so that it is begun once. */
	let beginning: { body: object; headers: Record<string, string> } | undefined;
	const begin = async () => {
		const { name, size } = file;
		beginning ??= {
			body: { name, size, sha256, chunk: pace && Math.ceil(pace * CHUNK_MS) },
			headers: { 'idempotency-key': newKey() },
		};
		const { data } = await request<ChunkedUpload | UploadedFile>('/uploads', {
			...{ method: 'POST', signal, ...beginning },
		});
		beginning = undefined;
		if ('id' in data && fingerprint) remembered.set(fingerprint, data.id);
		return data;
	};
	const look = async (known: string) =>
		(await request<ChunkedUpload>(`/uploads/${known}`, { signal })).data;
	const forget = async () => {
		if (fingerprint) remembered.forget(fingerprint);
		if (id) await request(`/uploads/${id}`, { method: 'DELETE' }).catch(() => {});
		id = undefined;
	};
	const recognise = async () => {
		if (sha256 || fingerprint) return;
		tell({ step: 'reading', sent: 0 });
		sha256 = await hashOf(file);
		if (!sha256) fingerprint = await fingerprintOf(file);
		id = fingerprint && remembered.get(fingerprint);
	};
	const sendMissing = async (begun: ChunkedUpload, progressed: () => void) => {
		const round = new AbortController();
		const either = AbortSignal.any([signal, round.signal]);
		try {
			await sendChunks(file, begun, { progress, progressed, signal: either });
		} catch (error) {
			if (isOver(error)) await forget();
			throw error;
		} finally {
			round.abort();
		}
	};
	const attempt = async (progressed: () => void): Promise<UploadedFile> => {
		await recognise();
		const begun = id ? await look(id) : await begin();
		if (!('id' in begun)) return begun;
		id = begun.id;
		await sendMissing(begun, progressed);
		const { data } = await request<UploadedFile>(`/uploads/${id}/finish`, {
			...{ method: 'POST', signal, headers: { 'idempotency-key': newKey() } },
		});
		if (fingerprint) remembered.forget(fingerprint);
		return data;
	};
	const begunAnew = (progressed: () => void) =>
		attempt(progressed).catch((error) => {
			// Forgotten by the server, or somebody else's: it is begun anew.
			if (error instanceof ApiError && error.status === 404) id = undefined;
			throw error;
		});
	return { attempt: begunAnew, forget };
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
