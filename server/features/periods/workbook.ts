import { sql } from 'kysely';
import writeWorkbook from 'write-excel-file/node';
import type { PeriodChange } from '#shared/contract/periods.ts';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { lineStates } from '#shared/contract/reconciliation-query.ts';
import {
	formatEastAfricaTime,
	formatMonthWords,
	toEastAfricaTime,
} from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { findOverReturned } from '../payments/over-returned.ts';
import type { AccountFigures } from '../reconciliation/coverage.ts';
import { type Items, listItemLines, selectItemTime } from '../reconciliation/store.ts';
import { listChangesSince } from './detail.ts';
import {
	completeFigures,
	IS_EXCEPTION,
	RETURNED,
	readMonth,
	type WholeFigures,
} from './figures.ts';
import { findPeriod, readStoredFigures } from './store.ts';

/** Rows of an Excel sheet without its heading (support.microsoft.com, “Excel specifications and limits”). */
const SHEET_MAX = 1_048_575;

interface ReturnRow {
	place: string;
	kind: string;
	receipt: string | null;
	linked_receipt: string | null;
	payment_receipt: string | null;
	payment_id: string | null;
	phone: string | null;
	payer_name: string | null;
	returned: number;
	decided_by: string | null;
	reason: string | null;
	state: string;
}

/** Lists reversals and refunds: statement lines, and notes that no line shows. */
const listReturns = async (db: Db, items: Items) => {
	const { rows } =
		await sql<ReturnRow>`select items.*, ${selectItemTime(db)} as place, ${RETURNED} as returned
		from (${items}) as items where ${RETURNED} > 0 order by place, id limit ${SHEET_MAX}`.execute(
			db,
		);
	const over = await findOverReturned(db);
	return rows.map(
		({ place, kind, receipt, payment_id, linked_receipt, returned, state, ...row }) => ({
			at: place,
			kind: kind === 'refund' ? ('refund' as const) : ('reversal' as const),
			receipt,
			payment_receipt: linked_receipt ?? row.payment_receipt,
			amount: Number(returned) / 100,
			phone: row.phone,
			payer_name: row.payer_name,
			on_statement: state === 'reversed',
			by: row.decided_by,
			reason: row.reason,
			mark: (payment_id !== null && over.get(payment_id)) || null,
		}),
	);
};

/** Returns the contents of a month's workbook. Its lists are those of `now`; a closed month has its stored figures. */
export const readPack = async (db: Db, text: string, now: number) => {
	const row = await findPeriod(db, text);
	const reading = await readMonth(db, text, now);
	const today = await completeFigures(db, reading);
	const closed = row?.state === 'closed' ? row : undefined;
	const listed = { order: sql`place, id`, limit: SHEET_MAX, where: IS_EXCEPTION };
	return {
		month: text,
		closed: closed && { at: closed.at, by: closed.actor_name, reason: closed.reason },
		figures: closed ? readStoredFigures(closed) : today,
		today,
		returns: await listReturns(db, reading.items),
		exceptions: (await listItemLines(db, reading.items, listed)).data,
		changes: closed ? await listChangesSince(db, reading.month, closed.at) : [],
	};
};
type Pack = Awaited<ReturnType<typeof readPack>>;

type Value = string | number | Date | null;
/** A column: its heading, its width in characters, and its value of a row. */
type Column<Row> = readonly [heading: string, width: number, value: (row: Row) => Value];

const ZONE = '(EAT UTC+03:00)';
const TIME = 'yyyy-mm-dd hh:mm:ss';
const DAY = 'yyyy-mm-dd';
const MONEY = '#,##0.00';

/** Converts an instant to East Africa Time. Workbooks have no time zones, so the heading names it. */
const toTime = (instant: string) => toEastAfricaTime(Date.parse(instant));

/** Types each value, so that Excel never runs a text as a formula. */
const toCell = (value: Value, format = TIME) => {
	if (value === null) return null;
	if (value instanceof Date) return { value, type: Date, format };
	return typeof value === 'number'
		? { value, type: Number, ...(format === MONEY && { format }) }
		: { value, type: String };
};

const makeHead = (text: string) => ({ value: text, type: String, fontWeight: 'bold' as const });

const buildTable = <Row>(
	sheet: string,
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	format = TIME,
) => ({
	sheet,
	data: [
		columns.map(([heading]) => makeHead(heading)),
		...rows.map((row) =>
			columns.map(([heading, , value]) =>
				toCell(value(row), heading.includes('KSh') ? MONEY : format),
			),
		),
	],
	columns: columns.map(([, width]) => ({ width })),
	stickyRowsCount: 1,
});

