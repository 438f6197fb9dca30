import { randomUUIDv7 } from 'node:crypto';
import {
	CHUNK_BYTES,
	type ChunkedUpload,
	countChunks,
	UNFINISHED_MAX_BYTES,
	UNFINISHED_MS,
} from '#shared/contract/content/files.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isId, lockRows } from '../../platform/db/engine.ts';
import { AppError, conflict, notFound } from '../../platform/errors.ts';
import { forEachConcurrently } from '../../platform/files/for-each-concurrently.ts';
import { readExtension } from '../../platform/files/inspect/inspect.ts';
import { buildLink } from './store.ts';
import { type FileKeeping, removeContent } from './upload.ts';

/** A file that arrives in chunks. */
export interface UploadRow {
	id: string;
	actor: string;
	name: string;
	size: number;
	sha256: string | null;
	chunk: number;
	begun_at: string;
	file: string | null;
}

/** A received chunk. Its bytes are a content in the store that the sweep keeps while this row exists. */
interface UploadChunkRow {
	upload: string;
	/** Position in the file, from 0. */
	n: number;
	sha256: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		uploads: UploadRow;
		upload_chunks: UploadChunkRow;
	}
}

const MB = 1024 ** 2;

const computeOldest = (now = Date.now()) => new Date(now - UNFINISHED_MS).toISOString();

/** Finds an upload of the actor. Fails with `not_found` for an unknown one. */
export const findOwnUpload = async (db: Db, actor: string, id: string): Promise<UploadRow> => {
	const row =
		isId(id) &&
		(await db
			.selectFrom('uploads')
			.selectAll()
			.where('id', '=', id)
			.where('actor', '=', actor)
			.where('begun_at', '>', computeOldest())
			.executeTakeFirst());
	if (!row) throw notFound('Upload');
	return row;
};

/** Locks an upload until the transaction ends. Fails with `not_found` if it no longer exists. */
export const lockUpload = async (trx: Trx, id: string, reason: 'keep' | 'change') => {
	const query = trx.selectFrom('uploads').selectAll().where('id', '=', id);
	const row = await lockRows(trx, query, reason).executeTakeFirst();
	if (!row) throw notFound('Upload');
	return row;
};

/** Lists the received chunks of an upload in order. */
export const listChunks = (db: Db, upload: string) =>
	db
		.selectFrom('upload_chunks')
		.select(['n', 'sha256'])
		.where('upload', '=', upload)
		.orderBy('n')
		.execute();

/** Describes an upload with its received chunks. */
export const describe = async (db: Db, row: UploadRow): Promise<ChunkedUpload> => {
	const { id, name, size, chunk, file } = row;
	const received = file
		? Array.from({ length: countChunks(size, chunk) }, (_, n) => n)
		: (await listChunks(db, id)).map(({ n }) => n);
	const url = file && buildLink({ key: file, ext: readExtension(name) });
	return { id, name, size, chunk, received, url };
};

/**
 * Begins an upload, or continues one of the same content and name. Fails with `too_large` above the size limit. The
 * caller must hold a lock on the actor (decision 0092).
 */
export const beginUpload = async (
	trx: Trx,
	announced: Pick<UploadRow, 'actor' | 'name' | 'size' | 'sha256'>,
): Promise<UploadRow> => {
	const { actor, name, size, sha256 } = announced;
	const now = Date.now();
	const unfinished = await trx
		.selectFrom('uploads')
		.selectAll()
		.where('actor', '=', actor)
		.where('begun_at', '>', computeOldest(now))
		.where('file', 'is', null)
		.execute();
	const begun_at = new Date(now).toISOString();
	const same = unfinished.find(
		(one) => sha256 && one.sha256 === sha256 && one.name === name && one.size === size,
	);
	if (same) {
		await trx.updateTable('uploads').set({ begun_at }).where('id', '=', same.id).execute();
		return same;
	}
	const sum = unfinished.reduce((all, one) => all + one.size, 0);
	if (sum + size > UNFINISHED_MAX_BYTES)
		throw new AppError(
			'too_large',
			`You have ${Math.ceil(sum / MB)} MB of unfinished uploads; the limit is ${UNFINISHED_MAX_BYTES / MB} MB. Finish or cancel one first. Unfinished uploads are deleted after a day.`,
		);
	const row: UploadRow = {
		id: randomUUIDv7(),
		actor,
		name,
		size,
		sha256,
		begun_at,
		file: null,
		chunk: CHUNK_BYTES,
	};
	await trx.insertInto('uploads').values(row).execute();
	return row;
};

/** Records a chunk whose content is in the store. Fails with `conflict` if that chunk already has another content. */
export const addChunk = async (trx: Trx, chunk: UploadChunkRow) => {
	const { file } = await lockUpload(trx, chunk.upload, 'keep');
	if (file) throw conflict('This upload is finished.');
	await trx
		.insertInto('upload_chunks')
		.values(chunk)
		.onConflict((conflict) => conflict.columns(['upload', 'n']).doNothing())
		.execute();
	const { sha256 } = await trx
		.selectFrom('upload_chunks')
		.select('sha256')
		.where('upload', '=', chunk.upload)
		.where('n', '=', chunk.n)
		.executeTakeFirstOrThrow();
	if (sha256 !== chunk.sha256)
		throw conflict(`Chunk ${chunk.n} was already uploaded with other bytes.`);
};

/** Deletes the chunks of uploads; resolves to their contents, which are then orphans. */
export const dropChunks = async (trx: Trx, uploads: readonly string[]): Promise<string[]> => {
	const removed = await trx
		.deleteFrom('upload_chunks')
		.where('upload', 'in', uploads)
		.returning('sha256')
		.execute();
	return [...new Set(removed.map(({ sha256 }) => sha256))];
};

/** Removes contents that were chunks. The sweep removes those that cannot be removed now. */
export const removeChunks = (keeping: FileKeeping, contents: readonly string[]) =>
	forEachConcurrently(
		contents,
		async (sha256) => void (await removeContent(keeping, sha256)),
	).catch(() => {});

const ENDED_AT_ONCE = 500;

/** Deletes uploads that were not continued for a day. The sweep then removes the contents of their chunks. */
export const endOldUploads = ({ database }: FileKeeping) =>
	database.write(async (trx) => {
		const query = trx
			.selectFrom('uploads')
			.select('id')
			.where('begun_at', '<=', computeOldest())
			.limit(ENDED_AT_ONCE);
		const ids = (await lockRows(trx, query, 'unlocked').execute()).map(({ id }) => id);
		if (ids.length === 0) return;
		await dropChunks(trx, ids);
		await trx.deleteFrom('uploads').where('id', 'in', ids).execute();
	});
