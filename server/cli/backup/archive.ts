import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Header, pack } from 'tar-stream';
import { z } from '#shared/zod.ts';
import { syncPath } from '../../platform/db/sqlite-backup.ts';
import { CommandError } from '../../platform/errors.ts';

const MANIFEST = 'manifest.json';
const FILES = 'files/';
/** Name of the database in an archive: a gzipped SQLite file, or the custom format of pg_dump. */
const DATABASE = { sqlite: 'database.sqlite.gz', postgres: 'database.pgdump' } as const;
/** All allowed names of entries, so that no entry is used as a path on a disk. */
const ENTRY = /^(manifest\.json|files\/[0-9a-f]{64}|database\.(sqlite\.gz|pgdump))$/;
const MAX_MANIFEST = 16 * 1024 ** 2;
const BLOCK = 512;
const ZEROS = Buffer.alloc(64 * 1024);

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The last entry of an archive: an archive without it is incomplete. */
const manifest = z.object({
	format: z.literal(2),
	version: z.string(),
	at: z.iso.datetime(),
	engine: z.enum(['sqlite', 'postgres']),
	steps: z.array(z.string()).check(z.minLength(1)),
	database: z.object({ size: z.int().check(z.gte(0)), sha256: hash }),
	/** Number of entries below `files/`; null for a backup without files. */
	files: z.nullable(z.int().check(z.gte(0))),
	/** Files that were missing from the store or had other bytes. */
	lost: z.array(z.object({ sha256: hash, name: z.string(), why: z.enum(['missing', 'damaged']) })),
});
export type Manifest = z.infer<typeof manifest>;

async function* readExactly(size: number, content: AsyncIterable<Uint8Array>) {
	let left = size;
	for await (const chunk of content) {
		if (chunk.length > 0 && left > 0) yield chunk.subarray(0, left);
		left -= Math.min(left, chunk.length);
	}
	for (; left > 0; left -= Math.min(left, ZEROS.length)) yield ZEROS.subarray(0, left);
}

const openTar = (out: Writable) => {
	const tar = pack();
	const writing = pipeline(tar, out);
	// The next `add` or `end` rejects with the error.
	writing.catch(() => {});
	const add = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
		const digest = createHash('sha256');
		async function* hashed() {
			for await (const chunk of readExactly(size, content)) {
				digest.update(chunk);
				yield chunk;
			}
		}
		try {
			const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) });
			await Promise.race([pipeline(Readable.from(hashed()), entry), writing]);
		} catch (error) {
			// The error of the file is more precise than that of the tar.
			if (tar.destroyed) await writing;
			throw error;
		}
		return digest.digest('hex');
	};
	return {
		addDatabase: (engine: Manifest['engine'], size: number, content: AsyncIterable<Uint8Array>) =>
			add(DATABASE[engine], size, content),
		addFile: (sha256: string, size: number, content: AsyncIterable<Uint8Array>) =>
			add(`${FILES}${sha256}`, size, content),
		end: async (described: Manifest) => {
			const text = Buffer.from(JSON.stringify(described));
			await add(MANIFEST, text.length, Readable.from([text]));
			tar.finalize();
			await writing;
		},
		abandon: async () => {
			tar.destroy();
			await writing.catch(() => {});
		},
	};
};
export type ArchiveWriter = ReturnType<typeof openTar>;

/** Writes an archive to a stream, or to a new file, which is synced, read back and compared before it gets its name. */
export const writeArchive = async (
	to: string | Writable,
	write: (archive: ArchiveWriter) => Promise<Manifest>,
): Promise<Manifest> => {
	const partial = `${to}.partial`;
	if (typeof to === 'string') await rm(partial, { force: true });
	const archive = openTar(
		typeof to === 'string' ? createWriteStream(partial, { flags: 'wx', mode: 0o600 }) : to,
	);
	try {
		const described = await write(archive);
		await archive.end(described);
		if (typeof to !== 'string') return described;
		await syncPath(partial);
		await openArchive(partial);
		await rename(partial, to);
		await syncPath(dirname(to));
		return described;
	} catch (error) {
		await archive.abandon();
		if (typeof to === 'string') await rm(partial, { force: true });
		throw error;
	}
};

