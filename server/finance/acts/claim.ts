import { createHash } from 'node:crypto';
import { toAccountKey } from '#shared/account.ts';
import { compareShown, isMasked, PHONE, readPhone } from '#shared/phone.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findPlan } from '../payments/access.ts';
import { isExistingAccount } from '../payments/existing-accounts.ts';
import { type Payment, UNREQUESTED_ORIGINS } from '../payments/store.ts';
import { lockPayment } from '../payments/transitions.ts';
import type { ActingWithPlans } from '../payments/unit-of-work.ts';
import { assign } from './assignment.ts';

/** Returns whether a payment was made from a number: in full, by its visible digits, or by its SHA-256. */
const isPaidFrom = (typed: string, stored: string | null) => {
	const phone = readPhone(typed);
	if (phone === undefined || stored === null) return false;
	if (PHONE.test(stored)) return stored === phone;
	if (isMasked(stored)) return compareShown(stored, phone)?.isAlike === true;
	return stored.toLowerCase() === createHash('sha256').update(phone).digest('hex');
};

const isClaimable = async (trx: Trx, payment: Payment, phone: string) => {
	const { id, status, origin, amount, account_reference } = payment;
	if (status !== 'completed' || !UNREQUESTED_ORIGINS.includes(origin)) return false;
	if (!isPaidFrom(phone, payment.phone)) return false;
	const typed = toAccountKey(account_reference);
	if (payment.assignment_id !== null || payment.returned_shillings >= amount) return false;
	if (typed !== null && (await isExistingAccount(trx, typed))) return false;
	const claimed = await trx
		.selectFrom('decisions')
		.select('id')
		.where('payment_id', '=', id)
		.where('what', '=', 'assignment')
		.where('actor', 'like', 'learner:%')
		.executeTakeFirst();
	return claimed === undefined;
};

/**
 * Takes a payment for an unknown account into an account, with the months of its plan. Fails with 404 `no_match` for
 * every reason alike.
 */
export const claimPayment = async (
	acting: ActingWithPlans,
	account: string,
	{ receipt, phone_number }: { receipt: string; phone_number: string },
) => {
	const payment = await lockPayment(acting.trx, 'receipt', receipt);
	if (!payment || !(await isClaimable(acting.trx, payment, phone_number)))
		throw new AppError('no_match');
	const months = findPlan(acting.plans ?? [], payment.amount)?.months ?? null;
	const reason = 'Claimed by the learner';
	await assign(acting, payment.id, { account_reference: account, months, reason });
};
