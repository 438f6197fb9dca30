import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
	encodeRow,
	type Row,
	type Snapshot,
	type TableShape,
	TransferError,
	tally,
	type Value,
} from '../../db/dump.ts';
import { AppError } from '../../errors.ts';
import type { FileStore } from '../../files/store.ts';
import { openArchive, rehearse } from './archive-reader.ts';
import { type ArchiveWriter, streamArchive, type Written, writeArchive } from './archive-writer.ts';
import { contentEntry, MANIFEST, type Manifest, rowsEntry } from './manifest.ts';

/** What is backed up. Nothing of it may be removed meanwhile (`whileHeld`). */
export interface BackupOf {
	snapshot: Snapshot;
	engine: Manifest['engine'];
	version: string;
	/** Undefined leaves the contents of files out. */
	store: FileStore | undefined;
}

/** What a backup came to. */
export interface BackedUp {
	at: string;
	rows: number;
	files: number;
	bytes: number;
	lost: Manifest['lost'];
}

const PART_BYTES = 4 * 1024 ** 2;

const compress = promisify(gzip);

async function* once(content: Buffer) {
	yield content;
}

/** Writes the rows of a table in parts, and what there is to say of them. */
const writeRows = async (
	archive: ArchiveWriter,
	entries: Written[],
	{ name, columns }: TableShape,
	batches: AsyncIterable<readonly Row[]>,
): Promise<Manifest['tables'][number]> => {
	const sum = tally();
	let parts = 0;
	let lines: string[] = [];
	let length = 0;
	const flush = async () => {
		if (lines.length === 0) return;
		const packed = await compress(`${lines.join('\n')}\n`, { level: 3 });
		entries.push(await archive.add(rowsEntry(name, ++parts), packed.length, once(packed)));
		lines = [];
		length = 0;
	};
	for await (const rows of batches)
		for (const row of rows) {
			sum.add(row);
			const line = encodeRow(row);
			lines.push(line);
			length += line.length;
			if (length >= PART_BYTES) await flush();
		}
	await flush();
	return { name, columns: [...columns], parts, ...sum.value() };
};

/** Some columns of all rows of a table. */
async function* rowsWith<Name extends string>(
	snapshot: Snapshot,
	table: string,
	columns: readonly Name[],
) {
	const shape = snapshot.tables.find(({ name }) => name === table);
	if (!shape) throw new TransferError(`The database has no table ${table}.`);
	const places = columns.map((column) => shape.columns.indexOf(column));
	for await (const rows of snapshot.rows(shape))
		for (const row of rows)
			yield Object.fromEntries(places.map((at, n) => [columns[n], row[at]])) as Record<Name, Value>;
}

/** Writes a content, and says what is wrong with it; a missing one is not written. */
const writeContent = async (
	archive: ArchiveWriter,
	entries: Written[],
	store: FileStore,
	sha256: string,
	size: number,
): Promise<'whole' | 'missing' | 'damaged'> => {
	const content = await store.open(sha256);
	if (!content) return 'missing';
	const written = await archive.add(contentEntry(sha256), size, content);
	entries.push(written);
	return written.sha256 === sha256 ? 'whole' : 'damaged';
};

const writeAll = async (archive: ArchiveWriter, of: BackupOf): Promise<Manifest> => {
	const { snapshot, store } = of;
	const at = new Date().toISOString();
	const entries: Written[] = [];
	const tables: Manifest['tables'] = [];
	for (const table of snapshot.tables)
		tables.push(await writeRows(archive, entries, table, snapshot.rows(table)));
	const heads: Manifest['heads'] = [];
	for await (const head of rowsWith(snapshot, 'audit_heads', ['chain', 'seq', 'hash']))
		heads.push({ chain: `${head.chain}`, seq: Number(head.seq), hash: `${head.hash}` });
	const contents = new Map<string, { name: string; size: number }>();
	for await (const file of rowsWith(snapshot, 'files', ['sha256', 'name', 'size']))
		contents.set(`${file.sha256}`, { name: `${file.name}`, size: Number(file.size) });
	// Contents never change and may take long; the database need not be held for them.
	await snapshot.close();
	const lost: Manifest['lost'] = [];
	for (const [sha256, { name, size }] of store ? contents : []) {
		const state = await writeContent(archive, entries, store as FileStore, sha256, size);
		if (state !== 'whole') lost.push({ sha256, name, why: state });
	}
	return {
		format: 1,
		version: of.version,
		at,
		engine: of.engine,
		steps: [...snapshot.steps],
		tables,
		heads,
		lost,
		files: store !== undefined,
		entries,
	};
};

/**
 * Writes an archive of a database and its files, reads it back and compares, and only then gives it
 * its name; a failure or a crash leaves no file of that name. Into a stream it goes unread. Closes the snapshot. Fails with
 * `TransferError` where the database is damaged or the file exists; lost files are named, not fatal.
 */
export const backUp = async (path: string | Writable, of: BackupOf): Promise<BackedUp> => {
	try {
		if (typeof path === 'string' && existsSync(path))
			throw new TransferError(`There is a file ${path} already.`);
		const [problem] = await of.snapshot.problems();
		if (problem !== undefined)
			throw new TransferError(`The database is damaged, and was not backed up: ${problem}.`);
		return await writeBackup(path, of);
	} catch (error) {
		const { syscall, message } = error as NodeJS.ErrnoException;
		// The operating system's own word: a full disk, a folder that is not there.
		if (syscall === undefined || error instanceof AppError) throw error;
		throw new TransferError(`The backup could not be written: ${message}.`, { cause: error });
	} finally {
		await of.snapshot.close();
	}
};

const writeBackup = async (path: string | Writable, of: BackupOf): Promise<BackedUp> => {
	const archive = typeof path === 'string' ? await writeArchive(path) : streamArchive(path);
	try {
		const manifest = await writeAll(archive, of);
		const text = Buffer.from(JSON.stringify(manifest));
		await archive.add(MANIFEST, text.length, once(text));
		await archive.commit(async (path) => rehearse(await openArchive(path)));
		const contents = manifest.entries.filter(({ name }) => name.startsWith(contentEntry('')));
		return {
			at: manifest.at,
			rows: manifest.tables.reduce((all, { rows }) => all + rows, 0),
			files: contents.length - manifest.lost.filter(({ why }) => why === 'damaged').length,
			bytes: manifest.entries.reduce((all, { size }) => all + size, 0),
			lost: manifest.lost,
		};
	} catch (error) {
		await archive.abandon();
		throw error;
	}
};
