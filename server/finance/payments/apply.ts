import { type SqlBool, sql } from 'kysely';
import { AMOUNT_MAX } from '#shared/contract/finance/payment-requests.ts';
import type { Mark } from '#shared/contract/finance/transactions-query.ts';
import type { Database } from '../../platform/db/database.ts';
import {
	type Confirmation,
	readConfirmation,
	readStkCallback,
	type StkResult,
} from '../mpesa/deliveries.ts';
import { isPaymentType } from '../mpesa/transaction-types.ts';
import { withPlanMonths } from './access.ts';
import { matchConfirmation, matchPaybillPayment, mergeInto } from './matching.ts';
import { type Payment, UNREQUESTED_ORIGINS } from './store.ts';
import { fromSeq } from './tables.ts';
import {
	applyFailure,
	complete,
	createPayment,
	isPaid,
	lockPayment,
	type Result,
	transition,
} from './transitions.ts';
import { addOutcome, type Cause, type Work } from './unit-of-work.ts';
import { isLatest } from './unmatched.ts';

const DAY_MS = 24 * 3_600_000;

/** Returns M-Pesa's time, or null if it is more than a day after `by`. */
const dropImplausibleTime = (paidAt: number | null, by: number) =>
	paidAt === null || paidAt > by + DAY_MS ? null : paidAt;

/** Returns why a confirmation must wait for a decision of a person. */
const checkConfirmation = (
	{ type, paidAt, amount, cents }: Confirmation,
	arrivedAt: number,
): Mark | undefined => {
	// Safaricom's sandbox leaves the type empty.
	if (type !== null && !isPaymentType(type)) return 'other_type';
	if (dropImplausibleTime(paidAt, arrivedAt) !== paidAt) return 'time_ahead';
	if (amount !== null && amount > AMOUNT_MAX) return 'amount_too_large';
	return cents ? 'cents' : undefined;
};

/** Returns why a success that a callback reports is not believed. */
const checkCallback = (
	{ amount, cents, paidAt }: StkResult,
	payment: Payment,
	arrivedAt: number,
): Mark | undefined => {
	if (cents || amount !== payment.amount) return 'amount_mismatch';
	// Our clock may have been set back since we asked.
	const by = Math.max(arrivedAt, fromSeq(payment.seq));
	return dropImplausibleTime(paidAt, by) === paidAt ? undefined : 'time_ahead';
};

/** Stores the payer's name of a confirmation, unless the payment has one. */
const namePayer = async (work: Work, id: string, name: string | null) => {
	if (name === null) return;
	await work.trx
		.updateTable('payments')
		.set({ payer_name: name, updated_at: new Date(work.now).toISOString() })
		.where('id', '=', id)
		.where('payer_name', 'is', null)
		.execute();
	work.stale.add(id);
};

/** Finds the payment with a receipt; without a receipt, the payment by hand or statement that is the money of this one. */
const findOwner = (work: Work, payment: Payment, receipt: string | null) =>
	receipt === null ? matchPaybillPayment(work, payment) : lockPayment(work.trx, 'receipt', receipt);

/** Adds receipt and time of a confirmation to a result that lacks them. */
const fillResult = (owner: Payment | undefined, result: Result): Result => ({
	...result,
	receipt: result.receipt ?? owner?.receipt ?? null,
	paidAt: result.paidAt ?? (Date.parse(owner?.paid_at ?? '') || null),
});

const applySuccess = async (work: Work, payment: Payment, result: Result, cause: Cause) => {
	const done = (outcome: string) => addOutcome(work, cause, outcome, payment.id);
	const { receipt } = result;
	const again = isPaid(payment);
	if (again && (receipt === null || receipt === payment.receipt)) return done('duplicate');
	if (again && payment.receipt !== null) return done('receipt_differs');
	const owner = await findOwner(work, payment, receipt);
	if (owner && (!UNREQUESTED_ORIGINS.includes(owner.origin) || owner.amount !== payment.amount)) {
		work.recheck.add(payment.id);
		return done('receipt_reused');
	}
	if (owner) await mergeInto(work, owner, payment, cause);
	await complete(work, payment, fillResult(owner, result), cause);
	if (owner) await namePayer(work, payment.id, owner.payer_name);
	// The decision that wrote the money off moved to this payment.
	if (owner?.status === 'written_off') {
		const merged = (await lockPayment(work.trx, 'id', payment.id)) as Payment;
		await transition(work, merged, 'written_off', {}, cause);
	}
	if (again) return done('receipt_filled');
	return done(payment.status === 'failed' ? 'late_success' : 'applied');
};

/**
 * Applies a result to a payment of ours. The final status depends on which results arrived, not on their order: a plausible
 * success wins, otherwise a final failure.
 */
export const applyResult = (work: Work, payment: Payment, result: Result, cause: Cause) =>
	result.code === '0'
		? applySuccess(work, payment, result, cause)
		: applyFailure(work, payment, result, cause);

