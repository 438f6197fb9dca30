import { inflateSync } from 'node:zlib';
import { tooComplex } from '../inspect/refusals.ts';
import { type Dictionary, nameOf, Unreadable } from './syntax.ts';

/** How many bytes may still be unpacked of one file. */
export interface Room {
	left: number;
}

/** Some readers take these from the stream itself, or its data from another file (ISO 32000-1, 7.3.8.2). */
const ODD = ['F', 'FFilter', 'FDecodeParms', 'DP', 'DecodeParms'];

/**
 * Whether the data of a stream that packs objects is deflated, as opposed to not packed at all. Throws
 * `Unreadable` for any other way: no program is known to write one (docs/decisions/0065).
 */
export const isDeflated = (stream: Dictionary) => {
	if (ODD.some((key) => (stream.get(key) ?? null) !== null)) throw new Unreadable();
	const wanted = stream.get('Filter') ?? null;
	const [filter, ...more] = Array.isArray(wanted) ? wanted : [wanted];
	if (filter === null) return false;
	if (more.length > 0 || !['FlateDecode', 'Fl'].includes(nameOf(filter) ?? ''))
		throw new Unreadable();
	return true;
};

/**
 * Undoes deflation. Bytes after the end that the data itself names are passed over. Nothing where it
 * has not come to that end. Throws `tooComplex` beyond the room that is left.
 */
export const inflate = (data: Buffer, room: Room) => {
	try {
		const bytes = inflateSync(data, { maxOutputLength: Math.max(1, room.left) });
		room.left -= bytes.length;
		return bytes;
	} catch (cause) {
		const { code } = cause as { code?: string };
		if (code === 'ERR_BUFFER_TOO_LARGE') throw tooComplex();
		if (code !== 'Z_BUF_ERROR') throw new Unreadable(undefined, { cause });
		return undefined;
	}
};
