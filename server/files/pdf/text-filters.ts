import { Cut, Unreadable } from './syntax.ts';

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const [TILDE, BANG, LOWER_Z, LOWER_U, GREATER] = [126, 33, 122, 117, 62];

/** ASCIIHexDecode: two digits a byte, ended by `>` (ISO 32000-1, 7.4.2). */
export const fromHexadecimal = (data: Buffer) => {
	const end = data.indexOf(GREATER);
	if (end < 0) throw new Cut();
	const digits = data.toString('latin1', 0, end).replace(/[\0\t\n\f\r ]+/g, '');
	if (/[^\dA-Fa-f]/.test(digits)) throw new Unreadable();
	return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
};

/** ASCII85Decode: five characters for four bytes, ended by `~>` (ISO 32000-1, 7.4.3). */
export const fromAscii85 = (data: Buffer) => {
	const end = data.indexOf(TILDE);
	if (end < 0) throw new Cut();
	// A `z` stands for four bytes.
	const bytes = Buffer.alloc(end * 4);
	let length = 0;
	let group = 0;
	let digits = 0;
	const put = (count: number) => {
		if (group > 0xffffffff) throw new Unreadable();
		for (let at = 0; at < count; at++) bytes[length++] = Math.floor(group / 256 ** (3 - at)) & 0xff;
		group = 0;
		digits = 0;
	};
	for (let at = 0; at < end; at++) {
		const code = data[at] as number;
		if (SPACE.has(code)) continue;
		if (code === LOWER_Z && digits === 0) {
			put(4);
			continue;
		}
		if (code < BANG || code > LOWER_U) throw new Unreadable();
		group = group * 85 + code - BANG;
		if (++digits === 5) put(4);
	}
	if (digits === 1) throw new Unreadable();
	if (digits > 1) {
		const count = digits - 1;
		for (; digits < 5; digits++) group = group * 85 + 84;
		put(count);
	}
	return bytes.subarray(0, length);
};
