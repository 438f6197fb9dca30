import type { Blob } from 'node:buffer';
import type { Stream } from 'node:stream';
import writeWorkbook, { type Feature } from 'write-excel-file/node';
import type { PeriodChange } from '#shared/contract/finance/periods.ts';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { lineRowStates } from '#shared/contract/finance/reconciliation-query.ts';
import type { AccountFigures } from '../reconciliation/statement-coverage.ts';
import { DAY, MONEY, makeHead, TIME, toCell, toTime, type Value, ZONE } from './cells.ts';
import { buildFrontPage } from './front-page.ts';
import type { WholeFigures } from './month-figures.ts';
import type { Pack } from './pack.ts';

/** A column: its heading, its width in characters, and its value of a row. */
type Column<Row> = readonly [heading: string, width: number, value: (row: Row) => Value];

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
	orientation: 'landscape' as const,
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

const returns: Column<Pack['returns'][number]>[] = [
	[`Time ${ZONE}`, 22, ({ at }) => toTime(at)],
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

const getDifference = (counts: ReconciliationLine['counts']) =>
	(Math.round(counts.in * 100) - Math.round(counts.books * 100)) / 100;

const exceptions: Column<ReconciliationLine>[] = [
	[`Time ${ZONE}`, 22, ({ at }) => toTime(at)],
	['Receipt', 14, ({ receipt }) => receipt],
	['Phone', 16, ({ phone }) => phone],
	['Payer’s name', 24, ({ payer_name }) => payer_name],
	['Account reference', 18, ({ account_reference }) => account_reference],
	['Statement in (KSh)', 18, ({ counts }) => counts.in],
	['Statement out (KSh)', 18, ({ withdrawn }) => withdrawn],
	['Our records (KSh)', 18, ({ counts }) => counts.books],
	['Difference (KSh)', 18, ({ counts }) => getDifference(counts)],
	['State', 30, ({ state }) => lineRowStates[state]],
	['Explanation', 50, ({ reason }) => reason],
	['Decided by', 20, ({ decision }) => decision?.by ?? null],
	[`Decided ${ZONE}`, 24, ({ decision }) => (decision ? toTime(decision.at) : null)],
	['Reason', 40, ({ decision }) => decision?.reason ?? null],
];

const changes: Column<PeriodChange>[] = [
	[`Time ${ZONE}`, 22, ({ at }) => toTime(at)],
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
		'Net',
		'Our records less what was given back, paid out and charged. Money for payments that are not in our records, or written off, makes no difference.',
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
	[
		'Exception',
		'A line or payment that is open, has a decision, or is not covered yet. Together they are today’s difference.',
	],
	[
		'At closing, today',
		'A closed month keeps its figures, accounts and days. Reversals, refunds and exceptions are those of today.',
	],
];

/** Builds the sheet of exceptions, with their sums in the last row. */
const buildExceptions = ({ exceptions: lines }: Pack) => {
	const { data, ...sheet } = buildTable('Exceptions', exceptions, lines);
	const sum = (read: (line: ReconciliationLine) => number | null) =>
		lines.reduce((total, line) => total + Math.round((read(line) ?? 0) * 100), 0) / 100;
	const sums = [
		sum(({ counts }) => counts.in),
		sum(({ withdrawn }) => withdrawn),
		sum(({ counts }) => counts.books),
		sum(({ counts }) => getDifference(counts)),
	];
	const total = [
		makeHead('Total'),
		...Array.from({ length: 4 }, () => null),
		...sums.map((value) => ({ ...toCell(value, MONEY), fontWeight: 'bold' as const })),
	];
	return { ...sheet, data: [...data, total] };
};

/** Fits the first sheet to one upright page, which the writer cannot. */
const fitPage: Feature<Stream | Buffer | Blob> = {
	files: {
		transform: {
			'xl/worksheets/sheet{id}.xml': {
				transform: (xml, _, { sheetIndex }) =>
					sheetIndex > 0
						? xml
						: xml
								.replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
								.replace('orientation="landscape"', 'orientation="portrait"'),
			},
		},
	},
};

/** Writes a month as an Excel workbook: times and amounts by their types, phones and references as text. */
export const buildWorkbook = (pack: Pack, product: string): Promise<Buffer> =>
	writeWorkbook(
		[
			buildFrontPage(pack, product),
			buildTable('Accounts', accounts, pack.figures.accounts),
			buildTable('Days', days, pack.figures.days, DAY),
			buildTable('Reversals and refunds', returns, pack.returns),
			buildExceptions(pack),
			...(pack.closed ? [buildTable('Changed since closing', changes, pack.changes)] : []),
			buildTable<readonly [string, string]>(
				'Definitions',
				[
					['Word', 18, ([word]) => word],
					['Meaning', 120, ([, meaning]) => meaning],
				],
				definitions,
			),
		],
		{ fontFamily: 'Calibri', fontSize: 11, features: [fitPage] },
	).toBuffer();
