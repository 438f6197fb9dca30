import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Headers } from 'tar-stream';
import { type Dump, decodeRow, TransferError, tally } from '../../db/dump.ts';
import { contentEntry, ENTRY, MANIFEST, type Manifest, manifest, rowsEntry } from './manifest.ts';

/** An archive that was read to its end and found to be what its manifest says. */
export interface Archive {
	manifest: Manifest;
	/** Its rows, which fail at their end where they are not those of the manifest. */
	source: Dump;
	/** Its contents of files, by their hashes. */
	contents: () => { sha256: string; stream: () => AsyncIterable<Uint8Array> }[];
}

const BLOCK = 512;
const MAX_MANIFEST = 256 * 1024 ** 2;
/** Of one part of a table: what is written holds 4 MB and one more row. */
const MAX_ROWS = 64 * 1024 ** 2;

const inflate = promisify(gunzip);

/** Where an entry's bytes are. */
interface Found {
	position: number;
	size: number;
	sha256: string;
}

const broken = (why: string, cause?: unknown) =>
	new TransferError(`This is not a whole backup: ${why}.`, { cause });

/** Reads an entry to its end. */
const digest = async (entry: AsyncIterable<unknown> & { header: Headers }) => {
	const hash = createHash('sha256');
	const kept: Buffer[] = [];
	const isManifest = entry.header.name === MANIFEST;
	if (isManifest && (entry.header.size ?? 0) > MAX_MANIFEST)
		throw broken('its manifest is too long');
	for await (const chunk of entry as AsyncIterable<Buffer>) {
		hash.update(chunk);
		if (isManifest) kept.push(chunk);
	}
	return { sha256: hash.digest('hex'), text: Buffer.concat(kept).toString() };
};

/** Reads all of an archive: what is in it, where, and its manifest. */
const scan = async (path: string) => {
	const found = new Map<string, Found>();
	let text: string | undefined;
	let position = 0;
	const tar = extract();
	const file = createReadStream(path, { highWaterMark: 1024 ** 2 });
	file.on('error', (error) => tar.destroy(error));
	file.pipe(tar);
	for await (const entry of tar) {
		const { name, size = 0, type } = entry.header;
		if (text !== undefined) throw broken('something follows its manifest');
		if (type !== 'file' || !ENTRY.test(name) || found.has(name))
			throw broken('it holds what no backup holds');
		const read = await digest(entry);
		// A header is one block, since no name is long; contents fill whole blocks.
		found.set(name, { position: position + BLOCK, size, sha256: read.sha256 });
		position += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
		if (name === MANIFEST) text = read.text;
	}
	if (text === undefined) throw broken('its end is missing');
	return { found, text };
};

const parsed = (text: string): Manifest => {
	try {
		return manifest.parse(JSON.parse(text));
	} catch (cause) {
		throw broken('its manifest cannot be read', cause);
	}
};

/** Every entry is there with the hash that the manifest gives, and no other. */
const compare = (found: ReadonlyMap<string, Found>, { entries, tables }: Manifest) => {
	for (const { name, size, sha256 } of entries) {
		const entry = found.get(name);
		if (!entry) throw broken(`${name} is missing`);
		if (entry.sha256 !== sha256 || entry.size !== size) throw broken(`${name} is damaged`);
	}
	if (found.size !== entries.length + 1) throw broken('it holds what its manifest does not name');
	for (const { name, parts } of tables)
		for (let part = 1; part <= parts; part++)
			if (!found.has(rowsEntry(name, part))) throw broken(`rows of ${name} are missing`);
};

/**
 * Opens an archive: reads it to its end and compares every byte with the manifest. Fails with
 * `TransferError` when anything is damaged, missing or too much. Nothing in it names a place on a disk.
 */
export const openArchive = async (path: string): Promise<Archive> => {
	const { found, text } = await scan(path).catch((error: NodeJS.ErrnoException) => {
		if (error instanceof TransferError) throw error;
		if (error.code === 'ENOENT') throw new TransferError(`There is no file ${path}.`);
		// Whose file it is, or a disk that fails, says nothing of what is in it.
		if (error.syscall) throw new TransferError(`${path} cannot be read: ${error.message}.`);
		throw broken('it cannot be read', error);
	});
	const described = parsed(text);
	compare(found, described);
	const bytes = (name: string) => {
		const { position, size } = found.get(name) as Found;
		return createReadStream(path, { start: position, end: position + size - 1 });
	};
	const lost = new Set(described.lost.map(({ sha256 }) => sha256));
	return {
		manifest: described,
		source: {
			steps: described.steps,
			tables: described.tables,
			async *rows({ name }) {
				const table = described.tables.find((one) => one.name === name);
				const found = tally();
				for (let part = 1; part <= (table?.parts ?? 0); part++) {
					const packed = await buffer(bytes(rowsEntry(name, part)));
					const lines = await inflate(packed, { maxOutputLength: MAX_ROWS });
					const rows = lines.toString().trimEnd().split('\n').map(decodeRow);
					for (const row of rows) found.add(row);
					yield rows;
				}
				const { rows, sum } = found.value();
				if (rows !== table?.rows || sum !== table.sum)
					throw broken(`the rows of ${name} are not those that were counted`);
			},
		},
		contents: () =>
			[...found.keys()]
				.filter((name) => name.startsWith(contentEntry('')))
				.map((name) => ({ sha256: name.slice(contentEntry('').length), stream: () => bytes(name) }))
				.filter(({ sha256 }) => !lost.has(sha256)),
	};
};

/** Reads all rows of an archive as a restore would, all but the writing. */
export const rehearse = async ({ manifest, source }: Archive) => {
	for (const table of manifest.tables) for await (const _rows of source.rows(table));
};