const accounts: Column<AccountFigures>[] = [
	['Short code', 12, ({ short_code }) => short_code],
	['Account', 30, ({ account }) => account],
	['Opening balance (KSh)', 20, ({ opening }) => opening],
	['+ Paid in (KSh)', 16, ({ paid_in }) => paid_in],
	['+ Moved in (KSh)', 16, ({ moved_in }) => moved_in],
	['− Moved out (KSh)', 16, ({ moved_out }) => moved_out],
	['− To bank (KSh)', 16, ({ to_bank }) => to_bank],
	['− Paid out (KSh)', 16, ({ paid_out }) => paid_out],
	['− Charges (KSh)', 16, ({ charges }) => charges],
	['− Reversals (KSh)', 16, ({ reversals }) => reversals],
	['= Closing balance (KSh)', 22, ({ closing }) => closing],
	['Missing from statements (KSh)', 28, ({ missing }) => missing],
];

const days: Column<WholeFigures['days'][number]>[] = [
	['Day', 12, ({ day }) => new Date(`${day}T00:00:00Z`)],
	['Statement in (KSh)', 18, (row) => row.in],
	['Statement out (KSh)', 18, (row) => row.out],
	['Our records (KSh)', 18, (row) => row.books],
	['Payments', 10, (row) => row.payments],
];

const failures: Column<WholeFigures['failures'][number]>[] = [
	['Result code', 14, ({ result_code }) => (result_code === null ? 'None' : String(result_code))],
	['Meaning', 60, ({ meaning }) => meaning ?? 'Not known'],
	['Payments', 10, ({ total }) => total],
];

const returns: Column<Pack['returns'][number]>[] = [
	[`Time ${ZONE}`, 24, ({ at }) => toTime(at)],
	['Kind', 10, ({ kind }) => (kind === 'refund' ? 'Refund' : 'Reversal')],
	['Amount (KSh)', 14, ({ amount }) => amount],
	['Receipt', 14, ({ receipt }) => receipt],
	['Payment’s receipt', 16, ({ payment_receipt }) => payment_receipt],
	['Phone', 16, ({ phone }) => phone],
	['Payer’s name', 24, ({ payer_name }) => payer_name],
	['Source', 14, ({ on_statement }) => (on_statement ? 'Statement' : 'Note')],
	['Noted by', 20, ({ by }) => by],
	['Reason', 40, ({ reason }) => reason],
	['Check', 40, ({ mark }) => mark],
];

const exceptions: Column<ReconciliationLine>[] = [
	[`Time ${ZONE}`, 24, ({ at }) => toTime(at)],
	['Receipt', 14, ({ receipt }) => receipt],
	['Phone', 16, ({ phone }) => phone],
	['Payer’s name', 24, ({ payer_name }) => payer_name],
	['Account reference', 18, ({ account_reference }) => account_reference],
	['Statement in (KSh)', 18, ({ paid_in }) => paid_in],
	['Our records (KSh)', 14, ({ transaction }) => transaction?.amount ?? null],
	['State', 30, ({ state }) => lineStates[state]],
	['Explanation', 50, ({ reason }) => reason],
	['Decided by', 20, ({ decision }) => decision?.by ?? null],
	[`Decided ${ZONE}`, 24, ({ decision }) => (decision ? toTime(decision.at) : null)],
	['Reason', 40, ({ decision }) => decision?.reason ?? null],
];

const changes: Column<PeriodChange>[] = [
	[`Time ${ZONE}`, 24, ({ at }) => toTime(at)],
	['By', 20, ({ by }) => by],
	['Change', 70, ({ text }) => text],
	['Amount (KSh)', 14, ({ amount }) => amount],
];

/** Meanings of the words in a workbook. */
const definitions: readonly (readonly [string, string])[] = [
	[
		'Month',
		'From its first day at 00:00 to its last day at 24:00, East Africa Time, by M-Pesa’s clock.',
	],
	[
		'Statement in',
		'Money paid to us according to the statements, without transfers between our own accounts.',
	],
	[
		'Statement out',
		'Charges, reversals and withdrawals on the statements, without transfers between our own accounts.',
	],
	[
		'Our records',
		'Our completed payments: dated by their statement line, or by the time that M-Pesa gave.',
	],
	[
		'Difference',
		'Statement in less our records: not covered yet plus explained plus still to decide.',
	],
	['Not covered yet', 'Payments whose time no statement covers yet.'],
	['Explained', 'The part of the difference that someone decided about.'],
	['Still to decide', 'The part of the difference that needs a decision.'],
	['Exception', 'A line or payment that is open or has a decision.'],
	['Failures', 'Payments requested in the month that failed, by M-Pesa’s result code.'],
	[
		'At closing, today',
		'A closed month keeps its figures, accounts and days. Reversals, refunds and exceptions are those of today.',
	],
];

