import type { Status } from '#shared/contract/transactions-query.ts';

/** How many payments of each status a period has, and what its completed ones sum to, in shillings. */
export interface Period extends Record<Status, number> {
	amount: number;
}

/**
 * The sample's figures, exactly: 532 in all, 487 completed, 14 pending, 31 failed, KSh 1,245,000;
 * last month 48 and 152,000; this month 52 and 165,000. Before that lie ten months.
 */
export const PERIODS: { thisMonth: Period; lastMonth: Period; before: Period } = {
	thisMonth: { completed: 41, pending: 8, failed: 3, amount: 165_000 },
	lastMonth: { completed: 43, pending: 2, failed: 3, amount: 152_000 },
	before: { completed: 403, pending: 4, failed: 25, amount: 928_000 },
};

export const MONTHS_BEFORE = 10;

/** What M-Pesa says with each code; those of the payer's own making come most often. */
export const FAILURES: readonly (readonly [code: string, text: string])[] = [
	['1032', 'Request cancelled by user'],
	['1037', 'DS timeout user cannot be reached'],
	['1', 'The balance is insufficient for the transaction.'],
	['2001', 'The initiator information is invalid.'],
	['1019', 'Transaction expired. No MO has been received'],
	['1032', 'Request cancelled by user'],
	[
		'1001',
		'Unable to lock subscriber, a transaction is already in process for the current subscriber',
	],
	['1', 'The balance is insufficient for the transaction.'],
	['17', 'Rule limited.'],
	['26', 'System busy. Try again in few minutes.'],
	['1037', 'DS timeout user cannot be reached'],
	['1025', 'An error occurred while sending a push request'],
	['9999', 'Error occurred while sending a push request'],
	['4', 'Would exceed daily transfer limit.'],
	['1032', 'Request cancelled by user'],
	['8', 'Would exceed the maximum balance.'],
	['11', 'The DebitParty is in an invalid state.'],
	['2', 'Less than minimum transaction value.'],
	['3', 'More than maximum transaction value.'],
	['8006', 'The security credential is locked.'],
	['1032', 'Request cancelled by user'],
	['20', 'The initiator is not allowed to initiate this request.'],
	['21', 'The initiator is not allowed to initiate this request.'],
	['2006', 'The account status does not allow this transaction.'],
	['2028', 'The request is not permitted according to product assignment.'],
	['SFC_IC0003', 'The operator does not exist.'],
	['1037', 'DS timeout user cannot be reached'],
	['1', 'The balance is insufficient for the transaction.'],
	['2001', 'The initiator information is invalid.'],
	['1032', 'Request cancelled by user'],
	['1019', 'Transaction expired. No MO has been received'],
];
