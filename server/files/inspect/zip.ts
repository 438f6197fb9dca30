import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ByteSource } from '../store.ts';
import { locked, Malformed, tooComplex, unsafe } from './refusals.ts';

const WINDOW = 64 * 1024;
const MAX_ENTRIES = 2_000;
const MAX_UNPACKED = 200 * 1024 ** 2;
const MAX_RATIO = 100;
const LOCAL_HEADER = 30;
const STORED = 0;
const DEFLATED = 8;

/** Lets yauzl read from any source, its many small reads served from one large one. */
class SourceReader extends yauzl.RandomAccessReader {
	/** What the source failed with, as opposed to what yauzl thinks of the bytes. */
	failure: Error | undefined;
	readonly #bytes: ByteSource;
	#window: { from: number; data: Buffer } = { from: 0, data: Buffer.alloc(0) };

	constructor(bytes: ByteSource) {
		super();
		this.#bytes = bytes;
	}

	override read(
		buffer: Buffer,
		offset: number,
		length: number,
		position: number,
		callback: (error: Error | null, bytesRead?: number) => void,
	) {
		this.#slice(position, length).then(
			(data) => callback(null, data.copy(buffer, offset)),
			(error: Error) => {
				this.failure = error;
				callback(error);
			},
		);
	}

	/** Contents are read by `contentOf`, which has a bound. */
	override _readStreamForRange(): Readable {
		throw new Error('not supported');
	}

	async #slice(position: number, length: number) {
		const { from, data } = this.#window;
		if (position < from || position + length > from + data.length)
			this.#window = {
				from: position,
				data: await this.#bytes.read(position, Math.max(length, WINDOW)),
			};
		const at = position - this.#window.from;
		return this.#window.data.subarray(at, at + length);
	}
}

/** The directory of a zip file, read whole, and the way to its contents. */
export interface ZipDirectory {
	entries: Entry[];
	/** What an entry holds, in pieces; rejects as soon as it is more, or less, than the directory says. */
	contentOf: (entry: Entry) => AsyncIterable<Buffer>;
}

async function* pieces(bytes: ByteSource, from: number, size: number) {
	for (let at = 0; at < size; at += WINDOW)
		yield await bytes.read(from + at, Math.min(WINDOW, size - at));
}

const isOfZlib = (error: unknown) => `${(error as { code?: string }).code}`.startsWith('Z_');

async function* unpacked(packed: AsyncIterable<Buffer>, { compressionMethod: method }: Entry) {
	if (method === STORED) return yield* packed;
	if (method !== DEFLATED) throw new Malformed();
	try {
		// What goes wrong reaches the one who reads.
		yield* pipeline(packed, createInflateRaw({ chunkSize: WINDOW }), () => {});
	} catch (cause) {
		throw isOfZlib(cause) ? new Malformed(undefined, { cause }) : cause;
	}
}

/** Reads the directory at the end of a zip file; nothing of its contents is unpacked. */
export const readZip = async (bytes: ByteSource): Promise<ZipDirectory> => {
	if ((await bytes.read(0, 4)).toString('latin1') !== 'PK\x03\x04') throw new Malformed();
	const reader = new SourceReader(bytes);
	const asMalformed = (cause: unknown): never => {
		throw reader.failure ?? new Malformed(undefined, { cause });
	};
	const listed = async (zip: ZipFile) => {
		const entries: Entry[] = [];
		for await (const entry of zip.eachEntry()) entries.push(entry);
		return entries;
	};

	const zip = await yauzl
		.fromRandomAccessReaderPromise(reader, bytes.size, { autoClose: false })
		.catch(asMalformed);
	if (zip.entryCount > MAX_ENTRIES) throw tooComplex();
	return {
		entries: await listed(zip).catch(asMalformed),
		async *contentOf(entry) {
			const { fileDataStart } = await zip
				.readLocalFileHeaderPromise(entry, { minimal: true })
				.catch(asMalformed);
			let left = entry.uncompressedSize;
			for await (const piece of unpacked(
				pieces(bytes, fileDataStart, entry.compressedSize),
				entry,
			)) {
				left -= piece.length;
				if (left < 0) throw new Malformed();
				yield piece;
			}
			if (left > 0) throw new Malformed();
		},
	};
};

const isLink = ({ externalFileAttributes }: Entry) =>
	((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/**
 * Refuses a zip file that is dangerous to open: more than it seems, locked, with links, with names
 * that mean two things. Sizes are those that the directory declares; whoever reads the contents finds
 * out when they are not so.
 */
export const refuseBombs = (entries: readonly Entry[]) => {
	let packed = 0;
	let unpacked = 0;
	let end = 0;
	const names = new Set<string>();
	const byPlace = entries.toSorted(
		(one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
	);
	for (const entry of byPlace) {
		if (entry.isEncrypted()) throw locked();
		const start = entry.relativeOffsetOfLocalHeader;
		const name = entry.fileName.toLowerCase();
		if (start < end || isLink(entry) || names.has(name)) throw unsafe();
		end = start + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize;
		names.add(name);
		packed += entry.compressedSize;
		unpacked += entry.uncompressedSize;
	}
	if (unpacked > MAX_UNPACKED || unpacked > packed * MAX_RATIO) throw tooComplex();
};
