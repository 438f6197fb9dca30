import { type Confirmation, readConfirmation, readStkCallback } from '../../mpesa/deliveries.ts';
import { recordPayment } from './audit.ts';
import { absorb, awaitingReceipt, confirmedAlready } from './pairing.ts';
import {
	addOutcome,
	applyFailure,
	type Cause,
	complete,
	holdPayment,
	type Result,
	type Work,
} from './settle.ts';
import { asChange, insertPayment, type Payment } from './store.ts';

const applySuccess = async (work: Work, payment: Payment, result: Result, cause: Cause) => {
	const done = (outcome: string) => addOutcome(work, cause, outcome, payment.id);
	if (cause.kind === 'callback' && result.amount !== payment.amount) {
		work.doubtful.add(payment.id);
		return done('amount_mismatch');
	}
	const { receipt } = result;
	if (payment.status === 'completed') {
		if (receipt === null || receipt === payment.receipt) return done('duplicate');
		if (payment.receipt !== null) return done('receipt_differs');
	}
	const owner =
		receipt === null
			? await confirmedAlready(work, payment)
			: await holdPayment(work.trx, 'receipt', receipt);
	if (owner && (owner.origin !== 'c2b' || owner.amount !== payment.amount)) {
		work.doubtful.add(payment.id);
		return done('receipt_reused');
	}
	if (owner) await absorb(work, owner, payment, cause);
	const paid = owner ? { receipt: owner.receipt, paidAt: Date.parse(owner.paid_at ?? '') } : {};
	await complete(
		work,
		payment,
		{
			...result,
			receipt: receipt ?? paid.receipt ?? null,
			paidAt: result.paidAt ?? (paid.paidAt || null),
		},
		cause,
	);
	if (payment.status === 'completed') return done('receipt_filled');
	return done(payment.status === 'failed' ? 'late_success' : 'applied');
};

/**
 * Does what a word about a payment of ours says. The status that results depends on which words were
 * said, not on their order: any success that can be believed wins, else any final failure.
 */
export const applyResult = (work: Work, payment: Payment, result: Result, cause: Cause) =>
	result.code === '0'
		? applySuccess(work, payment, result, cause)
		: applyFailure(work, payment, result, cause);

/** Applies an STK callback as it came. */
export const applyCallback = async (work: Work, body: Buffer, trusted: boolean, cause: Cause) => {
	const result = readStkCallback(body);
	if (!result) return addOutcome(work, cause, trusted ? 'unreadable' : 'untrusted', null);
	const payment = await holdPayment(work.trx, 'checkout_request_id', result.checkoutRequestId);
	if (!trusted) {
		if (payment) work.doubtful.add(payment.id);
		return addOutcome(work, cause, 'untrusted', payment?.id ?? null);
	}
	if (!payment) return addOutcome(work, cause, 'unknown_request', null);
	const { merchantRequestId } = result;
	if (merchantRequestId !== null && merchantRequestId !== payment.merchant_request_id)
		return addOutcome(work, cause, 'request_mismatch', payment.id);
	return applyResult(work, payment, result, cause);
};

const createPaybillPayment = async (
	work: Work,
	sent: Confirmation & { amount: number },
	cause: Cause,
) => {
	const at = sent.paidAt ?? cause.at;
	const made = await insertPayment(
		work.trx,
		{
			origin: 'c2b',
			status: 'completed',
			amount: sent.amount,
			phone: sent.phone,
			receipt: sent.receipt,
			account_reference: sent.reference,
			paid_at: sent.paidAt === null ? null : new Date(sent.paidAt).toISOString(),
		},
		at,
		work.now,
	);
	work.changes.push(asChange(made, 1));
	work.events.push({
		payment_id: made.id,
		at: made.updated_at,
		from_status: null,
		to_status: 'completed',
		cause: 'confirmation',
		message_id: cause.messageId,
		actor: null,
		note: null,
	});
	recordPayment(
		work.trx,
		cause.by,
		'create',
		{ after: made },
		{ cause: cause.kind, message: cause.messageId },
	);
	return made;
};

/** Whether a confirmation is about a payment to us, as far as it says to whom. */
export const isOurs = ({ shortCode }: Confirmation, shortCodes: readonly string[]) =>
	shortCode === null || shortCodes.length === 0 || shortCodes.includes(shortCode);

/** Applies a paybill confirmation as it came: a payment by hand, or the echo of one that we asked for. */
export const applyConfirmation = async (
	work: Work,
	body: Buffer,
	trusted: boolean,
	cause: Cause,
	shortCodes: readonly string[],
) => {
	const sent = readConfirmation(body);
	const done = (outcome: string, paymentId: string | null = null) =>
		addOutcome(work, cause, outcome, paymentId);
	if (!trusted) return done('untrusted');
	if (!sent) return done('unreadable');
	if (!isOurs(sent, shortCodes)) return done('other_short_code');
	const { amount, receipt, paidAt } = sent;
	const owner = await holdPayment(work.trx, 'receipt', receipt);
	if (owner) return done(owner.amount === amount ? 'confirmed' : 'receipt_reused', owner.id);
	if (amount === null) return done('amount_mismatch');
	const awaiting = await awaitingReceipt(work, { ...sent, amount }, cause.at);
	if (awaiting) {
		await complete(work, awaiting, { code: '0', text: null, amount, receipt, paidAt }, cause);
		return done('receipt_filled', awaiting.id);
	}
	const made = await createPaybillPayment(work, { ...sent, amount }, cause);
	return done('applied', made.id);
};
