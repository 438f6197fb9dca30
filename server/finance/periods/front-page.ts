import type { PeriodPart } from '#shared/contract/finance/periods.ts';
import { type OutPart, outParts } from '#shared/contract/finance/reconciliation-query.ts';
import { formatMessageTime, formatMonthWords, formatPeriod } from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import { formatCents } from '../reconciliation/reasons.ts';
import { MONEY, makeHead, toCell, type Value } from './cells.ts';
import type { WholeFigures } from './month-figures.ts';
import type { Pack } from './pack.ts';

type Read = (figures: WholeFigures) => number | null;

const subtract = (...amounts: number[]) =>
	amounts.map((each) => Math.round(each * 100)).reduce((left, each) => left - each) / 100;

const readPart =
	(code: string): Read =>
	({ parts }) =>
		parts.find((part) => part.code === code)?.amount ?? 0;

const formatPeriods = (periods: readonly (readonly string[])[]) =>
	periods.map(formatPeriod).join(', ') || 'Nothing';

const INTO_RECORDS: [string, Read][] = [
	['Statement in (KSh)', ({ statement }) => statement.in],
	['Our records (KSh)', ({ books }) => books.in],
	['Difference (KSh)', ({ difference }) => difference],
];
const GROUPS: [figure: string, label: string, read: Read][] = [
	['not_covered', 'Not covered yet (KSh)', ({ not_covered }) => not_covered],
	['explained', 'Explained (KSh)', ({ explained }) => explained],
	['unexplained', 'Still to decide (KSh)', ({ unexplained }) => unexplained],
];
/** Money out on statements by part, of a month that was closed by an earlier release by the states of that time. */
const readOut =
	(name: OutPart): Read =>
	(figures) => {
		if (figures.parts.some(({ code }) => code.startsWith('net.')))
			return readPart(`statement_out.${name}`)(figures);
		const state = {
			charges: 'charge',
			paid_out: 'paid_out',
			given_back: 'reversed',
			to_bank: 'sweep',
		};
		const { states } = figures;
		return name in state
			? states[state[name as keyof typeof state] as keyof typeof states].amount
			: 0;
	};
const NET: [string, Read][] = [
	['Our records (KSh)', ({ books }) => books.in],
	['− Given back (KSh)', ({ returned }) => returned.amount],
	['− Paid out (KSh)', readOut('paid_out')],
	['− Charges (KSh)', readOut('charges')],
	['= Net (KSh)', ({ net }) => net],
];
const OUT: [string, Read][] = [
	...Object.entries(outParts).map(([name, text]): [string, Read] => [
		`${text} (KSh)`,
		readOut(name as OutPart),
	]),
	['= Statement out (KSh)', ({ statement }) => statement.out],
];

/** Lists the parts of a figure, at closing or today. */
const listPartNames = ({ figures, today }: Pack, figure: string) => {
	const isOwn = ({ code }: PeriodPart) => code.startsWith(`${figure}.`);
	const own = [...figures.parts, ...today.parts].filter(isOwn);
	return [...new Map(own.map((part) => [part.code, part])).values()];
};

type Style = Partial<Omit<ReturnType<typeof makeHead>, 'value' | 'type'>> & { indent?: number };

/** Lists the groups of a difference; money that no statement covers yet only if there is any. */
const listGroups = ({ figures, today }: Pack) =>
	GROUPS.filter(
		([figure, , read]) =>
			figure !== 'not_covered' || [figures, today].some((each) => read(each) !== 0),
	);

/** Returns a row of a figure: of today, or of the closing, today, and their difference. */
const makeRow = (
	{ figures, today, closed }: Pack,
	label: string,
	read: Read,
	{ format, style = {} }: { format?: string; style?: Style } = {},
) => {
	const [then, now] = [read(figures), read(today)];
	const values: Value[] = closed ? [then, now, subtract(now ?? 0, then ?? 0)] : [now];
	const { indent, ...bold } = style;
	return [
		{ value: label, type: String, align: 'left' as const, height: LINE_POINTS + 1, ...style },
		...values.map((value) => ({ ...toCell(value, format), ...bold })),
	];
};

