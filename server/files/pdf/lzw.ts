import { tooComplex } from '../inspect/refusals.ts';
import { Cut, Unreadable } from './syntax.ts';

const CLEAR = 256;
const END = 257;
const FIRST = 258;
const CODES = 4096;

/**
 * LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, wider by one code earlier than needed when
 * `early` is 1. Unpacks at most `room` bytes.
 */
export const fromLzw = (data: Buffer, early: number, room: number) => {
	/** Where in what is unpacked the text of a code stands. */
	const starts = new Uint32Array(CODES);
	const lengths = new Uint32Array(CODES);
	let bytes = Buffer.alloc(Math.min(room, data.length * 4 + 1024));
	let length = 0;
	let next = FIRST;
	let width = 9;
	let held = 0;
	let bits = 0;
	let before: { start: number; length: number } | undefined;

	const reserve = (more: number) => {
		if (length + more > room) throw tooComplex();
		if (length + more <= bytes.length) return;
		const larger = Buffer.alloc(Math.min(room, Math.max(bytes.length * 2, length + more)));
		bytes.copy(larger, 0, 0, length);
		bytes = larger;
	};

	for (const byte of data) {
		held = ((held << 8) | byte) & 0xffffff;
		bits += 8;
		if (bits < width) continue;
		bits -= width;
		const code = (held >>> bits) & ((1 << width) - 1);
		if (code === END) return bytes.subarray(0, length);
		if (code === CLEAR) {
			next = FIRST;
			width = 9;
			before = undefined;
			continue;
		}
		if (code > 255 && (!before || code > next || code === CODES)) throw new Unreadable();
		const start = length;
		if (before && next < CODES) {
			// The new text is the one before and one byte more, which is the next to be written.
			starts[next] = before.start;
			lengths[next] = before.length + 1;
			next++;
		}
		if (code < CLEAR) {
			reserve(1);
			bytes[length++] = code;
		} else {
			const from = starts[code] as number;
			const count = lengths[code] as number;
			if (count === 0) throw new Unreadable();
			reserve(count);
			for (let at = 0; at < count; at++) bytes[length++] = bytes[from + at] as number;
		}
		before = { start, length: length - start };
		if (width < 12 && next + early >= 1 << width) width++;
	}
	throw new Cut();
};
