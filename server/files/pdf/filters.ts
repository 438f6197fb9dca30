import { inflateSync } from 'node:zlib';
import { tooComplex } from '../inspect/refusals.ts';
import { fromLzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import { Cut, type Dictionary, dictionaryOf, nameOf, Unreadable, type Value } from './syntax.ts';
import { fromAscii85, fromHexadecimal } from './text-filters.ts';

/** How many bytes may still be unpacked of one file. */
export interface Room {
	left: number;
}

const NONE: Dictionary = new Map();
const MAX_FILTERS = 8;

const inflate = (data: Buffer, room: number) => {
	try {
		return inflateSync(data, { maxOutputLength: Math.max(1, room) });
	} catch (cause) {
		const { code } = cause as { code?: string };
		if (code === 'ERR_BUFFER_TOO_LARGE') throw tooComplex();
		throw code === 'Z_BUF_ERROR' ? new Cut() : new Unreadable(undefined, { cause });
	}
};

const fromRunLengths = (data: Buffer, room: number) => {
	const parts: Buffer[] = [];
	let length = 0;
	for (let at = 0; at < data.length; ) {
		const count = data[at] as number;
		if (count === 128) return Buffer.concat(parts);
		const part =
			count < 128
				? data.subarray(at + 1, at + 2 + count)
				: Buffer.alloc(257 - count, data.subarray(at + 1, at + 2));
		at += count < 128 ? count + 2 : 2;
		length += part.length;
		if (length > room) throw tooComplex();
		parts.push(part);
	}
	throw new Cut();
};

const earlyChange = (parameters: Dictionary) => {
	const early = parameters.get('EarlyChange') ?? 1;
	if (early !== 0 && early !== 1) throw new Unreadable();
	return early;
};

type Filter = (data: Buffer, parameters: Dictionary, room: number) => Buffer;
const flate: Filter = (data, parameters, room) => undoPredictor(inflate(data, room), parameters);
const lzw: Filter = (data, parameters, room) =>
	undoPredictor(fromLzw(data, earlyChange(parameters), room), parameters);

/** With the short names, which readers take as well. */
const filters = new Map<string, Filter>([
	['FlateDecode', flate],
	['Fl', flate],
	['LZWDecode', lzw],
	['LZW', lzw],
	['ASCIIHexDecode', fromHexadecimal],
	['AHx', fromHexadecimal],
	['ASCII85Decode', fromAscii85],
	['A85', fromAscii85],
	['RunLengthDecode', (data, _, room) => fromRunLengths(data, room)],
	['RL', (data, _, room) => fromRunLengths(data, room)],
]);

const listOf = (value: Value | undefined) => {
	if (value === undefined || value === null) return [];
	return Array.isArray(value) ? value : [value];
};

/** The filters of a stream in the order in which they are undone. Throws `Unreadable` for unknown ones. */
export const filtersOf = (stream: Dictionary) => {
	// Some readers take these from the stream itself, or the data from another file (ISO 32000-1, 7.3.8.2).
	if (['F', 'FFilter', 'FDecodeParms', 'DP'].some((key) => stream.has(key))) throw new Unreadable();
	const parameters = listOf(stream.get('DecodeParms'));
	const wanted = listOf(stream.get('Filter'));
	if (wanted.length > MAX_FILTERS || parameters.length > wanted.length) throw new Unreadable();
	return wanted.map((value, at) => {
		const filter = filters.get(nameOf(value) ?? '');
		const own = parameters[at] ?? NONE;
		const read = dictionaryOf(own);
		if (!filter || !read) throw new Unreadable();
		return (data: Buffer, room: number) => filter(data, read, room);
	});
};

/**
 * Undoes the filters of a stream. Bytes after the end that the data itself names are passed over.
 * Throws `Cut` where it has not come to that end, and `tooComplex` beyond the room that is left.
 */
export const unfilter = (data: Buffer, undo: ReturnType<typeof filtersOf>, room: Room) => {
	let bytes = data;
	for (const step of undo) {
		bytes = step(bytes, room.left);
		room.left -= bytes.length;
		if (room.left < 0) throw tooComplex();
	}
	return bytes;
};
