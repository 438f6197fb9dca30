import { CsvError, parse } from 'csv-parse/sync';

/** A file that cannot be read at all; the message says why. */
export class UnreadableError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file, without a byte order mark. */
export const decoded = (bytes: Uint8Array) => {
	try {
		return utf8.decode(bytes);
	} catch {
		throw new UnreadableError('the text is not UTF-8; Excel writes that as “CSV UTF-8”');
	}
};

/** Spreadsheets write semicolons where a decimal number is written with a comma. */
const delimiterOf = (text: string) => {
	const header = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
	return header.split(';').length > header.split(',').length ? ';' : ',';
};

const reasons: Record<string, string> = {
	CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
	INVALID_OPENING_QUOTE: 'a quotation mark stands inside a cell that is not quoted',
	CSV_INVALID_CLOSING_QUOTE: 'text follows the closing quotation mark of a cell',
};

/** The rows of a sheet, the header among them, each a list of cells. Rows may differ in length. */
export const parseCsv = (text: string): string[][] => {
	const lines = text.replace(/\r\n?/g, '\n');
	try {
		return parse(lines, {
			delimiter: delimiterOf(lines),
			record_delimiter: '\n',
			relax_column_count: true,
		});
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		const row = ((error as { records?: number }).records ?? 0) + 1;
		throw new UnreadableError(`in row ${row} ${reasons[error.code] ?? error.message}`);
	}
};
