import { readPhone } from '#shared/phone.ts';
import { isPaymentType } from '../transaction-types.ts';
import { type Cells, UnreadableStatement } from './unreadable.ts';
import { readMoney, readTime } from './values.ts';

/** Kind of a line: money from a payer, M-Pesa's charge, or a transfer of our own. */
export type LineKind = 'payment' | 'charge' | 'sweep' | 'withdrawal' | 'reversal' | 'other';

/** A completed movement of money. Amounts are cents of a shilling, at least 0. */
export interface StatementLine {
	/** Row number in the file, from 1. */
	line: number;
	receipt: string;
	/** M-Pesa's time, in milliseconds. */
	completedAt: number;
	details: string;
	kind: LineKind;
	paidIn: number;
	withdrawn: number;
	/** The balance after the movement. */
	balance: number;
	/** 254 and nine digits, or masked as M-Pesa sent it. */
	phone: string | null;
	payerName: string | null;
	accountReference: string | null;
	/** The receipt of the payment that this line reverses. */
	linkedReceipt: string | null;
}

/** A line that is not imported, and why. */
export interface RefusedLine {
	line: number;
	text: string;
}

/** Column names of both templates, in lower case, without dots and units in brackets. */
const COLUMNS = {
	receipt: 'receipt no',
	completed: 'completion time',
	details: 'details',
	status: 'transaction status',
	paidIn: 'paid in',
	withdrawn: 'withdrawn',
	balance: 'balance',
	reason: 'reason type',
	party: 'other party info',
	linked: 'linked transaction id',
	account: 'a/c no',
} as const;
type Column = keyof typeof COLUMNS;
export type Columns = Partial<Record<Column, number>>;

