import type { DeliverySettlement } from '#shared/contract/finance/settlements.ts';
import { formatEastAfricaTime } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { lockName } from '../../platform/db/engine.ts';
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts';
import { addDecision } from '../decisions/store.ts';
import {
	readConfirmation,
	readDelivery,
	readStkCallback,
	type StkResult,
} from '../mpesa/deliveries.ts';
import { withPlanMonths } from './access.ts';
import { applyResult, toPaybillFields } from './apply.ts';
import { isSimilarPhone } from './matching.ts';
import { refreshDecided } from './refresh.ts';
import {
	findPayment,
	isRequestKnown,
	type NewPayment,
	type Payment,
	UNREQUESTED_ORIGINS,
} from './store.ts';
import { fromSeq } from './tables.ts';
import { complete, createPayment, lockPayment, transition } from './transitions.ts';
import {
	type ActingWithPlans,
	addOutcome,
	type Cause,
	finishWork,
	startWork,
	toUndo,
	type Work,
} from './unit-of-work.ts';
import { findUnmatched, type OpenDelivery } from './unmatched.ts';

/** A payment on a statement that a person books. */
export interface PaidByStatement {
	receipt: string;
	/** Whole shillings. */
	amount: number;
	/** Milliseconds by M-Pesa's clock. */
	paidAt: number;
	phone: string | null;
	payer_name: string | null;
	account_reference: string | null;
}

const buildCause = ({ context, now }: Acting, reason: string) =>
	({ messageId: null, at: now, context, kind: 'booked', reason }) as const;

/**
 * Creates the payment of a statement line. Returns its id, and what changed. Fails with 409 if a payment has its receipt:
 * only completed and written-off payments have one.
 */
export const bookPayment = async (
	acting: ActingWithPlans,
	{ paidAt, ...paid }: PaidByStatement,
	reason: string,
) => {
	const { trx, now } = acting;
	const work = startWork(trx, now, acting.plans);
	const cause = buildCause(acting, reason);
	if (await lockPayment(trx, 'receipt', paid.receipt))
		throw conflict('This receipt is already booked.');
	const made = await withPlanMonths(
		work,
		{
			...paid,
			origin: 'statement',
			status: 'completed',
			result_code: '0',
			paid_at: new Date(paidAt).toISOString(),
		},
		paidAt,
	);
	const booked = await createPayment(work, made, Math.min(paidAt, now), cause);
	await finishWork(work);
	return { paymentId: booked.id, undo: await toUndo(work) };
};

/**
 * Completes a payment by a statement line, or adds the receipt to one that a query completed. A payment with a receipt
 * stays as it is. Returns what changed. Fails with 409 if the receipt belongs to another payment.
 */
export const completeByStatement = async (
	acting: ActingWithPlans,
	id: string,
	{ receipt, amount, paidAt }: PaidByStatement,
	reason: string,
) => {
	const { trx, now } = acting;
	const payment = (await lockPayment(trx, 'id', id)) as Payment;
	if (payment.receipt !== null) return null;
	if (await lockPayment(trx, 'receipt', receipt))
		throw conflict(`Receipt ${receipt} already belongs to another payment.`);
	const work = startWork(trx, now);
	const cause = buildCause(acting, reason);
	await complete(work, payment, { code: '0', text: null, amount, receipt, paidAt }, cause);
	await finishWork(work);
	return toUndo(work);
};

/** Tolerated difference between two clocks. */
const BEFORE_MS = 60_000;

/** Formats the time of day of a moment in milliseconds, in East Africa Time. */
export const formatClock = (ms: number) => formatEastAfricaTime(ms).slice(11, 16);
/** Returns whether M-Pesa never answered a request of ours, so that its ids are unknown. */
const isUnanswered = ({ origin, status, checkout_request_id }: Payment) =>
	origin === 'stk' && status === 'pending' && checkout_request_id === null;

