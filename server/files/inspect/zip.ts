import { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ByteSource } from '../store.ts';
import { locked, Malformed, tooComplex, unsafe } from './refusals.ts';

const WINDOW = 64 * 1024;
const MAX_ENTRIES = 2_000;
const MAX_UNPACKED = 200 * 1024 ** 2;
const MAX_RATIO = 100;
const LOCAL_HEADER = 30;

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
			(error: Error) => callback(error),
		);
	}

	override _readStreamForRange(start: number, end: number) {
		return Readable.from(this.#pieces(start, end), { objectMode: false });
	}

	async *#pieces(start: number, end: number) {
		for (let at = start; at < end; at += WINDOW)
			yield await this.#read(at, Math.min(WINDOW, end - at));
	}

	async #slice(position: number, length: number) {
		const { from, data } = this.#window;
		if (position < from || position + length > from + data.length)
			this.#window = {
				from: position,
				data: await this.#read(position, Math.max(length, WINDOW)),
			};
		const at = position - this.#window.from;
		return this.#window.data.subarray(at, at + length);
	}

	async #read(position: number, length: number) {
		try {
			return await this.#bytes.read(position, length);
		} catch (error) {
			this.failure = error as Error;
			throw error;
		}
	}
}

/** The directory of a zip file, read whole, and the way to its contents. */
export interface ZipDirectory {
	entries: Entry[];
	/** What an entry holds, in pieces; rejects as soon as it is more, or less, than the directory says. */
	contentOf: (entry: Entry) => AsyncIterable<Buffer>;
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
