import type { ByteSource } from '../store.ts';
import { hasMacros, locked, Malformed, startsPrograms } from './refusals.ts';

// The compound file of [MS-CFB]: sectors, chained by an allocation table whose own sectors are
// listed in the header and, for large files, in a chain of further lists; and a directory.

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER = 512;
const LISTED_IN_HEADER = 109;
const ENTRY = 128;
/** Streams below this length lie in pieces of so many bytes within another, that of the root. */
const SHORT = 4096;
const PIECE = 64;
const MAX_PIECES = 1024 ** 2;
const WINDOW = 64 * 1024;
/** Sector numbers from here on are marks: free, end of chain, reserved. */
const MARKS = 0xfffffffa;
const NOTHING = 0xffffffff;
/** 50 MiB need 7 lists; documents with hundreds of embedded objects have a few thousand entries. */
const MAX_LISTS = 16;
const MAX_ENTRIES = 8192;

interface Entry {
	name: string;
	left: number;
	right: number;
	child: number;
	/** Where its content begins, and how long that is. */
	start: number;
	size: number;
}

const openSectors = async (bytes: ByteSource) => {
	const header = await bytes.read(0, HEADER);
	if (header.length < HEADER || !header.subarray(0, MAGIC.length).equals(MAGIC))
		throw new Malformed();
	const shift = header.readUInt16LE(30);
	if (shift !== 9 && shift !== 12) throw new Malformed();
	const size = 1 << shift;
	const numbersIn = size / 4;

	const sector = async (number: number) => {
		const found = await bytes.read((number + 1) * size, size);
		if (found.length === 0) throw new Malformed();
		// Some writers leave the last sector unfilled.
		return found.length === size ? found : Buffer.concat([found], size);
	};

	const table: number[] = [];
	for (let at = 0; at < LISTED_IN_HEADER; at++) table.push(header.readUInt32LE(76 + at * 4));
	let list = header.readUInt32LE(68);
	for (let lists = 0; list < MARKS; lists++) {
		if (lists === MAX_LISTS) throw new Malformed();
		const numbers = await sector(list);
		for (let at = 0; at < numbersIn - 1; at++) table.push(numbers.readUInt32LE(at * 4));
		list = numbers.readUInt32LE(size - 4);
	}

	const known = new Map<number, Buffer>();
	const after = async (number: number) => {
		const part = table[Math.floor(number / numbersIn)] ?? NOTHING;
		if (part >= MARKS) throw new Malformed();
		const numbers = known.get(part) ?? (await sector(part));
		known.set(part, numbers);
		return numbers.readUInt32LE((number % numbersIn) * 4);
	};

	/** The content of a stream in its own order, as few reads of the file as that takes. */
	async function* contentOf({ start, size: length }: Pick<Entry, 'start' | 'size'>) {
		let left = length;
		for (let next = start; left > 0; ) {
			const first = next;
			let run = 0;
			while (next === first + run && run * size < Math.min(left, WINDOW)) {
				run++;
				next = await after(next);
			}
			const piece = await bytes.read((first + 1) * size, Math.min(left, run * size));
			if (piece.length === 0) throw new Malformed();
			left -= piece.length;
			yield piece;
		}
	}

	const whole = async (stream: Pick<Entry, 'start' | 'size'>) => {
		if (stream.size > MAX_PIECES) throw new Malformed();
		return Buffer.concat(await Array.fromAsync(contentOf(stream)));
	};

	/** The content of a short stream. */
	const shortContent = async ({ start, size: length }: Entry, root: Entry) => {
		const table = await whole({
			start: header.readUInt32LE(60),
			size: header.readUInt32LE(64) * size,
		});
		const all = await whole(root);
		const found: Buffer[] = [];
		for (let next = start; found.length * PIECE < length; next = table.readUInt32LE(next * 4)) {
			if ((next + 1) * 4 > table.length) throw new Malformed();
			found.push(all.subarray(next * PIECE, (next + 1) * PIECE));
		}
		return Buffer.concat(found);
	};

	return { sector, after, contentOf, shortContent, directory: header.readUInt32LE(48) };
};

const readDirectory = async ({
	sector,
	after,
	directory,
}: Awaited<ReturnType<typeof openSectors>>) => {
	const entries: Entry[] = [];
	for (let number = directory; number < MARKS; number = await after(number)) {
		const data = await sector(number);
		// A chain that runs in a circle ends here too.
		if (entries.length > MAX_ENTRIES) throw new Malformed();
		for (let at = 0; at < data.length; at += ENTRY)
			entries.push({
				name: data.toString(
					'utf16le',
					at,
					at + Math.max(0, Math.min(64, data.readUInt16LE(at + 64)) - 2),
				),
				left: data.readUInt32LE(at + 68),
				right: data.readUInt32LE(at + 72),
				child: data.readUInt32LE(at + 76),
				start: data.readUInt32LE(at + 116),
				size: data.readUInt32LE(at + 120),
			});
	}
	return entries;
};