interface Entry {
	position: number;
	size: number;
	sha256: string;
}

const refuseBackup = (why: string, cause?: unknown) =>
	new CommandError(`This is not a complete backup: ${why}.`, { cause });

const requireKnown = ({ name, type, size = 0 }: Header) => {
	if (/^database\/\w+\/\d+\.jsonl\.gz$/.test(name))
		throw new CommandError(
			'This backup has the format of an older version of Ufundi. Restore it with that version, then update.',
		);
	if (type !== 'file' || !ENTRY.test(name)) throw refuseBackup('it has an unknown entry');
	if (name === MANIFEST && size > MAX_MANIFEST) throw refuseBackup('its manifest is too long');
};

const readEntry = async (entry: AsyncIterable<unknown>, keep: boolean) => {
	const digest = createHash('sha256');
	const chunks: Buffer[] = [];
	for await (const chunk of entry as AsyncIterable<Buffer>) {
		digest.update(chunk);
		if (keep) chunks.push(chunk);
	}
	return {
		sha256: digest.digest('hex'),
		text: keep ? Buffer.concat(chunks).toString() : undefined,
	};
};

const scan = async (path: string) => {
	const entries = new Map<string, Entry>();
	let text: string | undefined;
	let position = 0;
	const tar = extract();
	const file = createReadStream(path, { highWaterMark: 1024 ** 2 });
	file.on('error', (error) => tar.destroy(error));
	file.pipe(tar);
	for await (const entry of tar) {
		const { name, size = 0 } = entry.header;
		if (text !== undefined) throw refuseBackup('there is an entry after its manifest');
		if (entries.has(name)) throw refuseBackup('it has two entries of one name');
		requireKnown(entry.header);
		const read = await readEntry(entry, name === MANIFEST);
		// Names are short, so a header is one block; contents are padded to whole blocks.
		entries.set(name, { position: position + BLOCK, size, sha256: read.sha256 });
		position += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
		text = read.text;
	}
	if (text === undefined) throw refuseBackup('its end is missing');
	return { entries, text };
};

const parseManifest = (text: string): Manifest => {
	try {
		return manifest.parse(JSON.parse(text));
	} catch (cause) {
		throw refuseBackup('its manifest cannot be read', cause);
	}
};

/**
 * Reads an archive to its end and compares every byte with its manifest. Fails with `CommandError` if anything is
 * wrong.
 */
export const openArchive = async (path: string) => {
	const { entries, text } = await scan(path).catch((error: NodeJS.ErrnoException) => {
		if (error instanceof CommandError) throw error;
		if (error.code === 'ENOENT') throw new CommandError(`There is no file ${path}.`);
		if (error.syscall) throw new CommandError(`${path} cannot be read: ${error.message}.`);
		throw refuseBackup('it cannot be read', error);
	});
	const described = parseManifest(text);
	const database = entries.get(DATABASE[described.engine]);
	if (!database) throw refuseBackup('its database is missing');
	if (database.sha256 !== described.database.sha256) throw refuseBackup('its database is damaged');
	const lost = new Set(described.lost.map(({ sha256 }) => sha256));
	const files = new Map<string, Entry>();
	for (const [name, entry] of entries) {
		if (!name.startsWith(FILES)) continue;
		const sha256 = name.slice(FILES.length);
		if (lost.has(sha256)) continue;
		if (entry.sha256 !== sha256) throw refuseBackup(`${name} is damaged`);
		files.set(sha256, entry);
	}
	if (files.size !== (described.files ?? 0)) throw refuseBackup('files are missing');
	const read = ({ position, size }: Entry) =>
		size === 0
			? Readable.from([])
			: createReadStream(path, { start: position, end: position + size - 1 });
	return {
		manifest: described,
		files: [...files.keys()],
		openFile: (sha256: string) => read(files.get(sha256) as Entry),
		openDatabase: () => read(database),
	};
};
export type Archive = Awaited<ReturnType<typeof openArchive>>;