const WIDTHS = [40, 18, 18, 18];
const TEXT_WIDTH = 54;
const LINE_POINTS = 15;

/** Returns a row with a text in the columns of the amounts, as high as its lines. */
const makeTextRow = (label: string, text: string) => {
	const height = LINE_POINTS * Math.ceil(text.length / TEXT_WIDTH);
	const look = { alignVertical: 'top' as const, wrap: true, height };
	return [
		{ value: label, type: String, ...look },
		{ value: text, type: String, columnSpan: WIDTHS.length - 1, ...look },
	];
};

const makeHeadings = ({ closed }: Pack, heading: string) =>
	[heading, ...(closed ? ['At closing', 'Today', 'Change'] : ['Today'])].map((text, at) => ({
		...makeHead(text),
		align: at === 0 ? ('left' as const) : ('right' as const),
		bottomBorderStyle: 'thin' as const,
	}));

const describeState = ({ closed }: Pack) =>
	closed
		? [
				makeTextRow('State', `Closed by ${closed.by}, ${formatMessageTime(Date.parse(closed.at))}`),
				...(closed.reason ? [makeTextRow('Closed with open items because', closed.reason)] : []),
			]
		: [makeTextRow('State', 'Open')];

const listOpenItems = ({ open }: Pack) =>
	open.length === 0
		? [makeTextRow('Open items', 'None')]
		: open.map(({ text, kind, amount }, at) =>
				makeTextRow(
					at === 0 ? 'Open items' : '',
					kind === 'unexplained' && amount !== null
						? `${text.slice(0, -1)}: ${formatCents(Math.round(amount * 100))}.`
						: text,
				),
			);

/** Builds the first sheet, which `fitPage` fits to one upright page: the month in figures and their parts, open items, and who closed it. */
export const buildFrontPage = (pack: Pack, product: string) => {
	const { statement } = pack.figures;
	const bold = { fontWeight: 'bold' as const };
	const rule = { ...bold, topBorderStyle: 'thin' as const };
	const amount = (style?: Style) => ({ format: MONEY, ...(style && { style }) });
	const blank: null[] = [];
	return {
		sheet: 'Month',
		orientation: 'landscape' as const,
		columns: WIDTHS.map((width) => ({ width })),
		data: [
			[{ ...makeHead(`${product}: ${formatMonthWords(pack.month)}`), fontSize: 16, height: 24 }],
			blank,
			...describeState(pack),
			makeTextRow('Covered by statements', formatPeriods(statement.covered)),
			makeTextRow('Not covered', formatPeriods(statement.gaps)),
			...statement.missing.map(({ text }) => makeTextRow('Missing', text)),
			blank,
			makeHeadings(pack, 'Statement and our records'),
			...INTO_RECORDS.map(([label, read], at) =>
				makeRow(pack, label, read, amount(at === 2 ? rule : undefined)),
			),
			...listGroups(pack).flatMap(([figure, label, read]) => [
				makeRow(pack, label, read, amount({ indent: 1 })),
				...listPartNames(pack, figure).map(({ code, text }) =>
					makeRow(pack, text, readPart(code), amount({ indent: 3 })),
				),
			]),
			blank,
			makeHeadings(pack, 'Net of money that went out'),
			...NET.map(([label, read]) =>
				makeRow(pack, label, read, amount(label.startsWith('=') ? rule : undefined)),
			),
			blank,
			makeHeadings(pack, 'Money out on the statements'),
			...OUT.map(([label, read]) =>
				makeRow(pack, label, read, amount(label.startsWith('=') ? rule : undefined)),
			),
			blank,
			...listOpenItems(pack),
			...(pack.closed
				? [makeTextRow('Changed since closing', formatCount(pack.changes.length, 'change'))]
				: []),
			blank,
			...['Prepared by', 'Checked by', 'Approved by'].map((who) => [
				{ value: who, type: String, height: 30, alignVertical: 'bottom' as const },
				{
					...{ value: 'Name, signature, date: ', type: String, columnSpan: 3 },
					...{ alignVertical: 'bottom' as const, bottomBorderStyle: 'thin' as const },
				},
			]),
		],
	};
};