/** Returns why a report cannot be the answer to a request, with both values; undefined if it can. */
export const describeMismatch = (
	result: StkResult,
	arrivedAt: number,
	{ seq, phone, amount }: Pick<Payment, 'seq' | 'phone' | 'amount'>,
) => {
	const requestedAt = fromSeq(seq);
	if (arrivedAt < requestedAt - BEFORE_MS)
		return `This report arrived at ${formatClock(arrivedAt)}, before the payment was requested at ${formatClock(requestedAt)}.`;
	if (!isSimilarPhone(result.phone, phone))
		return `This report is from phone ${result.phone}, but the request was sent to ${phone}.`;
	if (result.code !== '0') return undefined;
	if (result.cents || result.amount !== amount)
		return `This report has ${result.amount === null ? 'no amount' : `the amount KSh ${formatWhole(result.amount)}`}, but we requested KSh ${formatWhole(amount)}.`;
	return undefined;
};

/**
 * Attaches a report to a request of ours that M-Pesa never answered: the payment gets the request ids, and the report is
 * applied. Returns its id. Fails with 409 if it does not fit.
 */
const attach = async (
	work: Work,
	{ kind, body, at }: OpenDelivery,
	payment: Payment,
	cause: Cause,
) => {
	const result = kind === 'stk' ? readStkCallback(body) : undefined;
	if (!result) throw conflict('This message is not a report on a payment request.');
	const why = describeMismatch(result, Date.parse(at), payment);
	if (why) throw conflict(why);
	const { checkoutRequestId, merchantRequestId } = result;
	if (await isRequestKnown(work.trx, { checkoutRequestId, merchantRequestId }))
		throw conflict('This report names the request of another payment.');
	const owner = result.receipt && (await lockPayment(work.trx, 'receipt', result.receipt));
	if (owner && (!UNREQUESTED_ORIGINS.includes(owner.origin) || owner.amount !== payment.amount))
		throw conflict('This receipt already belongs to another payment.');
	const ids = { checkout_request_id: checkoutRequestId, merchant_request_id: merchantRequestId };
	if (!(await transition(work, payment, 'noted', ids, cause)))
		throw conflict('This payment has changed.');
	const known = (await lockPayment(work.trx, 'id', payment.id)) as Payment;
	await applyResult(work, known, result, cause);
	return payment.id;
};

/** A payment as a delivery reports it; the amount is null if it is missing. */
type Paid = Omit<NewPayment, 'amount'> & { amount: number | null };

/** Reads the payment that a delivery reports, at M-Pesa's time also if that is ahead: its statement has that time. */
const readPaid = ({ kind, body }: OpenDelivery): Paid | undefined => {
	if (kind === 'c2b') {
		const sent = readConfirmation(body);
		return sent && toPaybillFields(sent, sent.paidAt);
	}
	const result = readStkCallback(body);
	if (result?.code !== '0') return undefined;
	const { paidAt } = result;
	return {
		origin: 'stk',
		status: 'completed',
		amount: result.amount,
		phone: result.phone,
		receipt: result.receipt,
		checkout_request_id: result.checkoutRequestId,
		merchant_request_id: result.merchantRequestId,
		result_code: '0',
		result_desc: result.text,
		paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
	};
};

/** Fails with 409 `not_ready` for money that M-Pesa says went to another paybill, unless a person says that it is ours. */
const requireOurs = ({ outcome, kind, body }: OpenDelivery, anyway: boolean) => {
	if (outcome !== 'other_short_code' || anyway) return;
	const shortCode = kind === 'c2b' && readConfirmation(body)?.shortCode;
	throw new AppError(
		'not_ready',
		`M-Pesa says that this money went to paybill ${shortCode || 'another'}, which is not ours. If it reached our account, send \`anyway\`.`,
	);
};

/** Fails with 409 if the amounts of a delivery and of the payment that a person chose differ. */
const checkAmount = (
	{ payment_id }: OpenDelivery,
	namedPayment: Payment | undefined,
	amount: number | null,
) => {
	if (
		!namedPayment ||
		namedPayment.id === payment_id ||
		amount === null ||
		amount === namedPayment.amount
	)
		return;
	throw conflict(
		`This message reports KSh ${formatWhole(amount)}, but the payment is KSh ${formatWhole(namedPayment.amount)}.`,
	);
};

