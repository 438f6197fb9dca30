import writeWorkbook from 'write-excel-file/node';
import { definitions } from '#shared/contract/period-definitions.ts';
import { type PeriodAdjustment, type PeriodPack, periodStates } from '#shared/contract/periods.ts';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { lineStates } from '#shared/contract/reconciliation-query.ts';
import { eastAfricaText, inEastAfricaTime, monthWords } from '#shared/east-africa-time.ts';

type Value = string | number | Date | null;
/** What a column is called, how wide it is in characters, and what it shows of a row. */
type Column<Row> = readonly [heading: string, width: number, value: (row: Row) => Value];

const ZONE = '(EAT UTC+03:00)';
const TIME = 'yyyy-mm-dd hh:mm:ss';
const DAY = 'yyyy-mm-dd';
const MONEY = '#,##0.00';

/** A time as a workbook has one: it knows no zones, so the heading says which it is. */
const time = (instant: string) => inEastAfricaTime(Date.parse(instant));

/** Each by its type, so that nothing is taken for what it is not: a text is never run as a formula. */
const cell = (value: Value, format = TIME) => {
	if (value === null) return null;
	if (value instanceof Date) return { value, type: Date, format };
	return typeof value === 'number'
		? { value, type: Number, ...(format === MONEY && { format }) }
		: { value, type: String };
};

const head = (text: string) => ({ value: text, type: String, fontWeight: 'bold' as const });

const tableOf = <Row>(
	sheet: string,
	columns: readonly Column<Row>[],
	rows: readonly Row[],
	format = TIME,
) => ({
	sheet,
	data: [
		columns.map(([heading]) => head(heading)),
		...rows.map((row) =>
			columns.map(([heading, , value]) =>
				cell(value(row), heading.includes('KSh') ? MONEY : format),
			),
		),
	],
	columns: columns.map(([, width]) => ({ width })),
	stickyRowsCount: 1,
});

const days: Column<PeriodPack['figures']['days'][number]>[] = [
	['Day', 12, ({ day }) => new Date(`${day}T00:00:00Z`)],
	['Statement in (KSh)', 18, (row) => row.in],
	['Statement out (KSh)', 18, (row) => row.out],
	['Books (KSh)', 18, (row) => row.books],
	['Payments', 10, (row) => row.payments],
];

const failures: Column<PeriodPack['figures']['failures'][number]>[] = [
	['Result code', 14, ({ result_code }) => (result_code === null ? 'None' : String(result_code))],
	['Meaning', 60, ({ meaning }) => meaning ?? 'Not known'],
	['Payments', 10, ({ total }) => total],
];

const returns: Column<PeriodPack['returns'][number]>[] = [
	[`Time ${ZONE}`, 24, ({ at }) => time(at)],
	['What', 10, ({ kind }) => (kind === 'refund' ? 'Refund' : 'Reversal')],
	['Amount (KSh)', 14, ({ amount }) => amount],
	['Receipt', 14, ({ receipt }) => receipt],
	['Of receipt', 14, (row) => row.of],
	['Phone', 16, ({ phone }) => phone],
	["Payer's name", 24, ({ payer_name }) => payer_name],
	['Known by', 14, (row) => (row.on_statement ? 'Statement' : 'Note')],
	['Who noted it', 20, ({ by }) => by],
	['Why', 40, ({ reason }) => reason],
];

const stateWords = (state: string | null, none: string) => {
	if (state === null) return none;
	return lineStates[state as keyof typeof lineStates] ?? 'Given back';
};

const adjustments: Column<PeriodAdjustment>[] = [
	['Of month', 12, ({ month }) => month],
	[`Came ${ZONE}`, 24, ({ came }) => time(came)],
	[`Time ${ZONE}`, 24, ({ at }) => time(at)],
	['Receipt', 14, ({ receipt }) => receipt],
	['Phone', 16, ({ phone }) => phone],
	["Payer's name", 24, ({ payer_name }) => payer_name],
	['Was', 30, ({ was }) => stateWords(was, 'Not there')],
	['Is', 30, (row) => stateWords(row.is, 'Gone')],
	['Statement in (KSh)', 18, (row) => row.in],
	['Statement out (KSh)', 18, (row) => row.out],
	['Books (KSh)', 14, (row) => row.books],
	['Given back (KSh)', 16, (row) => row.returned],
	['Who decided', 20, ({ by }) => by],
	['Why', 40, ({ reason }) => reason],
];

