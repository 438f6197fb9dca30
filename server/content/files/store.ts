import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FileExtension } from '#shared/contract/content/files.ts';
import { NAME_MAX, OWN_FILE } from '#shared/contract/platform/fields.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { invalid } from '../../platform/errors.ts';
import { listPictures, queueReading } from './insides.ts';

// Control and format characters (bidirectional or invisible), and line and paragraph separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns a file name as one visible line of at most 200 characters with its extension. It is never used as a path. */
export const tidyName = (sent: string) => {
	const last = sent.split(/[\\/]/).at(-1) ?? '';
	const name = last
		.toWellFormed()
		.normalize('NFC')
		.replace(INVISIBLE, '')
		.replace(/\s+/gu, ' ')
		.trim();
	const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{0,20})?$/u.exec(name) ?? [];
	const room = NAME_MAX - [...ending].length;
	return `${[...stem].slice(0, room).join('').trimEnd() || 'Untitled'}${ending}`;
};

/** A file: one row per content and name. Files with the same content share a blob. */
interface FileRow {
	/** Opaque part of the link `/files/{key}.{ext}`: SHA-256 of content and name, in hex. */
	key: string;
	sha256: string;
	name: string;
	ext: 'pdf' | 'doc' | 'docx' | 'ppt' | 'pptx';
	size: number;
	/** Time of the last upload. The grace period of an unused file counts from here. */
	uploaded_at: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		files: FileRow;
	}
}

export type StoredFileRow = Selectable<FileRow>;

/** Returns the link of a file, relative to the site. A link never changes its content or name. */
export const buildLink = ({ key, ext }: Pick<FileRow, 'key' | 'ext'>) => `/files/${key}.${ext}`;

/** Returns the row of an upload. The same content under the same name always has the same key. */
export const buildRow = (file: {
	sha256: string;
	name: string;
	ext: FileExtension;
	size: number;
}): StoredFileRow => ({
	...file,
	key: createHash('sha256').update(`${file.sha256}\0${file.name}`).digest('hex'),
	uploaded_at: new Date().toISOString(),
});

/** Returns the name of the lock that uploads and sweeps hold while they decide about a content. */
export const nameContentLock = (sha256: string) => `file:${sha256}`;

const selectByLink = (db: Db, link: string) => {
	const [, key, ext] = OWN_FILE.exec(link) ?? [];
	if (!key) return undefined;
	return db
		.selectFrom('files')
		.selectAll()
		.where('key', '=', key)
		.where('ext', '=', ext as FileExtension);
};

/** Finds the file of one of our own links; undefined for any other text. */
export const findFile = async (db: Db, link: string): Promise<StoredFileRow | undefined> =>
	selectByLink(db, link)?.executeTakeFirst();

/** Finds the files of several of our own links, in no order. Leaves out all other texts. */
export const findFiles = async (db: Db, links: readonly string[]): Promise<StoredFileRow[]> => {
	const keys = links.flatMap((link) => OWN_FILE.exec(link)?.[1] ?? []);
	const wanted = new Set(links);
	const files: StoredFileRow[] = [];
	for (const some of splitIntoPortions(keys)) {
		const rows = await db.selectFrom('files').selectAll().where('key', 'in', some).execute();
		files.push(...rows.filter((row) => wanted.has(buildLink(row))));
	}
	return files;
};

/** Returns a file as an audit row names it. */
export const toFileItem = ({ key, name }: StoredFileRow) => ({
	kind: 'file' as const,
	id: key,
	name,
});

/** Saves the row of an upload; renews the upload time of an existing row. The content must already be in the store. */
export const saveFile = async (trx: Db, row: StoredFileRow, context: AuditContext) => {
	await trx
		.insertInto('files')
		.values(row)
		.onConflict((conflict) => conflict.column('key').doUpdateSet({ uploaded_at: row.uploaded_at }))
		.execute();
	await queueReading(trx, row);
	recordAudit(trx, context, {
		action: 'upload',
		item: toFileItem(row),
		after: { url: buildLink(row), size: row.size },
	});
};

/** Returns the contents that a file, a picture or an unfinished upload needs. */
export const listUsedContents = async (db: Db, hashes: readonly string[]): Promise<Set<string>> => {
	const rows = await db
		.selectFrom('files')
		.select('sha256')
		.where('sha256', 'in', hashes)
		.union(db.selectFrom('upload_chunks').select('sha256').where('sha256', 'in', hashes))
		.union(listPictures(db, hashes))
		.execute();
	return new Set(rows.map(({ sha256 }) => sha256));
};

/** Returns whether a file with this content exists and was inspected as this kind. */
export const knowsContent = async (
	db: Db,
	{ sha256, ext, size }: Pick<FileRow, 'sha256' | 'ext' | 'size'>,
) => {
	const row = await db
		.selectFrom('files')
		.select('key')
		.where('sha256', '=', sha256)
		.where('ext', '=', ext)
		.where('size', '=', size)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
};

/** Locks the file of one of our own links, and rejects the link if it has no file. Ignores links to other sites. */
export const requireOwnFile = async (trx: Db, link: string | null | undefined, field: string) => {
	const query = selectByLink(trx, link ?? '');
	if (query && !(await lockRows(trx, query, 'keep').executeTakeFirst()))
		throw invalid(field, 'Please enter a valid URL');
};

/** Locks the files of own links until the transaction ends; resolves to the links that lead to a file. */
export const lockOwnFiles = async (trx: Db, links: readonly string[]): Promise<Set<string>> => {
	const keys = links.flatMap((link) => OWN_FILE.exec(link)?.[1] ?? []).toSorted();
	const locked = new Set<string>();
	for (const some of splitIntoPortions(keys)) {
		const query = trx.selectFrom('files').selectAll().where('key', 'in', some).orderBy('key');
		for (const row of await lockRows(trx, query, 'keep').execute()) locked.add(buildLink(row));
	}
	return locked;
};
