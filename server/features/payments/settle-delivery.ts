import type { DeliverySettlement } from '#shared/contract/settlements.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Database, Trx } from '../../db/database.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { masked } from '../../http/masked.ts';
import { readConfirmation, readStkCallback } from '../../mpesa/deliveries.ts';
import { paybillOf } from './apply.ts';
import { findUnmatched, type UnmatchedDelivery } from './evidence/store.ts';
import { plausibleTime } from './plausibility.ts';
import { findPayment, isRequestKnown, type NewPayment, type Payment } from './store.ts';
import { complete, createPayment, lockPayment } from './transitions.ts';
import { addOutcome, type Cause, finishWork, startWork, type Work } from './unit-of-work.ts';

const refuse = (why: string) => new AppError('conflict', why);

/** What a delivery says was paid, believed as far as it can be. */
interface Paid {
	/** Whole shillings; null where none are named. */
	amount: number | null;
	receipt: string | null;
	paidAt: number | null;
	/** The request that it is about. */
	checkoutRequestId: string | null;
	/** The payment that it is, where it is about none that we know. */
	made: Omit<NewPayment, 'amount'>;
}

const readPaid = ({ kind, body, at }: UnmatchedDelivery): Paid | undefined => {
	const arrivedAt = Date.parse(at);
	if (kind === 'c2b') {
		const sent = readConfirmation(body);
		if (!sent) return undefined;
		const paidAt = plausibleTime(sent.paidAt, arrivedAt);
		return { ...sent, paidAt, checkoutRequestId: null, made: paybillOf(sent, paidAt) };
	}
	const result = readStkCallback(body);
	if (result?.code !== '0') return undefined;
	const paidAt = plausibleTime(result.paidAt, arrivedAt);
	const made = {
		origin: 'stk' as const,
		status: 'completed' as const,
		phone: result.phone,
		receipt: result.receipt,
		checkout_request_id: result.checkoutRequestId,
		merchant_request_id: result.merchantRequestId,
		result_code: '0',
		result_desc: result.text,
		paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
	};
	return { ...result, paidAt, made };
};

/** Counts what a delivery says as paid: the payment that it is about is completed, or a new one is made. */
const book = async (
	work: Work,
	delivery: UnmatchedDelivery,
	named: Payment | undefined,
	cause: Cause,
) => {
	const paid = readPaid(delivery);
	if (!paid) throw refuse('This delivery does not say that anything was paid.');
	const { amount, receipt, paidAt } = paid;
	const payment = named
		? await lockPayment(work.trx, 'id', named.id)
		: paid.checkoutRequestId !== null &&
			(await lockPayment(work.trx, 'checkout_request_id', paid.checkoutRequestId));
	const owner = receipt === null ? undefined : await lockPayment(work.trx, 'receipt', receipt);
	if (owner)
		throw refuse(
			payment && owner.id === payment.id
				? 'This receipt is booked already.'
				: 'This receipt belongs to another payment already.',
		);
	if (payment) {
		if (payment.receipt !== null) throw refuse('This payment has another receipt already.');
		const result = { code: '0', text: null, amount, receipt, paidAt };
		await complete(work, payment, result, cause);
		return payment.id;
	}
	if (amount === null) throw refuse('This delivery names no amount that could be counted.');
	if (await isRequestKnown(work.trx, { merchantRequestId: paid.made.merchant_request_id ?? null }))
		throw refuse('This delivery names a request of another payment. Please name that payment.');
	const made = await createPayment(work, { ...paid.made, amount }, paidAt ?? cause.at, cause);
	return made.id;
};

/**
 * Has a person say what an unmatched delivery is: as a payment it is counted, as anything else it only leaves
 * the list. Resolves to the payment that it is about, if any. Fails with 404 for what is no delivery, and
 * with 409 where it was settled before or cannot be counted.
 */
export const settleDelivery = async (
	database: Pick<Database, 'lock'>,
	trx: Trx,
	messageId: number,
	{ as, transaction_id, reason }: DeliverySettlement,
	by: AuditContext,
	now: number,
): Promise<string | null> => {
	await database.lock(trx, `delivery:${messageId}`);
	const delivery = await findUnmatched(trx, messageId);
	if (delivery === undefined) throw notFound('Delivery');
	if (delivery === 'settled') throw refuse('Nobody has to look at this delivery any more.');
	const named = transaction_id ? await findPayment(trx, transaction_id) : undefined;
	if (transaction_id && !named) throw invalid('transaction_id', 'Transaction not found');
	const work = startWork(trx, now);
	const cause = { messageId, at: Date.parse(delivery.at), by, kind: 'booked' as const, reason };
	const about =
		as === 'payment'
			? await book(work, delivery, named, cause)
			: (named?.id ?? delivery.payment_id);
	addOutcome(work, cause, 'settled', about);
	await finishWork(work);
	recordAudit(trx, by, {
		action: 'settle',
		item: {
			kind: 'transaction',
			id: about,
			name: delivery.key === null ? null : masked(delivery.key),
		},
		details: { as, delivery: messageId, was: delivery.outcome, reason: masked(reason) },
	});
	return about;
};