const exceptions: Column<ReconciliationLine>[] = [
	[`Time ${ZONE}`, 24, ({ at }) => time(at)],
	['Receipt', 14, ({ receipt }) => receipt],
	['Phone', 16, ({ phone }) => phone],
	["Payer's name", 24, ({ payer_name }) => payer_name],
	['Account reference', 18, ({ account_reference }) => account_reference],
	['Statement in (KSh)', 18, ({ paid_in }) => paid_in],
	['Books (KSh)', 14, ({ transaction }) => transaction?.amount ?? null],
	['State', 30, ({ state }) => lineStates[state]],
	['In words', 50, ({ reason }) => reason],
	['Who decided', 20, ({ decision }) => decision?.by ?? null],
	[`When ${ZONE}`, 24, ({ decision }) => (decision ? time(decision.at) : null)],
	['Why', 40, ({ decision }) => decision?.reason ?? null],
];

/** Who closed the month, who asked for it and why; of one that is not closed, that it is not. */
const closingOf = ({ state, closed }: PeriodPack): [string, Value][] =>
	closed
		? [
				[`Closed ${ZONE}`, time(closed.at)],
				['Closed by', closed.by],
				...(closed.asked_by ? [['Asked for by', closed.asked_by] as [string, Value]] : []),
				...(closed.reason ? [['Why with something left', closed.reason] as [string, Value]] : []),
			]
		: [['Not closed', periodStates[state]]];

const totals = (pack: PeriodPack, product: string) => {
	const { figures, month, checksum } = pack;
	const { statement, books, returned, asked, exceptions: found } = figures;
	const spans = (some: readonly (readonly string[])[]) =>
		some
			.map((span) => span.map((at) => eastAfricaText(Date.parse(at)).slice(0, 19)).join(' to '))
			.join(', ');
	const money: [string, number][] = [
		['Statement in (KSh)', statement.in],
		['Statement out (KSh)', statement.out],
		['Books (KSh)', books.in],
		['Given back (KSh)', returned.amount],
		['Net of what was given back (KSh)', figures.net],
		['Difference (KSh)', figures.difference],
		['Explained (KSh)', figures.explained],
		['Unexplained (KSh)', figures.unexplained],
	];
	const counts: [string, number][] = [
		...Object.entries(figures.states).map(([name, { count }]): [string, number] => [
			lineStates[name as keyof typeof lineStates],
			count,
		]),
		['Exceptions', found.count],
		['Adjustments of closed months', pack.arrived.length],
		['Begun and completed', asked.completed],
		['Begun and pending', asked.pending],
		['Begun and failed', asked.failed],
	];
	const row = ([label, value]: [string, Value], format?: string) => [
		{ value: label, type: String },
		cell(value, format),
	];
	const blank: null[] = [];
	return {
		sheet: 'Month',
		columns: [{ width: 36 }, { width: 70 }],
		data: [
			[head(`${product}: ${monthWords(month)}`)],
			...closingOf(pack).map((each) => row(each)),
			row(['Covered by statements', spans(statement.covered) || 'Nothing']),
			row(['Not covered', spans(statement.gaps) || 'Nothing']),
			...statement.missing.map(({ text }) => row(['Missing', text])),
			blank,
			...money.map((each) => row(each, MONEY)),
			blank,
			...counts.map((each) => row(each)),
			blank,
			row(['Checksum (SHA-256)', checksum]),
			blank,
			...['Prepared by', 'Checked by', 'Approved by'].map((who) =>
				row([who, 'Name, signature, date: ']),
			),
		],
	};
};

/** Lines whose SHA-256 stands in the checksum. */
const linesOf = (sheet: string, what: string, lines: readonly string[]) =>
	tableOf<string>(
		sheet,
		[[`${what}: SHA-256 of these lines stands in the checksum`, 120, (line) => line]],
		lines,
	);

/**
 * The pack of a month as an Excel workbook: times and amounts by their types, phones and references as text. `texts`
 * are what its checksum has of its rows.
 */
export const workbookOf = (
	pack: PeriodPack,
	texts: { rows: readonly string[]; arrived: readonly string[] },
	product: string,
): Promise<Buffer> =>
	writeWorkbook([
		totals(pack, product),
		tableOf('Days', days, pack.figures.days, DAY),
		tableOf('Failures', failures, pack.figures.failures),
		tableOf('Reversals and refunds', returns, pack.returns),
		tableOf('Adjustments', adjustments, pack.arrived),
		tableOf('Exceptions', exceptions, pack.exceptions),
		tableOf<readonly [string, string]>(
			'Definitions',
			[
				['Word', 18, ([word]) => word],
				['Means', 120, ([, meaning]) => meaning],
			],
			definitions,
		),
		tableOf<string>(
			'Checksum',
			[['The checksum is SHA-256 of these lines, each ended by a line feed', 90, (line) => line]],
			pack.canonical.trimEnd().split('\n'),
		),
		linesOf('Rows', 'Exceptions and what was given back', texts.rows),
		linesOf('Adjustment rows', 'What came for months closed before', texts.arrived),
	]).toBuffer();
