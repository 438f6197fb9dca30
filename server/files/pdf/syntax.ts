// The syntax of objects in a PDF (ISO 32000-1, 7.2 and 7.3), on text whose characters are bytes.

/** Thrown for what is not as the format has it or ends too early, or is written in a way that is not known here. */
export class Unreadable extends Error {}

export interface Name {
	name: string;
}
export interface Reference {
	object: number;
	generation: number;
}
export type Dictionary = ReadonlyMap<string, Value>;
/** Texts are their bytes, one a character. */
export type Value = null | boolean | number | string | Name | Reference | Value[] | Dictionary;

/** A place in a text, moved by what is read. */
export interface Cursor {
	text: string;
	at: number;
}

const MAX_DEPTH = 64;
const GAP = '(?:[\\0\\t\\n\\f\\r ]|%[^\\r\\n]*[\\r\\n])';
const gap = new RegExp(`${GAP}*`, 'y');
const word = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const restOfReference = new RegExp(
	`${GAP}+(\\d{1,10})${GAP}+R(?=[\\0\\t\\n\\f\\r ()<>[\\]{}/%])`,
	'y',
);
const hexadecimal = /<([\0\t\n\f\r \dA-Fa-f]*)>/y;

const match = (cursor: Cursor, pattern: RegExp) => {
	pattern.lastIndex = cursor.at;
	const found = pattern.exec(cursor.text);
	if (found) cursor.at = pattern.lastIndex;
	return found;
};

/** Passes over space and comments. */
export const skipGap = (cursor: Cursor) => {
	match(cursor, gap);
	if (cursor.at >= cursor.text.length || cursor.text[cursor.at] === '%') throw new Unreadable();
};

/** Passes over `token` where it stands next, and says whether it did. */
export const skipToken = (cursor: Cursor, token: string) => {
	const found = cursor.text.startsWith(token, cursor.at);
	if (found) cursor.at += token.length;
	return found;
};

const plainName = (written: string) =>
	written.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);

const readName = (cursor: Cursor): Name => {
	cursor.at++;
	return { name: plainName(match(cursor, word)?.[0] ?? '') };
};

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const readEscape = (cursor: Cursor) => {
	const octal = /[0-7]{1,3}/y;
	const code = match(cursor, octal)?.[0];
	if (code) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
	const letter = cursor.text[cursor.at++] ?? '';
	if (letter === '\r') skipToken(cursor, '\n');
	return letter === '\r' || letter === '\n' ? '' : (ESCAPED[letter] ?? letter);
};

const readText = (cursor: Cursor) => {
	let text = '';
	let open = 1;
	for (cursor.at++; ; ) {
		const letter = cursor.text[cursor.at++];
		if (letter === undefined) throw new Unreadable();
		if (letter === '(') open++;
		if (letter === ')' && --open === 0) return text;
		text += letter === '\\' ? readEscape(cursor) : letter;
	}
};

const readHexadecimal = (cursor: Cursor) => {
	const digits = match(cursor, hexadecimal)?.[1]?.replace(/[^\dA-Fa-f]/g, '');
	if (digits === undefined) throw new Unreadable();
	return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
};

const readArray = (cursor: Cursor, depth: number) => {
	const values: Value[] = [];
	for (cursor.at++; ; ) {
		skipGap(cursor);
		if (skipToken(cursor, ']')) return values;
		values.push(readValue(cursor, depth + 1));
	}
};

const WORDS: Record<string, null | boolean> = { null: null, true: true, false: false };

const readWord = (cursor: Cursor): Value => {
	const found = match(cursor, word)?.[0];
	if (found === undefined) throw new Unreadable();
	const known = WORDS[found];
	if (known !== undefined) return known;
	if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(found)) throw new Unreadable();
	if (!/^\d{1,10}$/.test(found)) return Number(found);
	const reference = match(cursor, restOfReference);
	return reference ? { object: Number(found), generation: Number(reference[1]) } : Number(found);
};

/** Reads the entries of a dictionary and the `>>` after them. No key may come twice. */
export const readEntries = (cursor: Cursor, depth = 0): Dictionary => {
	const entries = new Map<string, Value>();
	for (;;) {
		skipGap(cursor);
		if (skipToken(cursor, '>>')) return entries;
		if (cursor.text[cursor.at] !== '/') throw new Unreadable();
		const { name } = readName(cursor);
		if (entries.has(name)) throw new Unreadable();
		skipGap(cursor);
		entries.set(name, readValue(cursor, depth + 1));
	}
};

/** Reads one object. Throws `Unreadable` where it is none, or the text ends in it. */
export const readValue = (cursor: Cursor, depth = 0): Value => {
	if (depth > MAX_DEPTH) throw new Unreadable();
	const first = cursor.text[cursor.at];
	if (first === '/') return readName(cursor);
	if (first === '(') return readText(cursor);
	if (first === '[') return readArray(cursor, depth);
	if (skipToken(cursor, '<<')) return readEntries(cursor, depth);
	if (first === '<') return readHexadecimal(cursor);
	return readWord(cursor);
};

/** The name that a value is, if it is one. */
export const nameOf = (value: Value | undefined) =>
	typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;

/** The dictionary that a value is, if it is one. */
export const dictionaryOf = (value: Value | undefined) =>
	value instanceof Map ? (value as Dictionary) : undefined;
