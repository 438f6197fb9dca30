import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { countChunks } from '#shared/contract/content/files.ts';
import { answerOnce, type WholeAnswer } from '../../platform/api/idempotency.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { readExtension } from '../../platform/files/inspect/inspect.ts';
import { dropChunks, listChunks, lockUpload, removeChunks, type UploadRow } from './chunks.ts';
import { buildLink, findFile, type StoredFileRow, saveFile } from './store.ts';
import { type FileKeeping, receiveFile, toWire } from './upload.ts';

/** Returns the answer to a finished upload. */
export const toUploadAnswer = (row: StoredFileRow, status = 201): WholeAnswer => {
	const data = toWire(row);
	return { status, body: { success: true, url: data.url, data } };
};

type Chunks = Awaited<ReturnType<typeof listChunks>>;

/** Deletes one chunk, so that only this chunk is sent again; `data` lists the others. */
const refuseChunk = async (
	keeping: FileKeeping,
	upload: string,
	chunks: Chunks,
	{ n, sha256 }: Chunks[number],
	state: 'gone' | 'damaged',
) => {
	await keeping.database.write((trx: Trx) =>
		trx.deleteFrom('upload_chunks').where('upload', '=', upload).where('n', '=', n).execute(),
	);
	await removeChunks(keeping, [sha256]);
	const received = chunks.map((chunk) => chunk.n).filter((other) => other !== n);
	return conflict(`Chunk ${n} is ${state}. Please send it again.`, { data: { received } });
};

async function* readContent(keeping: FileKeeping, upload: string, chunks: Chunks) {
	for (const chunk of chunks) {
		const content = await keeping.files.open(chunk.sha256);
		if (!content) throw await refuseChunk(keeping, upload, chunks, chunk, 'gone');
		const hash = createHash('sha256');
		for await (const bytes of content as AsyncIterable<Buffer>) {
			hash.update(bytes);
			yield bytes;
		}
		if (hash.digest('hex') !== chunk.sha256)
			throw await refuseChunk(keeping, upload, chunks, chunk, 'damaged');
	}
}

const findUploadedFile = async ({ database }: FileKeeping, { file, name }: UploadRow) => {
	const link = file && buildLink({ key: file, ext: readExtension(name) });
	return findFile(database.read, link ?? '');
};

const assembleUpload = async (keeping: FileKeeping, request: FastifyRequest, upload: UploadRow) => {
	const { id, name, size, chunk } = upload;
	const chunks = await listChunks(keeping.database.read, id);
	const all = countChunks(size, chunk);
	if (chunks.length < all)
		throw conflict(`${chunks.length} of ${all} chunks have arrived.`, {
			data: { received: chunks.map(({ n }) => n) },
		});
	const incoming = { name, sha256: upload.sha256, content: readContent(keeping, id, chunks) };
	let left: string[] = [];
	const answer = await receiveFile(keeping, incoming, (row, write) => {
		const finish = async (trx: Trx, context: AuditContext) => {
			// Another request may have finished first; its file is the same.
			const { file } = await lockUpload(trx, id, 'change');
			if (!file) {
				await saveFile(trx, row, context);
				await trx.updateTable('uploads').set({ file: row.key }).where('id', '=', id).execute();
				left = await dropChunks(trx, [id]);
			}
			return toUploadAnswer(row);
		};
		return answerOnce({ write }, request, finish, { name, sha256: row.sha256 });
	});
	await removeChunks(keeping, left);
	return answer;
};

/**
 * Joins the chunks of an upload into a file; a repeated request gets the same file. Fails with `conflict` while chunks
 * are missing.
 */
export const finishUpload = async (
	keeping: FileKeeping,
	request: FastifyRequest,
	upload: UploadRow,
): Promise<WholeAnswer> => {
	try {
		const file = await findUploadedFile(keeping, upload);
		return file ? toUploadAnswer(file) : await assembleUpload(keeping, request, upload);
	} catch (error) {
		// Another request may have finished it since.
		const now = await keeping.database.read
			.selectFrom('uploads')
			.selectAll()
			.where('id', '=', upload.id)
			.executeTakeFirst();
		const file = now && (await findUploadedFile(keeping, now));
		if (file) return toUploadAnswer(file);
		if (error instanceof AppError && error.extras.fields?.sha256)
			await removeChunks(
				keeping,
				await keeping.database.write((trx) => dropChunks(trx, [upload.id])),
			);
		throw error;
	}
};
