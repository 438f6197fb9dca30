import type { PeriodPart } from '#shared/contract/periods.ts';
import {
	lineRowStates,
	OPEN_STATES,
	type RowState,
} from '#shared/contract/reconciliation-query.ts';

/** Sums of lines of one state, in cents. */
interface StateSum {
	state: RowState;
	count: number;
	came_in: number;
	went_out: number;
	booked: number;
	/** The sum of the absolute amounts that differ. */
	size: number;
	returned: number;
}

const isOpen = (state: string) => (OPEN_STATES as readonly string[]).includes(state);
const isMoneyOut = (state: string) => state === 'paid_out' || state === 'reversal_open';
const subtractBooks = (row: StateSum) => Number(row.came_in) - Number(row.booked);

const isAny = () => true;
const isDecided = (state: string) => state !== 'waiting' && !isOpen(state);

/** Sums of the lines of some states for each figure of a month, in cents. */
const FIGURES: [figure: string, read: (row: StateSum) => number, includes: typeof isOpen][] = [
	['statement_in', (row) => row.came_in, isAny],
	['statement_out', (row) => row.went_out, isAny],
	['books', (row) => row.booked, isAny],
	['difference', subtractBooks, isAny],
	['not_covered', subtractBooks, (state) => state === 'waiting'],
	['explained', subtractBooks, isDecided],
	['unexplained', subtractBooks, isOpen],
	['returned', (row) => row.returned, isAny],
];

/**
 * Lists the parts of each figure of a month by the state of its lines; they add up to the figure. Lines that differ and
 * cancel each other out are a part of 0.
 */
export const listParts = (month: string, sums: readonly StateSum[]): PeriodPart[] => {
	const byState = Map.groupBy(sums, ({ state }) => state);
	return FIGURES.flatMap(([figure, read, includes]) =>
		[...byState].flatMap(([state, rows]) => {
			const add = (readRow: (row: StateSum) => number) =>
				rows.reduce((sum, row) => sum + Number(readRow(row)), 0);
			const cents = add(read);
			const differs = read === subtractBooks && !isMoneyOut(state) && add(({ size }) => size) > 0;
			const isCents = state === 'matched' && read === subtractBooks;
			if (!includes(state) || (cents === 0 && !differs)) return [];
			return [
				{
					code: `${figure}.${state}`,
					text: isCents ? 'Cents of payments that agree' : lineRowStates[state],
					count: add(({ count }) => count),
					amount: cents / 100,
					list: `/admin/reconciliation?month=${month}&state=${state}`,
				},
			];
		}),
	);
};
