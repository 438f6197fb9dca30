import { CsvError, parse } from 'csv-parse/sync';
import type { ByteSource } from '../../../platform/files/store.ts';
import {
	type Cells,
	COLUMNS_MAX,
	checkText,
	clipCell,
	incomplete,
	ROWS_MAX,
	tooLong,
	UnreadableStatement,
} from './unreadable.ts';
import { readXls } from './xls.ts';
import { readXlsx } from './xlsx.ts';

const OLE = 'd0cf11e0';
const ZIP = '504b0304';

/**
 * Decodes CSV. Portals write UTF-8; some programs save it again in UTF-16 with a byte order mark, or in Windows-1252.
 */
const decodeText = (bytes: Buffer) => {
	const mark = bytes.toString('hex', 0, 2);
	if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
	if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
};

/** Returns the most frequent of comma, semicolon and tab in the first lines, outside quotes. */
const detectDelimiter = (text: string) => {
	const head = text.slice(0, 4_096).replace(/"[^"]*"/g, '');
	const count = (sign: string) => head.split(sign).length;
	return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
};

const readCsv = (text: string): Cells => {
	const lines = text.replace(/\r\n?/g, '\n');
	try {
		const rows = parse(lines, {
			delimiter: detectDelimiter(lines),
			record_delimiter: '\n',
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
			to: ROWS_MAX + 1,
			on_record: (cells: string[]) => cells.slice(0, COLUMNS_MAX).map(clipCell),
		});
		if (rows.length > ROWS_MAX) throw tooLong();
		return rows;
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw incomplete();
		throw new UnreadableStatement('This file cannot be read as CSV: a quotation mark is missing.');
	}
};

/** Fills rows up to the longest: a spreadsheet has no cells after the last one with a value. */
const fillRows = (rows: Cells) => {
	const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
	return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')]);
};

const readRows = async (bytes: ByteSource): Promise<Cells> => {
	const magic = (await bytes.read(0, 4)).toString('hex');
	if (magic === OLE) return fillRows(await readXls(bytes));
	if (magic === ZIP) return readXlsx(bytes);
	const text = decodeText(await bytes.read(0, bytes.size));
	if (/^\s*<\?xml[^<]*(?:<[?!][^<]*)*<(?:\w+:)?Workbook\b/.test(text))
		throw new UnreadableStatement(
			'This is an Excel file of 2003 in XML, whatever its name says. Open it in Excel, save it as .xlsx or CSV, and import that.',
		);
	if (/^\s*</.test(text))
		throw new UnreadableStatement(
			'This is a web page, whatever its name says: the portal may have signed you out. Please export the statement again, as CSV.',
		);
	if (text.includes('\0'))
		throw new UnreadableStatement(
			'This file is neither CSV nor Excel. Please export the statement again, as CSV.',
		);
	return readCsv(text);
};

/**
 * Reads the cells of a spreadsheet or CSV file, recognised by its content, not by its name. Throws
 * `UnreadableStatement` for any other file, and the errors of `files/inspect` for a damaged one.
 */
export const readCells = async (bytes: ByteSource): Promise<Cells> => {
	const rows = await readRows(bytes);
	checkText(rows);
	return rows;
};
