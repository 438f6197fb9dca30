import type { PeriodPart } from '#shared/contract/finance/periods.ts';
import {
	lineRowStates,
	OPEN_STATES,
	type OutPart,
	outParts,
	type RowState,
} from '#shared/contract/finance/reconciliation-query.ts';

/** Sums of lines of one state and part of the money out, in cents. */
interface StateSum {
	state: RowState;
	out_part: OutPart | null;
	count: number;
	came_in: number;
	went_out: number;
	booked: number;
	/** The sum of the absolute amounts that differ. */
	size: number;
	returned: number;
	/** The number of payments in our records. */
	payments: number;
}

const isOpen = (state: string) => (OPEN_STATES as readonly string[]).includes(state);
const isMoneyOut = (state: string) => state === 'paid_out' || state === 'reversal_open';
const subtractBooks = (row: StateSum) => Number(row.came_in) - Number(row.booked);

const isAny = () => true;
const isDecided = (state: string) => state !== 'waiting' && !isOpen(state);

/** Sums of the lines of some states for each figure of a month, in cents. */
const FIGURES: [figure: string, read: (row: StateSum) => number, includes: typeof isOpen][] = [
	['statement_in', (row) => row.came_in, isAny],
	['books', (row) => row.booked, isAny],
	['difference', subtractBooks, isAny],
	['not_covered', subtractBooks, (state) => state === 'waiting'],
	['explained', subtractBooks, isDecided],
	['unexplained', subtractBooks, isOpen],
	['returned', (row) => row.returned, isAny],
];

const addUp = (rows: readonly StateSum[], read: (row: StateSum) => number) =>
	rows.reduce((sum, row) => sum + Number(read(row)), 0);

/** Parts of the money out that make the net smaller. What is not in our records does not. */
const NET_PARTS: readonly OutPart[] = ['given_back', 'paid_out', 'charges'];

/** Lists the parts of the statement's "out", and of what is left of our records after money that went out. */
const listOutParts = (address: string, sums: readonly StateSum[]): PeriodPart[] => {
	const byPart = Map.groupBy(sums, ({ out_part }) => out_part);
	const out = (Object.keys(outParts) as OutPart[]).flatMap((name) => {
		const rows = byPart.get(name) ?? [];
		const amount = addUp(rows, (row) => row.went_out) / 100;
		const count = addUp(rows, (row) => row.count);
		return count === 0 ? [] : [{ name, text: outParts[name], count, amount }];
	});
	const list = (query: string) => `${address}${query}`;
	const noted = sums.filter(({ state }) => state === 'returned');
	const records = addUp(sums, (row) => row.booked) / 100;
	return [
		...out.map(({ name, ...part }) => ({
			...{ code: `statement_out.${name}`, ...part, list: list(`&out=${name}`) },
		})),
		{
			...{ code: 'net.books', text: 'Our records', amount: records, list: list('') },
			count: addUp(sums, (row) => row.payments),
		},
		...out
			.filter(({ name }) => NET_PARTS.includes(name))
			.map(({ name, ...part }) => ({
				...{ code: `net.${name}`, ...part, amount: -part.amount, list: list(`&out=${name}`) },
			})),
		...(noted.length === 0
			? []
			: [
					{
						...{ code: 'net.returned', text: 'Given back, on no statement' },
						...{ count: addUp(noted, (row) => row.count), list: list('&state=returned') },
						amount: -addUp(noted, (row) => row.returned) / 100,
					},
				]),
	];
};

/** Returns the sum of the parts of a figure, in shillings. */
export const sumFigure = (parts: readonly PeriodPart[], figure: string) =>
	parts
		.filter(({ code }) => code.startsWith(`${figure}.`))
		.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

/**
 * Lists the parts of each figure of a month by the state of its lines; they add up to the figure. Lines that differ and
 * cancel each other out are a part of 0.
 */
export const listParts = (month: string, sums: readonly StateSum[]): PeriodPart[] => {
	const address = `/admin/reconciliation?month=${month}`;
	const byState = Map.groupBy(sums, ({ state }) => state);
	const figures = FIGURES.flatMap(([figure, read, includes]) =>
		[...byState].flatMap(([state, rows]) => {
			const cents = addUp(rows, read);
			const differs =
				read === subtractBooks && !isMoneyOut(state) && addUp(rows, ({ size }) => size) > 0;
			const isCents = state === 'matched' && read === subtractBooks;
			if (!includes(state) || (cents === 0 && !differs)) return [];
			return [
				{
					code: `${figure}.${state}`,
					text: isCents ? 'Cents of payments that agree' : lineRowStates[state],
					count: addUp(rows, ({ count }) => count),
					amount: cents / 100,
					list: `${address}&state=${state}`,
				},
			];
		}),
	);
	return [...figures, ...listOutParts(address, sums)];
};