/** What stands directly under the root; a document within the document has its own further down. */
const rootOf = (entries: readonly Entry[]) => {
	const names = new Map<string, Entry>();
	const seen = new Set<Entry>();
	const ahead = [entries[0]?.child ?? NOTHING];
	for (let number = ahead.pop(); number !== undefined; number = ahead.pop()) {
		const entry = entries[number];
		if (!entry || seen.has(entry)) continue;
		seen.add(entry);
		names.set(entry.name, entry);
		ahead.push(entry.left, entry.right);
	}
	return names;
};

const MACROS = new Set(['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR']);

// A presentation keeps its macros within its stream. Two record headers announce them, then come a
// reference and the flag that says whether there are any ([MS-PPT] 2.4.10, 2.4.11).
const VBA_INFO = Buffer.from('1f00ff0314000000020000040c000000', 'hex');
const VBA_FLAG = VBA_INFO.length + 4;

// A field begins with this character; text is in bytes or in UTF-16 ([MS-DOC] 2.8.25).
const DDE = ['\u0013DDE', '\u0013 DDE'].flatMap((text) => [
	Buffer.from(text, 'latin1'),
	Buffer.from(text, 'utf16le'),
]);
const LONGEST_FIELD = 10;

/** Whether something is found in bytes that come in pieces, each shown with the end of the one before. */
const anyIn = async (
	pieces: AsyncIterable<Buffer>,
	longest: number,
	isIn: (data: Buffer) => boolean,
) => {
	let held: Buffer = Buffer.alloc(0);
	for await (const piece of pieces) {
		const data = Buffer.concat([held, piece]);
		if (isIn(data)) return true;
		held = data.subarray(-longest);
	}
	return false;
};

const startsProgram = (data: Buffer) => DDE.some((field) => data.includes(field));

const announcesMacros = (data: Buffer) => {
	for (let at = data.indexOf(VBA_INFO); at >= 0; at = data.indexOf(VBA_INFO, at + 1))
		if (data[at + VBA_FLAG] === 1) return true;
	return false;
};

/** With a password a newer document is a compound file, too, whatever its ending; a presentation hides its summary. */
const requireUnlocked = (root: ReadonlyMap<string, Entry>) => {
	if (root.has('EncryptedPackage') || root.has('EncryptedSummary')) throw locked();
};

/** Refuses a document of today that has a password. */
export const refuseLockedPackage = async (bytes: ByteSource) => {
	if (!(await bytes.read(0, MAGIC.length)).equals(MAGIC)) return;
	requireUnlocked(rootOf(await readDirectory(await openSectors(bytes))));
};

/** What the first of these streams holds that the file has. Rejects with `Malformed` where it has none. */
export const readOleStream = async (bytes: ByteSource, names: readonly string[]) => {
	const sectors = await openSectors(bytes);
	const entries = await readDirectory(sectors);
	const root = rootOf(entries);
	requireUnlocked(root);
	const stream = names.map((name) => root.get(name)).find((entry) => entry !== undefined);
	if (!stream || stream.size > bytes.size) throw new Malformed();
	if (stream.size < SHORT) return sectors.shortContent(stream, entries[0] as Entry);
	return Buffer.concat(await Array.fromAsync(sectors.contentOf(stream)));
};

const KINDS = ['WordDocument', 'PowerPoint Document', 'Workbook'] as const;

/** Returns the main stream of a compound file; undefined where it has none that is known here. */
export const oleKindOf = async (bytes: ByteSource) => {
	const root = rootOf(await readDirectory(await openSectors(bytes)));
	return KINDS.find((kind) => root.has(kind));
};

/** Refuses an Office 97 to 2003 file that has another main stream, a password, macros or a field of DDE. */
export const inspectOle = async (
	bytes: ByteSource,
	stream: 'WordDocument' | 'PowerPoint Document',
) => {
	const sectors = await openSectors(bytes);
	const entries = await readDirectory(sectors);
	const root = rootOf(entries);
	requireUnlocked(root);
	const main = root.get(stream);
	if (!main) throw new Malformed();
	if (entries.some(({ name }) => MACROS.has(name))) throw hasMacros();
	const isWord = stream === 'WordDocument';
	const isIn = isWord ? startsProgram : announcesMacros;
	const found =
		main.size >= SHORT
			? await anyIn(sectors.contentOf(main), isWord ? LONGEST_FIELD : VBA_FLAG, isIn)
			: isIn(await sectors.shortContent(main, entries[0] as Entry));
	if (found) throw isWord ? startsPrograms() : hasMacros();
};
