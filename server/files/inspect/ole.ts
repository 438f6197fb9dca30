import type { ByteSource } from '../store.ts';
import { embeds, hasMacros, locked, Malformed, startsPrograms } from './refusals.ts';

// The compound file of [MS-CFB]: sectors, chained by an allocation table whose own sectors are
// listed in the header and, for large files, in a chain of further lists; and a directory.

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER = 512;
const LISTED_IN_HEADER = 109;
const ENTRY = 128;
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

	return { sector, after, directory: header.readUInt32LE(48) };
};

const readDirectory = async (bytes: ByteSource) => {
	const { sector, after, directory } = await openSectors(bytes);
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
			});
	}
	return entries;
};

/** The names directly under the root; a document within the document has its own further down. */
const rootNames = (entries: readonly Entry[]) => {
	const names = new Set<string>();
	const seen = new Set<Entry>();
	const ahead = [entries[0]?.child ?? NOTHING];
	for (let number = ahead.pop(); number !== undefined; number = ahead.pop()) {
		const entry = entries[number];
		if (!entry || seen.has(entry)) continue;
		seen.add(entry);
		names.add(entry.name);
		ahead.push(entry.left, entry.right);
	}
	return names;
};

const MACROS = new Set(['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR']);

// A presentation keeps its macros within its stream. Two record headers announce them, then come a
// reference and the flag that says whether there are any ([MS-PPT] 2.4.10, 2.4.11).
const VBA_INFO = Buffer.from('1f00ff0314000000020000040c000000', 'hex');
const VBA_FLAG = VBA_INFO.length + 4;

const announcesMacros = async (bytes: ByteSource) => {
	let held: Buffer = Buffer.alloc(0);
	for await (const chunk of bytes.chunks()) {
		const data = Buffer.concat([held, chunk]);
		for (let at = data.indexOf(VBA_INFO); at >= 0; at = data.indexOf(VBA_INFO, at + 1))
			if (data[at + VBA_FLAG] === 1) return true;
		held = data.subarray(-VBA_FLAG);
	}
	return false;
};

/** Streams that each object and control of another program has, wherever its storage stands ([MS-DOC] 2.1.13). */
const EMBEDDED = new Set(['\u0003ObjInfo', '\u0001Ole10Native', '\u0003OCXNAME', '\u0003OCXDATA']);

// A field begins with this character; text is in bytes or in UTF-16 ([MS-DOC] 2.8.25).
const DDE = ['\u0013DDE', '\u0013 DDE'].flatMap((text) => [
	Buffer.from(text, 'latin1'),
	Buffer.from(text, 'utf16le'),
]);
const LONGEST = 10;

const hasDynamicData = async (bytes: ByteSource) => {
	let held: Buffer = Buffer.alloc(0);
	for await (const chunk of bytes.chunks()) {
		const data = Buffer.concat([held, chunk]);
		if (DDE.some((field) => data.includes(field))) return true;
		held = data.subarray(-LONGEST);
	}
	return false;
};

const requireUnlocked = (names: ReadonlySet<string>) => {
	if (names.has('EncryptedPackage')) throw locked();
};

/** A newer document with a password is a compound file, too, whatever its ending. */
export const refuseLockedPackage = async (bytes: ByteSource) => {
	if (!(await bytes.read(0, MAGIC.length)).equals(MAGIC)) return;
	requireUnlocked(rootNames(await readDirectory(bytes)));
};

/**
 * A document of Office 97 to 2003 with the stream of its kind, without macros, objects of other programs
 * and fields that start one. What a presentation has of them stands packed in its stream and is not seen.
 */
export const inspectOle = async (bytes: ByteSource, stream: string) => {
	const entries = await readDirectory(bytes);
	const names = rootNames(entries);
	requireUnlocked(names);
	if (!names.has(stream)) throw new Malformed();
	if (entries.some(({ name }) => MACROS.has(name)) || (await announcesMacros(bytes)))
		throw hasMacros();
	if (entries.some(({ name }) => EMBEDDED.has(name))) throw embeds();
	if (await hasDynamicData(bytes)) throw startsPrograms();
};