const foldCell = (cell: string) =>
	cell
		.replace(/\(.*?\)/g, '')
		.replaceAll('.', '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();

const NEEDED: readonly Column[] = [
	...(['receipt', 'completed', 'details', 'status', 'paidIn', 'withdrawn', 'balance'] as const),
];

const isColumn = (cell: string) => (Object.values(COLUMNS) as string[]).includes(foldCell(cell));

/** Returns the position of each column if a row is the header. Throws for a duplicate column. */
export const readHeader = (cells: readonly string[]): Columns | undefined => {
	const names = cells.map(foldCell);
	const columns: Columns = {};
	for (const [column, name] of Object.entries(COLUMNS)) {
		const at = names.indexOf(name);
		if (at >= 0) columns[column as Column] = at;
	}
	if (!NEEDED.every((column) => columns[column] !== undefined)) return undefined;
	const twice = cells.find((cell, at) => at > names.indexOf(foldCell(cell)) && isColumn(cell));
	if (twice) throw new UnreadableStatement(`The column “${twice.trim()}” occurs twice.`);
	return columns;
};

const HEADING_ROWS = 40;

/** Returns the place of the header among rows, or -1. Throws for a duplicate column. */
export const findHeader = (rows: readonly (readonly string[])[]) =>
	rows.slice(0, HEADING_ROWS).findIndex((row) => readHeader(row) !== undefined);

/** Returns the first of several sheets that has the header of a statement, or the first one. */
export const pickSheet = async (sheets: AsyncIterable<Cells> | Iterable<Cells>): Promise<Cells> => {
	let first: Cells | undefined;
	for await (const rows of sheets) {
		if (findHeader(rows) >= 0) return rows;
		first ??= rows;
	}
	return first ?? [];
};

/**
 * Matches the end of M-Pesa's own words in Details, before the party or the account that the payer typed. A ` to `
 * before a kind of account or recipient (`Utility Account to Organization Settlement Account`, `Business Payment to
 * Customer`) belongs to M-Pesa's words.
 */
const OWN_WORDS_END =
	/ from | by | Acc\.| to (?!(?:[Cc]ustomer|[Bb]ank|[Bb]usiness|[Pp]ay ?[Bb]ill|[Oo]rgani[sz]ation|(?:[A-Za-z]+ ){1,3}Account)\b)/;

/** Returns M-Pesa's own words for the kind of a movement, which the payer cannot influence. */
export const readOwnWords = (details: string) => details.split(OWN_WORDS_END, 1)[0] ?? '';

const CHARGE = /\bcharges?\b/i;
/**
 * Transfers between our accounts: `Utility Account to Organization Settlement Account`, sometimes without the last
 * word.
 */
const SWEEP =
	/^(?:[a-z]+ ){1,3}account to (?:organi[sz]ation|utility|merchant|settlement|working|mmf|charges)\b/i;
const WITHDRAWAL = /\b(?:withdrawal|transfer) of funds to bank\b|\bto bank(?: account)?$/i;
const REVERSAL = /\brevers(?:al|ed)\b/i;
/** Returns the kind of a line by M-Pesa's own words in Details and Reason Type. */
const classifyLine = (details: string, reasonType: string, paidIn: number): LineKind => {
	const words = [readOwnWords(details), readOwnWords(reasonType)];
	const isAbout = (type: RegExp) => words.some((each) => type.test(each));
	if (isAbout(REVERSAL)) return 'reversal';
	if (isAbout(CHARGE)) return paidIn > 0 ? 'other' : 'charge';
	if (isAbout(SWEEP)) return 'sweep';
	if (paidIn === 0) return isAbout(WITHDRAWAL) ? 'withdrawal' : 'other';
	return words.some(isPaymentType) ? 'payment' : 'other';
};

/**
 * Payer and account in Details of the newer template: `Pay Bill from 25470****111 - JANE **** DOE Acc. A12 via USSD by
 * …`.
 */
const PACKED = /\b(?:from|by) (.+?)(?: Acc\. ?(.*?))?(?: via [A-Z][\w ]* by .*)?$/;

/** Reads a party: `25470****111 - JANE **** DOE`, a name alone, or the short code of a business. */
const parseParty = (text: string) => {
	const [, number, name] = /^\s*([+\d* ]{5,}?)(?:\s+-\s+(.*))?$/.exec(text) ?? [];
	const phone = number?.trim();
	return {
		phone: phone ? (readPhone(phone) ?? phone) : null,
		payerName: (number ? name : text)?.trim() || null,
	};
};

/** Texts are cut to this length, which is more than statements have. */
const CELL_MAX = 500;
/** Control characters, and runs of spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROLS = /[\u0000-\u001f\u007f\s]+/g;
const cleanText = (text: string) =>
	text.slice(0, CELL_MAX).toWellFormed().replace(CONTROLS, ' ').trim();

const RECEIPT = '[A-Z]{2}[A-V1-9][A-Z0-9]{7}';
const OWN_RECEIPT = new RegExp(`\\b${RECEIPT}\\b`, 'g');
/**
 * A receipt after the party: `… - JANE **** DOE Original Receipt UJ12AB34CD`. Names are in capitals, these words are
 * not.
 */
const RECEIPT_AFTER_PARTY = new RegExp(
	` (?:-|\\()? ?(?:(?:[Oo]riginal|[Rr]eversed|[Ll]inked|[Tt]ransaction|[Rr]eceipt|[Rr]eversal|[Ii][Dd]|[Nn]o|of|for)[.:]* ?)+(${RECEIPT})\\b\\)?`,
);

/**
 * Returns the details without a receipt that M-Pesa names after the party, and the receipt that M-Pesa's own words
 * name, there or before the party. The newer template has no column for it.
 */
const splitReceipt = (details: string, own: string) => {
	const beforeAccount = details.split(' Acc.', 1)[0] ?? '';
	const [found, after] = RECEIPT_AFTER_PARTY.exec(beforeAccount) ?? [];
	const named = readOwnWords(details)
		.match(OWN_RECEIPT)
		?.find((receipt) => receipt !== own);
	return {
		receipt: named ?? (after !== own ? after : undefined),
		rest: found ? details.replace(found, '') : details,
	};
};

const refuseLine = (line: number, text: string): RefusedLine => ({ line, text });

const failToRead = (line: number, receipt: string, why: string) =>
	new UnreadableStatement(`Line ${line} (${receipt}) cannot be read: ${why}`);

/** Reads the amounts and the balance of a line, in cents. Throws for unreadable ones. */
const readAmounts = (cell: (column: Column) => string, line: number, receipt: string) => {
	const read = (column: Column, name: string) => {
		const money = readMoney(cell(column));
		if (money === undefined)
			throw failToRead(line, receipt, `its ${name} is “${cell(column)}”, which is not an amount.`);
		return money;
	};
	const [paidIn, withdrawn] = [read('paidIn', 'Paid In'), Math.abs(read('withdrawn', 'Withdrawn'))];
	if (paidIn < 0) throw failToRead(line, receipt, `its Paid In is “${cell('paidIn')}”, below 0.`);
	if (paidIn > 0 && withdrawn > 0)
		throw failToRead(line, receipt, 'it has both Paid In and Withdrawn.');
	if (cell('balance') === '') throw failToRead(line, receipt, 'its Balance is empty.');
	return { paidIn, withdrawn, balance: read('balance', 'Balance') };
};

/**
 * Reads a row below the header; undefined for an empty one. Throws `UnreadableStatement` for a row that moved money
 * without a readable amount or time, because the balances would not add up.
 */
export const readLine = (
	cells: readonly string[],
	columns: Columns,
	line: number,
): StatementLine | RefusedLine | undefined => {
	if (cells.every((cell) => cell.trim() === '')) return undefined;
	const cell = (column: Column) => cleanText(cells[columns[column] ?? -1] ?? '');
	const receipt = cell('receipt').toUpperCase();
	if (foldCell(receipt) === COLUMNS.receipt)
		throw new UnreadableStatement(
			`Line ${line} starts another statement. Please upload each statement as a separate file.`,
		);
	if (!/^[A-Z0-9]{6,14}$/.test(receipt)) return refuseLine(line, 'It has no receipt number.');
	const status = cell('status');
	if (status.toLowerCase() !== 'completed')
		return refuseLine(line, `It is not completed (${status || 'no status'}) and moved no money.`);
	const completedAt = readTime(cell('completed'));
	if (completedAt === undefined)
		throw failToRead(line, receipt, `its Completion Time is “${cell('completed')}”.`);
	const money = readAmounts(cell, line, receipt);
	const details = cell('details');
	const kind = classifyLine(details, cell('reason'), money.paidIn);
	const { receipt: named, rest } = splitReceipt(details, receipt);
	const [, party = '', account = ''] = (columns.party === undefined && PACKED.exec(rest)) || [];
	return {
		line,
		receipt,
		completedAt,
		details,
		...money,
		kind,
		...parseParty(cell('party') || party),
		accountReference: cell('account') || account.trim() || null,
		linkedReceipt: cell('linked').toUpperCase() || (kind === 'reversal' && named) || null,
	};
};
