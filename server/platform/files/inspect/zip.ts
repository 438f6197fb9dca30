import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ByteSource } from '../store.ts';
import { Malformed, refuseLocked, refuseTooComplex, refuseUnsafe } from './refusals.ts';

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED = 200 * 1024 ** 2;
/** The ratio counts only above this size: one part, such as an empty table, often packs well. */
const RATIO_FROM = 50 * 1024 ** 2;
const MAX_RATIO = 100;
const LOCAL_HEADER = 30;

/** The directory of a zip file, and a reader of its contents. */
export interface ZipDirectory {
	entries: Entry[];
	/** Yields the content of an entry; rejects with `Malformed` if its length differs from the directory. */
	contentOf: (entry: Entry) => AsyncIterable<Buffer>;
}

const asMalformed = (cause: unknown): never => {
	throw new Malformed(undefined, { cause });
};

/** Returns the name of an entry without a leading `/` or `.//`, which some programs write. */
const readName = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) => {
	const name = yauzl
		.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
		.replace(/^(?:\.?\/)+/, '');
	if (name === '' || yauzl.validateFileName(name) !== null) throw new Malformed();
	return name;
};

const listEntries = async (zip: ZipFile) => {
	const entries: Entry[] = [];
	for await (const entry of zip.eachEntry()) {
		entry.fileName = readName(entry);
		entries.push(entry);
	}
	return entries;
};

/** Reads the directory at the end of a zip file without unpacking. */
export const readZip = async (bytes: ByteSource): Promise<ZipDirectory> => {
	const file = await bytes.read(0, bytes.size);
	if (file.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new Malformed();
	const zip = await yauzl.fromBufferPromise(file, { decodeStrings: false }).catch(asMalformed);
	if (zip.entryCount > MAX_ENTRIES) throw refuseTooComplex();
	return {
		entries: await listEntries(zip).catch(asMalformed),
		async *contentOf(entry) {
			try {
				yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
			} catch (cause) {
				asMalformed(cause);
			}
		},
	};
};

const isLink = ({ externalFileAttributes }: Entry) =>
	((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** Refuses a zip file that unpacks to far more than its size, is locked, or has links, overlaps or duplicate names. */
export const refuseBombs = (entries: readonly Entry[]) => {
	let packed = 0;
	let unpacked = 0;
	let end = 0;
	const names = new Set<string>();
	const byPlace = entries.toSorted(
		(one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
	);
	for (const entry of byPlace) {
		if (entry.isEncrypted()) throw refuseLocked();
		const start = entry.relativeOffsetOfLocalHeader;
		const name = entry.fileName.toLowerCase();
		if (start < end || isLink(entry) || names.has(name)) throw refuseUnsafe();
		end = start + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize;
		names.add(name);
		packed += entry.compressedSize;
		unpacked += entry.uncompressedSize;
	}
	const isBomb = unpacked > RATIO_FROM && unpacked > packed * MAX_RATIO;
	if (unpacked > MAX_UNPACKED || isBomb) throw refuseTooComplex();
};