/** Locks the payment that a delivery is about. Fails with 409 if a payment has its receipt, or this one has another. */
const lockPaid = async (
	{ trx }: Work,
	namedPayment: Payment | undefined,
	{ receipt, checkout_request_id: request }: Paid,
) => {
	const payment = namedPayment
		? await lockPayment(trx, 'id', namedPayment.id)
		: request && (await lockPayment(trx, 'checkout_request_id', request));
	const owner = receipt && (await lockPayment(trx, 'receipt', receipt));
	if (owner)
		throw conflict(
			payment && owner.id === payment.id
				? 'This receipt is already booked.'
				: 'This receipt already belongs to another payment.',
		);
	if (payment && payment.receipt !== null)
		throw conflict('This payment already has another receipt.');
	return payment || undefined;
};

/** Books a delivery: completes the payment that it is about, or creates a new one. Returns the id of the payment. */
const book = async (
	work: Work,
	delivery: OpenDelivery,
	namedPayment: Payment | undefined,
	months: number | null,
	cause: Cause,
) => {
	const paid = readPaid(delivery);
	if (!paid) throw conflict('This message reports no payment.');
	const { amount, receipt = null } = paid;
	checkAmount(delivery, namedPayment, amount);
	const payment = await lockPaid(work, namedPayment, paid);
	const paidAt = Date.parse(paid.paid_at ?? '') || null;
	if (payment) {
		const result = { code: '0', text: null, amount, receipt, paidAt };
		await complete(work, payment, result, cause, months);
		return payment.id;
	}
	if (amount === null) throw conflict('This delivery has no readable amount.');
	if (await isRequestKnown(work.trx, { merchantRequestId: paid.merchant_request_id ?? null }))
		throw conflict(
			'This message names the request of another payment. Please choose that payment.',
		);
	const at = paidAt ?? cause.at;
	const made = await withPlanMonths(work, { ...paid, amount, months }, at);
	return (await createPayment(work, made, Math.min(at, cause.at), cause)).id;
};

/**
 * Settles an unmatched delivery. As a payment it is booked, or attached to a request that M-Pesa never answered. Returns the
 * id of the decision. Fails with 404, and with 409 if it is settled already,
 * cannot be booked or does not fit.
 */
export const settleDelivery = async (
	acting: ActingWithPlans,
	messageId: number,
	{ as, transaction_id, months = null, anyway = false, reason }: DeliverySettlement,
) => {
	const { trx, context, now } = acting;
	await lockName(trx, `delivery:${messageId}`);
	const delivery = await findUnmatched(trx, messageId);
	if (delivery === undefined) throw notFound('Message');
	if (delivery === 'settled') throw conflict('This message is already decided.');
	const existing = transaction_id ? await findPayment(trx, transaction_id) : undefined;
	const namedPayment = existing && (await lockPayment(trx, 'id', existing.id));
	if (transaction_id && !namedPayment) throw invalid('transaction_id', 'Transaction not found');
	const work = startWork(trx, now, acting.plans);
	const cause = {
		messageId,
		at: Date.parse(delivery.at),
		context,
		kind: 'booked' as const,
		reason,
	};
	if (as === 'payment') requireOurs(delivery, anyway);
	let paymentId = namedPayment?.id ?? delivery.payment_id;
	if (as === 'payment' && namedPayment && delivery.kind === 'stk' && isUnanswered(namedPayment))
		paymentId = await attach(work, delivery, namedPayment, cause);
	else if (as === 'payment') paymentId = await book(work, delivery, namedPayment, months, cause);
	addOutcome(work, cause, 'settled', paymentId);
	await finishWork(work);
	const { outcome: was, key } = delivery;
	const decision = await addDecision(acting, {
		about: { kind: 'delivery', id: String(messageId) },
		what: as,
		payment_id: paymentId,
		receipt: readDelivery(delivery.kind, delivery.body)?.receipt ?? null,
		months: as === 'payment' ? months : null,
		state_before: was,
		undo: await toUndo(work),
		reason,
	});
	await refreshDecided(trx, paymentId, now);
	recordAudit(trx, context, {
		action: 'settle',
		item: { kind: 'transaction', id: paymentId, name: key },
		details: {
			as,
			delivery: messageId,
			was,
			...(as === 'payment' && months !== null && { months }),
			reason,
		},
	});
	return decision;
};
