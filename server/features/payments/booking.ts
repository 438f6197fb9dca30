import type { Acting } from '../../api/acting.ts';
import type { Trx } from '../../db/database.ts';
import { conflict } from '../../errors.ts';
import { recordPayment } from './audit.ts';
import { hasNotes } from './standing.ts';
import { type Payment, toChange } from './store.ts';
import { complete, createPayment, lockPayment } from './transitions.ts';
import { finishWork, startWork } from './unit-of-work.ts';

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

const causeOf = ({ by, now }: Acting, reason: string) =>
	({ messageId: null, at: now, by, kind: 'booked', reason }) as const;

/**
 * Books a statement line: completes the payment with its receipt, or creates one. Returns its id. Fails with 409 if that
 * payment is completed already.
 */
export const bookPayment = async (
	on: Acting,
	{ paidAt, ...paid }: PaidByStatement,
	reason: string,
) => {
	const { trx, now } = on;
	const work = startWork(trx, now);
	const cause = causeOf(on, reason);
	const owner = await lockPayment(trx, 'receipt', paid.receipt);
	if (owner?.status === 'completed') throw conflict('This receipt is already booked.');
	const { receipt, amount } = paid;
	if (owner) await complete(work, owner, { code: '0', text: null, amount, receipt, paidAt }, cause);
	const made =
		owner ??
		(await createPayment(
			work,
			{
				...paid,
				origin: 'statement',
				status: 'completed',
				result_code: '0',
				paid_at: new Date(paidAt).toISOString(),
			},
			paidAt,
			cause,
		));
	await finishWork(work);
	return made.id;
};

/**
 * Completes a payment by a statement line, or adds the receipt to one that a query completed. A completed payment with a
 * receipt stays as it is. Fails with 409 if the receipt belongs to another payment, or a pending one has another receipt.
 */
export const completeByStatement = async (
	on: Acting,
	id: string,
	{ receipt, amount, paidAt }: PaidByStatement,
	reason: string,
) => {
	const { trx, now } = on;
	const payment = (await lockPayment(trx, 'id', id)) as Payment;
	if (payment.status === 'completed' && payment.receipt !== null) return;
	if (payment.receipt !== null && payment.receipt !== receipt)
		throw conflict('This payment already has another receipt.');
	const owner = await lockPayment(trx, 'receipt', receipt);
	if (owner && owner.id !== id)
		throw conflict(`Receipt ${receipt} already belongs to another payment.`);
	const work = startWork(trx, now);
	const cause = causeOf(on, reason);
	await complete(work, payment, { code: '0', text: null, amount, receipt, paidAt }, cause);
	await finishWork(work);
};

/** Returns whether M-Pesa delivered anything about a payment. */
const wasDelivered = async (trx: Trx, id: string) =>
	(await trx
		.selectFrom('payment_outcomes')
		.select('id')
		.where('payment_id', '=', id)
		.where('outcome', '<>', 'settled')
		.limit(1)
		.executeTakeFirst()) !== undefined;

/**
 * Deletes a payment that was booked from a statement by mistake; its history stays. Fails with 409 if M-Pesa delivered
 * anything about it, or it was not booked from a statement.
 */
export const unbookPayment = async ({ trx, by, now }: Acting, id: string, reason: string) => {
	const payment = await lockPayment(trx, 'id', id);
	if (!payment) return;
	if (payment.origin !== 'statement' || (await wasDelivered(trx, id)))
		throw conflict('M-Pesa also confirmed this payment, so it stays completed.');
	if (await hasNotes(trx, id))
		throw conflict(
			'This payment has adjustments, assignments or notes. Please take those back first.',
		);
	const work = startWork(trx, now);
	await trx.deleteFrom('payments').where('id', '=', id).execute();
	work.changes.push(toChange(payment, -1));
	recordPayment(trx, by, 'delete', { before: payment }, { cause: 'booked', reason });
	await finishWork(work);
};
