import { CsvError, parse } from 'csv-parse/sync';
import type { ByteSource } from '../../files/store.ts';
import { type Cells, UnreadableStatement } from './unreadable.ts';
import { readXls } from './xls.ts';
import { readXlsx } from './xlsx.ts';

const OLE = 'd0cf11e0';
const ZIP = '504b0304';

/** Portals write CSV in UTF-8, some programs that saved it again in the code page of Western Windows. */
const decoded = (bytes: Buffer) => {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
};

/** Which of comma, semicolon and tab stands most often in the first lines, outside quotes. */
const delimiterOf = (text: string) => {
	const head = text.slice(0, 4_096).replace(/"[^"]*"/g, '');
	const count = (sign: string) => head.split(sign).length;
	return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
};

const readCsv = (text: string): Cells => {
	const lines = text.replace(/\r\n?/g, '\n');
	try {
		return parse(lines, {
			delimiter: delimiterOf(lines),
			record_delimiter: '\n',
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
		});
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw new UnreadableStatement('This file cannot be read as CSV: a quotation mark is missing.');
	}
};

/**
 * The cells of a spreadsheet or CSV file, known by its content and not by its name. Throws
 * `UnreadableStatement` for any other file, and what `files/inspect` throws for a damaged one.
 */
export const readCells = async (bytes: ByteSource): Promise<Cells> => {
	const magic = (await bytes.read(0, 4)).toString('hex');
	if (magic === OLE) return readXls(bytes);
	if (magic === ZIP) return readXlsx(bytes);
	const whole = await bytes.read(0, bytes.size);
	if (whole.includes(0))
		throw new UnreadableStatement(
			'This file is neither CSV nor Excel. Please export the statement again, as CSV.',
		);
	return readCsv(decoded(whole));
};
