import type { UploadedFile } from '#shared/contract/files.ts';
import type { ChunkedUpload } from '#shared/contract/uploads.ts';
import { ApiError, isNotFound } from '../api-error.ts';
import { newKey } from '../attempt.ts';
import { request } from '../client.ts';
import { send } from './line.ts';
import { bytesIn, learnPace, type Progress, type Sender } from './pace.ts';
import { fingerprintOf, hashOf, remembered } from './same-file.ts';

/** How long a chunk may take: what a break costs, against what each request costs. */
const CHUNK_MS = 6_000;

/** What a chunk of another content, or an upload that is gone, is answered with. */
const isOver = (error: unknown) =>
	isNotFound(error) || (error instanceof ApiError && error.status === 409);

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
			method: 'PUT',
			path: `/uploads/${id}/${n}`,
			body,
			signal,
			onLeft,
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
export const chunked = (file: File, { tell, signal }: Sender, progress: Progress) => {
	let id: string | undefined;
	let sha256: string | undefined;
	let fingerprint: string | undefined;
	/** The same again until it is answered, so that it is begun once. */
	let beginning: { body: object; headers: Record<string, string> } | undefined;
	const begin = async () => {
		const { name, size } = file;
		beginning ??= {
			body: { name, size, sha256, chunk: bytesIn(CHUNK_MS) },
			headers: { 'idempotency-key': newKey() },
		};
		const { data } = await request<ChunkedUpload | UploadedFile>('/uploads', {
			method: 'POST',
			signal,
			...beginning,
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
			method: 'POST',
			signal,
			headers: { 'idempotency-key': newKey() },
		});
		if (fingerprint) remembered.forget(fingerprint);
		return data;
	};
	const begunAnew = (progressed: () => void) =>
		attempt(progressed).catch((error) => {
			// Forgotten by the server, or somebody else's: it is begun anew.
			if (isNotFound(error)) id = undefined;
			throw error;
		});
	return { attempt: begunAnew, forget };
};
