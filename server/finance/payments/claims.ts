import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAccountKey } from '#shared/account.ts';
import type { PaymentRequest } from '#shared/contract/finance/payment-requests.ts';
import { compareShown, isMasked, PHONE, readPhone } from '#shared/phone.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError } from '../../platform/errors.ts';
import { tooMany } from '../../platform/http/limits.ts';
import { findPlan } from './access.ts';
import { isExistingAccount } from './existing-accounts.ts';
import { assign } from './notes.ts';
import { type Payment, UNREQUESTED_ORIGINS } from './store.ts';
import { fromSeq, toSeq } from './tables.ts';
import { lockPayment } from './transitions.ts';
import type { ActingWithPlans } from './unit-of-work.ts';

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

/** A payment request with its phone and account. */
export type Filled = PaymentRequest & { phone_number: string; account_reference: string };

/** Sends a payment request. An app's request is checked first, and answered with a description of its own. */
export type SendRequest = (
	request: FastifyRequest,
	reply: FastifyReply,
	input: Filled,
	steps?: { check: (trx: Trx) => Promise<void>; describe: (db: Db) => Promise<unknown> },
) => Promise<unknown>;

const HOUR = 60 * 60_000;

/** Fails with 429 above the limits of requests by apps: of an account to a phone, to a phone, and of an account. */
export const limitRequests = async (
	trx: Trx,
	{ phone, account }: { phone: string; account: string },
	now: number,
) => {
	// Counted from the payments themselves, so one at a time. Always in this order.
	await lockName(trx, `payment requests to ${phone}`);
	await lockName(trx, `payment requests of ${account}`);
	const limits = [
		{ max: 3, per: HOUR, of: { phone, account } },
		{ max: 6, per: HOUR, of: { phone } },
		{ max: 10, per: 24 * HOUR, of: { account } },
	];
	for (const { max, per, of } of limits) {
		const rows = await trx
			.selectFrom('payments')
			.select('seq')
			.where((eb) => eb.and(of))
			.where('seq', '>', toSeq(now - per))
			.where('origin', '=', 'stk')
			.where('requested_by', 'is not', null)
			.where('requested_by', 'not like', 'person:%')
			.orderBy('seq', 'desc')
			.limit(max)
			.execute();
		if (rows.length === max)
			throw tooMany(fromSeq(rows.at(-1)?.seq ?? 0) + per - now, 'Too many payment requests.');
	}
};
