import { readOleStream } from '../../../platform/files/inspect/ole.ts';
import { Malformed, refuseLocked } from '../../../platform/files/inspect/refusals.ts';
import type { ByteSource } from '../../../platform/files/store.ts';
import { pickSheet } from './lines.ts';
import { type Cells, COLUMNS_MAX, clipCell } from './unreadable.ts';

// Types of BIFF8 records ([MS-XLS] 2.3): each record is a type, a length, and bytes.
const BOF = 0x0809;
const END = 0x000a;
const CONTINUE = 0x003c;
const FILEPASS = 0x002f;
const SHEET = 0x0085;
const TEXTS = 0x00fc;
const TEXT_OF_TABLE = 0x00fd;
const TEXT = 0x0204;
const RICH_TEXT = 0x00d6;
const NUMBER = 0x0203;
const SHORT_NUMBER = 0x027e;
const SHORT_NUMBERS = 0x00bd;
const FORMULA = 0x0006;
const TEXT_OF_FORMULA = 0x0207;

/** A record, with its continuation records. */
interface BiffRecord {
	type: number;
	parts: Buffer[];
}

function* readRecords(data: Buffer, start: number): Generator<BiffRecord> {
	let current: BiffRecord | undefined;
	for (let at = start; at + 4 <= data.length; ) {
		const type = data.readUInt16LE(at);
		const end = at + 4 + data.readUInt16LE(at + 2);
		if (end > data.length) throw new Malformed();
		const body = data.subarray(at + 4, end);
		at = end;
		if (type === CONTINUE) {
			current?.parts.push(body);
			continue;
		}
		if (current) yield current;
		current = { type, parts: [body] };
	}
	if (current) yield current;
}

/** Returns functions that read across the parts of a record. */
const createReader = (parts: readonly Buffer[], start = 0) => {
	let part = 0;
	let offset = start;
	const current = () => {
		while (offset >= (parts[part]?.length ?? 0)) {
			part++;
			offset = 0;
			if (part >= parts.length) throw new Malformed();
		}
		return parts[part] as Buffer;
	};
	const byte = () => {
		const from = current();
		return from[offset++] as number;
	};
	const short = () => byte() | (byte() << 8);
	const skip = (count: number) => {
		for (let left = count; left > 0; ) {
			const some = Math.min(left, current().length - offset);
			offset += some;
			left -= some;
		}
	};
	const isPartOver = () => offset >= (parts[part]?.length ?? 0);
	const widthOf = (flags: number) => (flags & 1) + 1;
	/** Reads characters of one or two bytes each. If they continue in the next part, it begins with their width. */
	const characters = (count: number, flags: number) => {
		let text = '';
		let width = widthOf(flags);
		while (text.length < count) {
			if (isPartOver()) width = widthOf(byte());
			const from = current();
			const bytes =
				Math.min(count - text.length, Math.floor((from.length - offset) / width)) * width;
			if (bytes === 0) throw new Malformed();
			text += from.toString(width === 2 ? 'utf16le' : 'latin1', offset, offset + bytes);
			offset += bytes;
		}
		return text;
	};
	/** Reads a text with its length ([MS-XLS] 2.5.293), and skips its formats. */
	const string = () => {
		const count = short();
		const flags = byte();
		const runs = flags & 8 ? short() : 0;
		const extra = flags & 4 ? short() | (short() << 16) : 0;
		const text = characters(count, flags);
		skip(runs * 4 + Math.max(0, extra));
		return text;
	};
	return { short, skip, string };
};

const readTexts = ({ parts }: BiffRecord) => {
	const reader = createReader(parts, 8);
	const count = parts[0]?.readUInt32LE(4) ?? 0;
	const texts: string[] = [];
	for (let n = 0; n < count; n++) texts.push(reader.string());
	return texts;
};

/** Decodes a 30-bit number: an integer or the upper half of a double, possibly in hundredths ([MS-XLS] 2.5.217). */
const decodeNumber = (bits: number) => {
	const half = Buffer.alloc(8);
	half.writeInt32LE(bits & ~3, 4);
	const value = bits & 2 ? bits >> 2 : half.readDoubleLE();
	return String(bits & 1 ? value / 100 : value);
};

/** Writes the values of a record into its cells. */
const fill = (rows: Cells, { type, parts }: BiffRecord, texts: readonly string[]) => {
	const body = parts[0] as Buffer;
	const put = (column: number, text: string) => {
		if (column >= COLUMNS_MAX) return;
		const row = body.readUInt16LE(0);
		while (rows.length <= row) rows.push([]);
		const cells = rows[row] as string[];
		while (cells.length < column) cells.push('');
		cells[column] = clipCell(text);
	};
	const column = () => body.readUInt16LE(2);
	if (type === TEXT_OF_TABLE) put(column(), texts[body.readUInt32LE(6)] ?? '');
	else if (type === TEXT || type === RICH_TEXT) put(column(), createReader(parts, 6).string());
	else if (type === NUMBER) put(column(), String(body.readDoubleLE(6)));
	else if (type === SHORT_NUMBER) put(column(), decodeNumber(body.readInt32LE(6)));
	else if (type === SHORT_NUMBERS)
		for (let at = 4; at + 6 <= body.length - 2; at += 6)
			put(column() + (at - 4) / 6, decodeNumber(body.readInt32LE(at + 2)));
	else if (type === FORMULA && body.readUInt16LE(12) !== 0xffff)
		put(column(), String(body.readDoubleLE(6)));
};

/** Reads the rows of a sheet. The text of a formula is in a later record. */
const readSheet = (data: Buffer, start: number, texts: readonly string[]) => {
	const rows: Cells = [];
	let formula: Buffer | undefined;
	for (const record of readRecords(data, start)) {
		if (record.type === END) break;
		if (record.type === FORMULA) formula = record.parts[0];
		if (record.type === TEXT_OF_FORMULA && formula) {
			const place = Buffer.concat([formula.subarray(0, 6)]);
			fill(rows, { type: TEXT, parts: [Buffer.concat([place, ...record.parts])] }, texts);
		} else fill(rows, record, texts);
	}
	return rows;
};

/** Reads the sheet of an Excel 97–2003 file that has a statement, as the M-Pesa portal writes it, or the first one. */
export const readXls = async (bytes: ByteSource): Promise<Cells> => {
	const data = await readOleStream(bytes, ['Workbook', 'Book']);
	let texts: string[] = [];
	const starts: number[] = [];
	for (const record of readRecords(data, 0)) {
		if (record.type === END) break;
		if (record.type === FILEPASS) throw refuseLocked();
		// Charts and macros are no sheets with cells.
		const [head] = record.type === SHEET ? record.parts : [];
		if (head && head.readUInt8(5) === 0) starts.push(head.readUInt32LE(0));
		if (record.type === TEXTS) texts = readTexts(record);
	}
	if (starts.length === 0) throw new Malformed();
	const readSheets = function* () {
		for (const start of starts) {
			if (start + 2 > data.length || data.readUInt16LE(start) !== BOF) throw new Malformed();
			yield readSheet(data, start, texts);
		}
	};
	return pickSheet(readSheets());
};
