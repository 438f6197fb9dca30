import type { Status } from '#shared/contract/transactions-query.ts';

/** How many payments of each status a period has, and what its completed ones sum to, in shillings. */
export interface Period extends Record<Status, number> {
	amount: number;
}

/** Figures of the sample payments, from the specification: 532 in all, of which these are in three periods. */
export const PERIODS: { thisMonth: Period; lastMonth: Period; before: Period } = {
	thisMonth: { completed: 41, pending: 8, failed: 3, amount: 165_000 },
	lastMonth: { completed: 43, pending: 2, failed: 3, amount: 152_000 },
	before: { completed: 403, pending: 4, failed: 25, amount: 928_000 },
};

export const MONTHS_BEFORE = 10;

/** The codes of the failed ones, in turn; those of the payer's own making come most often. */
export const FAILURES = [
	...['1032', '1037', '1', '2001', '1019', '1032', '1001', '1', '17', '26', '1037', '1025'],
	...['9999', '4', '1032', '8', '11', '2', '3', '8006', '1032', '20', '21', '2006', '2028'],
	...['SFC_IC0003', '1037', '1', '2001', '1032', '1019'],
];
