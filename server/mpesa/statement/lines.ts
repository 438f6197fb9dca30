import { parseMpesaTime } from '#shared/east-africa-time.ts';
import { readPhone } from '#shared/phone.ts';
import { UnreadableStatement } from './unreadable.ts';

/** What a line of a statement is about: money from a payer, what M-Pesa took, or money moved by ourselves. */
export type LineKind = 'payment' | 'charge' | 'sweep' | 'withdrawal' | 'reversal' | 'other';

/** One completed movement of money. Amounts are cents of a shilling, none below 0. */
export interface StatementLine {
	/** Where it stands in the file, from 1. */
	line: number;
	receipt: string;
	/** By M-Pesa's clock, in milliseconds. */
	completedAt: number;
	details: string;
	kind: LineKind;
	paidIn: number;
	withdrawn: number;
	/** After it. */
	balance: number;
	/** 254 and nine digits, or masked as M-Pesa sent it. */
	phone: string | null;
	payerName: string | null;
	accountReference: string | null;
	/** The receipt that it takes back. */
	linkedReceipt: string | null;
}

/** A line that is not taken, and why. */
export interface RefusedLine {
	line: number;
	text: string;
}

/** Both templates' names of columns, without case, stops and the unit in brackets. */
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

const folded = (cell: string) =>
	cell
		.replace(/\(.*?\)/g, '')
		.replaceAll('.', '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();

const NEEDED: readonly Column[] = [
	...(['receipt', 'completed', 'details', 'status', 'paidIn', 'withdrawn', 'balance'] as const),
];

const isColumn = (cell: string) => (Object.values(COLUMNS) as string[]).includes(folded(cell));

/** Where each column stands, if this row is the header. Throws where one stands twice. */
export const headerOf = (cells: readonly string[]): Columns | undefined => {
	const names = cells.map(folded);
	const columns: Columns = {};
	for (const [column, name] of Object.entries(COLUMNS)) {
		const at = names.indexOf(name);
		if (at >= 0) columns[column as Column] = at;
	}
	if (!NEEDED.every((column) => columns[column] !== undefined)) return undefined;
	const twice = cells.find((cell, at) => at > names.indexOf(folded(cell)) && isColumn(cell));
	if (twice) throw new UnreadableStatement(`The column “${twice.trim()}” stands twice.`);
	return columns;
};

/** Thousands by commas, as the portal writes them, or by stops with a decimal comma, as spreadsheets of other places save them again. */
const GROUPED = /^-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/;

/** `1,100.00`, `1100,00`, `-23`, `(23.00)`, `` as cents; undefined for what is no amount. */
export const readMoney = (text: string) => {
	let plain = text.replace(/\s/g, '').replace(/^\((.*)\)$/, '-$1');
	if (plain === '') return 0;
	if (GROUPED.test(plain)) plain = plain.replaceAll(',', '');
	else if (DECIMAL_COMMA.test(plain)) plain = plain.replaceAll('.', '').replace(',', '.');
	// Of three decimals nobody knows whether they are thousands.
	if (!/^-?\d{1,12}(\.\d+)?$/.test(plain) || /\.\d{3}$/.test(plain)) return undefined;
	return Math.round(Number(plain) * 100);
};

const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?$/;
const YEAR_FIRST = /^(\d{4})-(\d\d)-(\d\d)[ T]+(\d\d):(\d\d)(?::(\d\d))?$/;

/** The portal's wall clock, East Africa Time, day first; year first as spreadsheets save it again. */
export const readTime = (text: string) => {
	const [, day, month, year, ...clock] = DAY_FIRST.exec(text) ?? [];
	const [, ...iso] = YEAR_FIRST.exec(text) ?? [];
	const parts = day ? [year, month, day, ...clock] : iso;
	if (parts.length === 0) return undefined;
	return parseMpesaTime(parts.map((part) => (part ?? '00').padStart(2, '0')).join('')) ?? undefined;
};

const CHARGE = /\bcharges?\b/i;
/** Between accounts of ours: `Utility Account to Organization Settlement Account`. */
const SWEEP = /\baccount to .*\baccount\b/i;
const WITHDRAWAL = /\b(?:withdrawal|transfer) of funds to bank\b|\bto bank\b/i;
const REVERSAL = /\brevers(?:al|ed)\b/i;
/** What people and businesses pay with. */
const PAYMENT =
	/\b(?:pay ?bill|pay utility|pay merchant|merchant pay(?:ment)?|small business|business pay|fsi to pay|standing order|customer payment|buy goods)\b/i;

const kindOf = (words: string, paidIn: number): LineKind => {
	if (REVERSAL.test(words)) return 'reversal';
	if (CHARGE.test(words)) return paidIn > 0 ? 'other' : 'charge';
	if (SWEEP.test(words)) return 'sweep';
	if (paidIn === 0) return WITHDRAWAL.test(words) ? 'withdrawal' : 'other';
	return PAYMENT.test(words) ? 'payment' : 'other';
};

/** The newer template packs payer and account: `Pay Bill from 25470****111 - JANE **** DOE Acc. A12 via USSD by …`. */
const PACKED = /\b(?:from|by) (.+?)(?: Acc\. ?(.*?))?(?: via [A-Z][\w ]* by .*)?$/;

/** `25470****111 - JANE **** DOE`, a name alone, or a business's short code. */
const partyOf = (text: string) => {
	const [, number, name] = /^\s*([+\d* ]{5,}?)(?:\s+-\s+(.*))?$/.exec(text) ?? [];
	const phone = number?.trim();
	return {
		phone: phone ? (readPhone(phone) ?? phone) : null,
		payerName: (number ? name : text)?.trim() || null,
	};
};

/** No text of a statement is longer; what is, is cut. */
const CELL_MAX = 500;
/** What no database keeps and nobody sees, and runs of spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROLS = /[\u0000-\u001f\u007f\s]+/g;
const cleaned = (text: string) =>
	text.slice(0, CELL_MAX).toWellFormed().replace(CONTROLS, ' ').trim();

/** The other receipt that a reversal names in its words: the newer template has no column for it. */
const named = (details: string, own: string) =>
	details.match(/\b[A-Z]{2}[A-V1-9][A-Z0-9]{7}\b/g)?.find((found) => found !== own);

const refused = (line: number, text: string): RefusedLine => ({ line, text });

const unreadable = (line: number, receipt: string, why: string) =>
	new UnreadableStatement(`Line ${line} (${receipt}) cannot be read: ${why}`);

/** What a line moved, in cents. */
const moneyOf = (cell: (column: Column) => string, line: number, receipt: string) => {
	const read = (column: Column, name: string) => {
		const money = readMoney(cell(column));
		if (money === undefined)
			throw unreadable(line, receipt, `its ${name} is “${cell(column)}”, which is no amount.`);
		return money;
	};
	const [paidIn, withdrawn] = [read('paidIn', 'Paid In'), Math.abs(read('withdrawn', 'Withdrawn'))];
	if (paidIn < 0) throw unreadable(line, receipt, `its Paid In is “${cell('paidIn')}”, below 0.`);
	if (paidIn > 0 && withdrawn > 0)
		throw unreadable(line, receipt, 'it has both Paid In and Withdrawn.');
	if (cell('balance') === '') throw unreadable(line, receipt, 'its Balance is empty.');
	return { paidIn, withdrawn, balance: read('balance', 'Balance') };
};

/**
 * Reads one row below the header; nothing for an empty one. Throws `UnreadableStatement` for one that moved money
 * and does not say how much or when: without it nothing adds up.
 */
export const readLine = (
	cells: readonly string[],
	columns: Columns,
	line: number,
): StatementLine | RefusedLine | undefined => {
	if (cells.every((cell) => cell.trim() === '')) return undefined;
	const cell = (column: Column) => cleaned(cells[columns[column] ?? -1] ?? '');
	const receipt = cell('receipt').toUpperCase();
	if (folded(receipt) === COLUMNS.receipt)
		throw new UnreadableStatement(
			`Line ${line} begins another statement. Please send each of them by itself.`,
		);
	if (!/^[A-Z0-9]{6,14}$/.test(receipt)) return refused(line, 'It has no receipt number.');
	const status = cell('status');
	if (status.toLowerCase() !== 'completed')
		return refused(line, `It is not completed (${status || 'no status'}), and moved no money.`);
	const completedAt = readTime(cell('completed'));
	if (completedAt === undefined)
		throw unreadable(line, receipt, `its Completion Time is “${cell('completed')}”.`);
	const money = moneyOf(cell, line, receipt);
	const details = cell('details');
	const kind = kindOf(`${details} ${cell('reason')}`, money.paidIn);
	const [, party = '', account = ''] = (columns.party === undefined && PACKED.exec(details)) || [];
	return {
		line,
		receipt,
		completedAt,
		details,
		...money,
		kind,
		...partyOf(cell('party') || party),
		accountReference: cell('account') || account.trim() || null,
		linkedReceipt:
			cell('linked').toUpperCase() || (kind === 'reversal' && named(details, receipt)) || null,
	};
};
