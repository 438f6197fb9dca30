import { readOleStream } from '../inspect/ole.ts';
import type { ByteSource } from '../store.ts';
import { CannotRead, type Readable, toReadable } from './read.ts';

// The file information block at the beginning of the main stream has the position of the piece table in the table
// stream ([MS-DOC] 2.4.1, 2.5.1, 2.5.6, 2.9.38).
const IDENT = 0xa5ec;
const FLAGS = 10;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
const LENGTH = 76;
const PIECES = 418;
const PROPERTIES = 1;
const PIECE_TABLE = 2;
const IN_BYTES = 0x40000000;
/** Upper bound: no paper has more text. */
const CHARACTERS_MAX = 4_000_000;

const bytesAsText = new TextDecoder('windows-1252');

const readPieceTable = (list: Buffer) => {
	let at = 0;
	while (list[at] === PROPERTIES) at += 3 + list.readUInt16LE(at + 1);
	if (list[at] !== PIECE_TABLE) throw new RangeError('No list of pieces');
	return list.subarray(at + 5, at + 5 + list.readUInt32LE(at + 1));
};

const readText = (main: Buffer, list: Buffer) => {
	const table = readPieceTable(list);
	const count = Math.floor((table.length - 4) / 12);
	const end = Math.min(main.readUInt32LE(LENGTH), CHARACTERS_MAX);
	const pieces: string[] = [];
	for (let n = 0; n < count; n++) {
		const from = table.readUInt32LE(4 * n);
		const length = Math.min(table.readUInt32LE(4 * n + 4), end) - from;
		if (length <= 0) break;
		const place = table.readUInt32LE(4 * (count + 1) + 8 * n + 2);
		const inBytes = (place & IN_BYTES) !== 0;
		const start = inBytes ? (place & (IN_BYTES - 1)) >>> 1 : place;
		const piece = main.subarray(start, start + (inBytes ? length : 2 * length));
		pieces.push(inBytes ? bytesAsText.decode(piece) : piece.toString('utf16le'));
	}
	return pieces.join('');
};

const PAGE_BREAK = '\f';
const FIELD = { begin: '\x13', shows: '\x14', end: '\x15' };
const CELL_END = '\x07';
const HYPHEN = '\x1e';

const readShown = (text: string) => {
	const at = text.indexOf(text.includes(FIELD.shows) ? FIELD.shows : FIELD.end);
	return at < 0 ? '' : text.slice(at + 1);
};

const toPlainText = (text: string) => {
	const [before = '', ...fields] = text.split(FIELD.begin);
	return [before, ...fields.map(readShown)]
		.join('')
		.replaceAll(FIELD.end, '')
		.replaceAll(CELL_END, '\n')
		.replaceAll(HYPHEN, '-')
		.replace(/[\r\v]/g, '\n');
};

/** Reads the text of a Word 97 to 2003 document, by manual page breaks. Fails with {@link CannotRead}. */
export const readWord = async (bytes: ByteSource): Promise<Readable> => {
	try {
		const main = await readOleStream(bytes, ['WordDocument']);
		if (main.readUInt16LE(0) !== IDENT)
			throw new CannotRead('It was saved by a version of Word before Word 97.');
		const flags = main.readUInt16LE(FLAGS);
		if (flags & ENCRYPTED) throw new CannotRead('It has a password.');
		const table = await readOleStream(bytes, [flags & SECOND_TABLE ? '1Table' : '0Table']);
		const at = main.readUInt32LE(PIECES);
		const list = table.subarray(at, at + main.readUInt32LE(PIECES + 4));
		return toReadable(readText(main, list).split(PAGE_BREAK).map(toPlainText), undefined);
	} catch (cause) {
		if (cause instanceof CannotRead) throw cause;
		throw new CannotRead('It is damaged, or it is not an Office file.', { cause });
	}
};
