import type { ByteSource } from '../store.ts';
import { hasMacros, Malformed, refuseLocked, startsPrograms } from './refusals.ts';

// The compound file of [MS-CFB]: sectors, chained by an allocation table whose own sectors are
// listed in the header and, for large files, in a chain of further lists; and a directory.

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER = 512;
const LISTED_IN_HEADER = 109;
const ENTRY = 128;
/** Streams below this length are stored in pieces of 64 bytes within the stream of the root. */
const SHORT = 4096;
const PIECE = 64;
/** Sector numbers from here on are markers: free, end of chain, reserved. */
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
	start: number;
	size: number;
}

const openSectors = (file: Buffer) => {
	if (file.length < HEADER || !file.subarray(0, MAGIC.length).equals(MAGIC)) throw new Malformed();
	const shift = file.readUInt16LE(30);
	if (shift !== 9 && shift !== 12) throw new Malformed();
	const size = 1 << shift;
	const numbersIn = size / 4;

	const sector = (number: number) => {
		const data = file.subarray((number + 1) * size, (number + 2) * size);
		if (data.length === 0) throw new Malformed();
		// Some writers do not fill the last sector.
		return data.length === size ? data : Buffer.concat([data], size);
	};

	const table: number[] = [];
	for (let at = 0; at < LISTED_IN_HEADER; at++) table.push(file.readUInt32LE(76 + at * 4));
	let list = file.readUInt32LE(68);
	for (let lists = 0; list < MARKS; lists++) {
		if (lists === MAX_LISTS) throw new Malformed();
		const numbers = sector(list);
		for (let at = 0; at < numbersIn - 1; at++) table.push(numbers.readUInt32LE(at * 4));
		list = numbers.readUInt32LE(size - 4);
	}

	const after = (number: number) => {
		const part = table[Math.floor(number / numbersIn)] ?? NOTHING;
		if (part >= MARKS) throw new Malformed();
		return sector(part).readUInt32LE((number % numbersIn) * 4);
	};

	const contentOf = ({ start, size: length }: Pick<Entry, 'start' | 'size'>) => {
		if (length > file.length) throw new Malformed();
		const content: Buffer[] = [];
		for (let next = start; content.length * size < length; next = after(next))
			content.push(sector(next));
		return Buffer.concat(content).subarray(0, length);
	};

	const shortContentOf = ({ start, size: length }: Entry, root: Entry) => {
		const numbers = contentOf({
			start: file.readUInt32LE(60),
			size: file.readUInt32LE(64) * size,
		});
		const all = contentOf(root);
		const content: Buffer[] = [];
		for (let next = start; content.length * PIECE < length; next = numbers.readUInt32LE(next * 4)) {
			if ((next + 1) * 4 > numbers.length) throw new Malformed();
			content.push(all.subarray(next * PIECE, (next + 1) * PIECE));
		}
		return Buffer.concat(content);
	};

	return { sector, after, contentOf, shortContentOf, directory: file.readUInt32LE(48) };
};

const readDirectory = ({ sector, after, directory }: ReturnType<typeof openSectors>) => {
	const entries: Entry[] = [];
	for (let number = directory; number < MARKS; number = after(number)) {
		const data = sector(number);
		// Also ends a circular chain.
		if (entries.length > MAX_ENTRIES) throw new Malformed();
		for (let at = 0; at < data.length; at += ENTRY) {
			const nameLength = Math.max(0, Math.min(64, data.readUInt16LE(at + 64)) - 2);
			entries.push({
				name: data.toString('utf16le', at, at + nameLength),
				left: data.readUInt32LE(at + 68),
				right: data.readUInt32LE(at + 72),
				child: data.readUInt32LE(at + 76),
				start: data.readUInt32LE(at + 116),
				size: data.readUInt32LE(at + 120),
			});
		}
	}
	return entries;
};

const listRoot = (entries: readonly Entry[]) => {
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

const openOle = async (bytes: ByteSource) => {
	const sectors = openSectors(await bytes.read(0, bytes.size));
	const entries = readDirectory(sectors);
	const root = listRoot(entries);
	// Newer documents with a password are compound files too; a presentation encrypts its summary.
	if (root.has('EncryptedPackage') || root.has('EncryptedSummary')) throw refuseLocked();
	const contentOf = (names: readonly string[]) => {
		const stream = names.map((name) => root.get(name)).find((entry) => entry !== undefined);
		if (!stream) throw new Malformed();
		return stream.size < SHORT
			? sectors.shortContentOf(stream, entries[0] as Entry)
			: sectors.contentOf(stream);
	};
	return { entries, root, contentOf };
};

/** Refuses a .docx or .pptx that has a password. */
export const refuseLockedPackage = async (bytes: ByteSource) => {
	if ((await bytes.read(0, MAGIC.length)).equals(MAGIC)) await openOle(bytes);
};

/** Returns the content of the first of these streams that exists. Rejects with `Malformed` if none does. */
export const readOleStream = async (bytes: ByteSource, names: readonly string[]) =>
	(await openOle(bytes)).contentOf(names);

const MACROS = new Set(['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR']);

// A presentation stores its macros within its stream: two record headers, a reference, and the flag for the presence of
// macros ([MS-PPT] 2.4.10, 2.4.11).
const VBA_INFO = Buffer.from('1f00ff0314000000020000040c000000', 'hex');
const VBA_FLAG = VBA_INFO.length + 4;

const hasMacroFlag = (data: Buffer) => {
	for (let at = data.indexOf(VBA_INFO); at >= 0; at = data.indexOf(VBA_INFO, at + 1))
		if (data[at + VBA_FLAG] === 1) return true;
	return false;
};

// A field starts with this character; text is in bytes or in UTF-16 ([MS-DOC] 2.8.25).
const DDE = ['\u0013DDE', '\u0013 DDE'].flatMap((text) => [
	Buffer.from(text, 'latin1'),
	Buffer.from(text, 'utf16le'),
]);

const KINDS = ['WordDocument', 'PowerPoint Document', 'Workbook'] as const;

/** Returns the main stream of a compound file; undefined if it has no known one. */
export const detectOleKind = async (bytes: ByteSource) => {
	const { root } = await openOle(bytes);
	return KINDS.find((kind) => root.has(kind));
};

/** Refuses an Office 97 to 2003 file that has another main stream, a password, macros or a DDE field. */
export const inspectOle = async (
	bytes: ByteSource,
	stream: 'WordDocument' | 'PowerPoint Document',
) => {
	const { entries, root, contentOf } = await openOle(bytes);
	if (!root.has(stream)) throw new Malformed();
	if (entries.some(({ name }) => MACROS.has(name))) throw hasMacros();
	const main = contentOf([stream]);
	if (stream === 'PowerPoint Document' && hasMacroFlag(main)) throw hasMacros();
	if (stream === 'WordDocument' && DDE.some((field) => main.includes(field)))
		throw startsPrograms();
};
