import { AMOUNT_MAX } from '#shared/contract/payment-requests.ts';
import type { Mark } from '#shared/contract/transactions-query.ts';
import type { Confirmation, StkResult } from '../../mpesa/deliveries.ts';
import { isPaymentType } from '../../mpesa/transaction-types.ts';
import type { Payment } from './store.ts';
import { momentOf } from './tables.ts';

const DAY_MS = 24 * 3_600_000;

/** M-Pesa's time as far as it can be believed: not more than a day after a moment by which it was. */
export const plausibleTime = (paidAt: number | null, by: number) =>
	paidAt === null || paidAt > by + DAY_MS ? null : paidAt;

/** Why a confirmation is kept apart until a person says what it is. */
export const confirmationProblem = (
	{ type, paidAt, amount, cents }: Confirmation,
	arrivedAt: number,
): Mark | undefined => {
	// Safaricom's sandbox leaves the type empty.
	if (type !== null && !isPaymentType(type)) return 'other_type';
	if (plausibleTime(paidAt, arrivedAt) !== paidAt) return 'time_ahead';
	if (amount !== null && amount > AMOUNT_MAX) return 'amount_too_large';
	return cents ? 'cents' : undefined;
};

/** Why a success that a callback reports is not believed. */
export const callbackProblem = (
	{ amount, cents, paidAt }: StkResult,
	payment: Payment,
	arrivedAt: number,
): Mark | undefined => {
	if (cents || amount !== payment.amount) return 'amount_mismatch';
	// Our clock may have been set back since we asked.
	const by = Math.max(arrivedAt, momentOf(payment.seq));
	return plausibleTime(paidAt, by) === paidAt ? undefined : 'time_ahead';
};