/** Applies an STK callback. */
export const applyCallback = async (work: Work, body: Buffer, trusted: boolean, cause: Cause) => {
	const result = readStkCallback(body);
	if (!result) return addOutcome(work, cause, trusted ? 'unreadable' : 'untrusted', null);
	const payment = await lockPayment(work.trx, 'checkout_request_id', result.checkoutRequestId);
	if (!trusted) {
		if (payment) work.recheck.add(payment.id);
		return addOutcome(work, cause, 'untrusted', payment?.id ?? null);
	}
	if (!payment) return addOutcome(work, cause, 'unknown_request', null);
	const { merchantRequestId } = result;
	if (merchantRequestId !== null && merchantRequestId !== payment.merchant_request_id)
		return addOutcome(work, cause, 'request_mismatch', payment.id);
	const problem = result.code === '0' ? checkCallback(result, payment, cause.at) : undefined;
	if (problem) {
		work.recheck.add(payment.id);
		return addOutcome(work, cause, problem, payment.id);
	}
	return applyResult(work, payment, result, cause);
};

/** Returns the fields of a payment by hand; `amount` is null if it cannot be read. */
export const toPaybillFields = (
	{ amount, phone, receipt, reference, payerName }: Confirmation,
	paidAt: number | null,
) => ({
	origin: 'c2b' as const,
	status: 'completed' as const,
	amount,
	phone,
	receipt,
	account_reference: reference,
	payer_name: payerName,
	paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
});

/** Returns whether a confirmation names one of our short codes, or none. */
const isOurs = ({ shortCode }: Confirmation, shortCodes: readonly string[]) =>
	shortCode === null || shortCodes.length === 0 || shortCodes.includes(shortCode);

/** Applies a paybill confirmation: a payment by hand, or the confirmation of one that we requested. */
export const applyConfirmation = async (
	work: Work,
	body: Buffer,
	trusted: boolean,
	cause: Cause,
	{ shortCodes }: { shortCodes: readonly string[] },
) => {
	const confirmation = readConfirmation(body);
	const done = (outcome: string, paymentId: string | null = null) =>
		addOutcome(work, cause, outcome, paymentId);
	if (!trusted) return done('untrusted');
	if (!confirmation) return done('unreadable');
	if (!isOurs(confirmation, shortCodes)) return done('other_short_code');
	const { amount, receipt, paidAt, payerName, hasEmptyBalance } = confirmation;
	const owner = await lockPayment(work.trx, 'receipt', receipt);
	const problem = checkConfirmation(confirmation, cause.at);
	if (problem) return done(problem, owner?.id);
	if (owner && owner.amount !== amount) return done('receipt_reused', owner.id);
	if (owner) {
		await namePayer(work, owner.id, payerName);
		return done('confirmed', owner.id);
	}
	if (amount === null) return done('amount_mismatch');
	const awaiting = await matchConfirmation(work, { ...confirmation, amount }, cause.at);
	if (awaiting) {
		await complete(work, awaiting, { code: '0', text: null, amount, receipt, paidAt }, cause);
		await namePayer(work, awaiting.id, payerName);
		return done(hasEmptyBalance ? 'no_balance' : 'receipt_filled', awaiting.id);
	}
	const created = await createPayment(
		work,
		await withPlanMonths(
			work,
			{ ...toPaybillFields(confirmation, paidAt), amount },
			paidAt ?? cause.at,
		),
		// A time ahead would lead the list until then.
		Math.min(paidAt ?? cause.at, cause.at),
		cause,
	);
	return done(hasEmptyBalance ? 'no_balance' : 'applied', created.id);
};

const BATCH = 500;

/** Queues deliveries to be applied again. Returns their number. */
const requeue = async (database: Database, ids: readonly number[]) => {
	if (ids.length > 0)
		await database.write((trx) =>
			trx
				.insertInto('payment_queue')
				.values(ids.map((message_id) => ({ message_id })))
				// Waits for a transaction that applies one of them now and may not have seen its request.
				.onConflict((conflict) => conflict.doNothing())
				.execute(),
		);
	return ids.length;
};

/**
 * Applies callbacks again that came before the commit of their request, after which this must run: those of one request,
 * or, after a crash, those of the last day.
 */
export const requeueEarly = async (
	database: Database,
	filter: { request: string } | { now: number },
) => {
	const early = database.read
		.selectFrom('mpesa_messages as m')
		.select('m.id')
		.where('m.kind', '=', 'stk')
		.where(
			sql<SqlBool>`not exists (select 1 from payment_outcomes where message_id = m.id
				and (payment_id is not null or outcome = 'settled'))`,
		);
	const rows =
		'request' in filter
			? early.where('m.key', '=', filter.request)
			: early
					.innerJoin('payments', 'payments.checkout_request_id', 'm.key')
					.where('m.at', '>', new Date(filter.now - DAY_MS).toISOString());
	return requeue(
		database,
		(await rows.execute()).map(({ id }) => id),
	);
};

/** Applies confirmations again whose short code has become one of ours since, after the setting was corrected. */
export const requeueOurs = async (database: Database, shortCodes: readonly string[]) => {
	for (let after = 0; ; ) {
		const setAside = await database.read
			.selectFrom('payment_outcomes as o')
			.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
			.select(['o.id', 'o.message_id', 'm.body'])
			.where('o.outcome', '=', 'other_short_code')
			.where('o.id', '>', after)
			.where(isLatest)
			.orderBy('o.id')
			.limit(BATCH)
			.execute();
		const ours = setAside.filter(({ body }) => {
			const confirmation = readConfirmation(body);
			return confirmation && isOurs(confirmation, shortCodes);
		});
		await requeue(
			database,
			ours.map(({ message_id }) => message_id),
		);
		if (setAside.length < BATCH) return;
		after = setAside.at(-1)?.id ?? 0;
	}
};
