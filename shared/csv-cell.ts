const PLAIN = /^[a-z][\w .]*$/i;
/** Characters that start a formula in a spreadsheet, with their full-width forms. */
const FORMULA = '[=+\\-\u2212@|]';
/** Quotes, spaces, and invisible characters such as a zero-width space. */
const UNSEEN = '["\'\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}]*';
const BEGINS = new RegExp(`^(?:${UNSEEN}${FORMULA}|[\\t\\r\\n\\0])`, 'u');
/** Matches a formula after a semicolon or tab, which some spreadsheets parse as a separator. */
const DIVIDED = new RegExp(`([;\\t]${UNSEEN})(?=${FORMULA})`, 'gu');

/** A number that every spreadsheet shows unchanged. */
const WHOLE = /^(0|[1-9]\d{0,10})$/;
const NUMBER = /^[\d\s.,:/%()e-]*\d[\d\s.,:/%()e-]*([ap]m)?$/i;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = new RegExp(
	`^(\\d{1,4}\\W*(${MONTHS})[a-z]*\\W*\\d*|(${MONTHS})[a-z]*\\W*\\d{1,4})$`,
	'i',
);
const TRUTH = /^(true|false)$/i;

const wrapInQuotes = (text: string) =>
	/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Returns a CSV cell that a spreadsheet shows as text: formulas get an apostrophe, numbers and dates a tab (RFC 4180).
 */
export const toTextCell = (value: string | null) => {
	if (value === null) return '';
	if (WHOLE.test(value)) return value;
	if (PLAIN.test(value) && !DATE.test(value) && !TRUTH.test(value)) return value;
	const wide = value.normalize('NFKC');
	if (BEGINS.test(wide) || BEGINS.test(value))
		return wrapInQuotes(`'${value.replace(DIVIDED, "$1'")}`);
	if (NUMBER.test(value) || DATE.test(value) || TRUTH.test(value))
		return wrapInQuotes(`\t${value}`);
	return wrapInQuotes(DIVIDED.test(wide) ? wide.replace(DIVIDED, "$1'") : value);
};

/** Returns a CSV cell with a whole number. */
export const toNumberCell = (value: number | null) => (value === null ? '' : String(value));