const amounts: [string, (figures: WholeFigures) => number][] = [
	['Statement in (KSh)', ({ statement }) => statement.in],
	['Statement out (KSh)', ({ statement }) => statement.out],
	['Our records (KSh)', ({ books }) => books.in],
	['Reversals and refunds (KSh)', ({ returned }) => returned.amount],
	[
		'Our records less reversals and refunds (KSh)',
		({ books, returned }) => books.in - returned.amount,
	],
	['Difference (KSh)', ({ difference }) => difference],
	['Not covered yet (KSh)', (figures) => figures.not_covered],
	['Explained (KSh)', ({ explained }) => explained],
	['Still to decide (KSh)', ({ unexplained }) => unexplained],
];
const counts: [string, (figures: WholeFigures) => number][] = [
	...Object.entries(lineStates).map(
		([state, words]): [string, (figures: WholeFigures) => number] => [
			words,
			({ states }) => states[state as keyof typeof lineStates].count,
		],
	),
	['Exceptions', (figures) => figures.exceptions.count],
	['Requested and completed', ({ requested }) => requested.completed],
	['Requested and pending', ({ requested }) => requested.pending],
	['Requested and failed', ({ requested }) => requested.failed],
];

const formatSpans = (some: readonly (readonly string[])[]) =>
	some
		.map((span) => span.map((at) => formatEastAfricaTime(Date.parse(at)).slice(0, 19)).join(' to '))
		.join(', ') || 'Nothing';

/** Builds the first sheet: who closed the month and why, and its figures, next to today's if it is closed. */
const buildTotals = ({ figures, today, closed, month }: Pack, product: string) => {
	const { statement } = figures;
	const row = (label: string, values: readonly Value[], format?: string) => [
		{ value: label, type: String },
		...values.map((value) => toCell(value, format)),
	];
	const compared = ([label, of]: (typeof amounts)[number], format?: string) => {
		const [then, now] = [of(figures), of(today)];
		return row(label, closed ? [then, now, now - then] : [now], format);
	};
	const blank: null[] = [];
	return {
		sheet: 'Month',
		columns: [{ width: 38 }, { width: 44 }, { width: 20 }, { width: 20 }],
		data: [
			[makeHead(`${product}: ${formatMonthWords(month)}`)],
			...(closed
				? [
						row(`Closed ${ZONE}`, [toTime(closed.at)]),
						row('Closed by', [closed.by]),
						...(closed.reason ? [row('Closed with open items because', [closed.reason])] : []),
					]
				: [row('State', ['Open'])]),
			row('Covered by statements', [formatSpans(statement.covered)]),
			row('Not covered', [formatSpans(statement.gaps)]),
			...statement.missing.map(({ text }) => row('Missing', [text])),
			blank,
			...(closed ? [['', 'At closing', 'Today', 'Difference'].map(makeHead)] : []),
			...amounts.map((each) => compared(each, MONEY)),
			blank,
			...counts.map((each) => compared(each)),
			blank,
			...['Prepared by', 'Checked by', 'Approved by'].map((who) =>
				row(who, ['Name, signature, date: ']),
			),
		],
	};
};

/** Writes a month as an Excel workbook: times and amounts by their types, phones and references as text. */
export const buildWorkbook = (pack: Pack, product: string): Promise<Buffer> =>
	writeWorkbook([
		buildTotals(pack, product),
		buildTable('Accounts', accounts, pack.figures.accounts),
		buildTable('Days', days, pack.figures.days, DAY),
		buildTable('Failures', failures, pack.figures.failures),
		buildTable('Reversals and refunds', returns, pack.returns),
		buildTable('Exceptions', exceptions, pack.exceptions),
		...(pack.closed ? [buildTable('Changed since closing', changes, pack.changes)] : []),
		buildTable<readonly [string, string]>(
			'Definitions',
			[
				['Word', 18, ([word]) => word],
				['Meaning', 120, ([, meaning]) => meaning],
			],
			definitions,
		),
	]).toBuffer();
