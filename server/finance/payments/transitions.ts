import type { Insertable } from 'kysely';
import { isFinalInQuery, UNDECIDED } from '#shared/contract/finance/result-codes.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { notFound } from '../../platform/errors.ts';
import {
	getPayment,
	insertPayment,
	type NewPayment,
	type Payment,
	selectPayments,
	toChange,
} from './store.ts';
import { fromSeq, type PaymentRow } from './tables.ts';
import {
	addEvent,
	addOutcome,
	type Cause,
	noteBefore,
	recordPayment,
	toAuditDetails,
	type Work,
} from './unit-of-work.ts';
import { computeValidity } from './validity.ts';

/**
 * All transitions of a payment: event, states before, state after. A late success overrides a failure, and adds the
 * receipt to a payment that only a query has confirmed. Only a person's decision leaves `completed`.
 */
const TRANSITIONS = {
	noted: { from: ['pending'], to: 'pending' },
	failed: { from: ['pending'], to: 'failed' },
	paid: { from: ['pending', 'failed', 'completed'], to: 'completed' },
	/** A payment that was written off gets its receipt. */
	filled: { from: ['written_off'], to: 'written_off' },
	written_off: { from: ['completed'], to: 'written_off' },
	restored: { from: ['written_off'], to: 'completed' },
	voided: { from: ['pending', 'failed', 'completed', 'written_off'], to: 'void' },
} as const;

/**
 * Changes a payment by one conditional update, with its figures, a history row and an audit row. Returns false if its
 * status does not allow this, or it has changed since it was read.
 */
export const transition = async (
	work: Work,
	payment: Payment,
	event: keyof typeof TRANSITIONS,
	patch: Partial<Insertable<PaymentRow>>,
	cause: Cause,
) => {
	const { from, to } = TRANSITIONS[event];
	const set = {
		...patch,
		status: to,
		version: payment.version + 1,
		updated_at: new Date(work.now).toISOString(),
	};
	const { numUpdatedRows } = await work.trx
		.updateTable('payments')
		.set(set)
		.where('id', '=', payment.id)
		.where('version', '=', payment.version)
		.where('status', 'in', from)
		.executeTakeFirst();
	if (numUpdatedRows !== 1n) return false;
	noteBefore(work, payment.id, payment);
	const after = { ...payment, ...set } as Payment;
	work.changes.push(toChange(payment, -1), toChange(after, 1));
	if (to !== 'pending')
		await work.trx.deleteFrom('payment_checks').where('payment_id', '=', payment.id).execute();
	addEvent(work, after, payment.status, cause);
	recordPayment(
		work.trx,
		cause.context,
		'update',
		{ before: payment, after },
		toAuditDetails(cause),
	);
	return true;
};

/** Creates a payment at a moment in milliseconds, with its figures, a history row and an audit row. */
export const createPayment = async (work: Work, payment: NewPayment, at: number, cause: Cause) => {
	const made = await insertPayment(work.trx, payment, at, work.now);
	noteBefore(work, made.id, null);
	work.changes.push(toChange(made, 1));
	addEvent(work, made, null, cause);
	if (cause.kind === 'request') recordPayment(work.trx, cause.context, 'request', { after: made });
	else recordPayment(work.trx, cause.context, 'create', { after: made }, toAuditDetails(cause));
	return made;
};

/** Unique fields and the account, which a payment that is void leaves to others. */
export const RELEASED = {
	receipt: null,
	checkout_request_id: null,
	merchant_request_id: null,
	account: null,
} as const;

/** Returns whether M-Pesa completed a payment, also if a person wrote it off. */
export const isPaid = ({ status }: Pick<Payment, 'status'>) =>
	status === 'completed' || status === 'written_off';

/** Locks a payment until the transaction ends; undefined if there is none. */
export const lockPayment = (
	trx: Trx,
	column: 'id' | 'checkout_request_id' | 'receipt',
	value: string,
): Promise<Payment | undefined> =>
	lockRows(trx, selectPayments(trx).where(column, '=', value), 'change').executeTakeFirst();

/** Locks a payment by its id, or the payment that it was merged into. Fails with 404 if there is none. */
export const lockPaymentById = async (trx: Trx, id: string): Promise<Payment> => {
	const found = await getPayment(trx, id);
	const payment = await lockPayment(trx, 'id', found.id);
	if (!payment) throw notFound('Transaction');
	return payment;
};

/** M-Pesa's result for a payment: a result code, and what was paid if a callback reports success. */
export interface Result {
	code: string;
	text: string | null;
	amount: number | null;
	receipt: string | null;
	paidAt: number | null;
}

/** Tolerated difference between two clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Returns whether M-Pesa's time is before our request. */
const isDatedBefore = ({ origin, seq }: Payment, paidAt: number | null) =>
	origin === 'stk' && paidAt !== null && paidAt < fromSeq(seq) - CLOCK_TOLERANCE_MS;

/**
 * Returns the validity of a payment. If the amount differs from the request, the months are those that a person names,
 * or none.
 */
const computePaidValidity = (
	{ amount, months, paid_at }: Payment,
	result: Result,
	at: number,
	named: number | null,
) => {
	if (result.amount !== null && result.amount !== amount)
		return { months: named, start_date: null, end_date: null, ...computeValidity(named, at) };
	return paid_at === null ? computeValidity(months, at) : {};
};

/**
 * Completes a payment; the receipt and M-Pesa's time may come later. `months` counts if the amount differs from the
 * request.
 */
export const complete = (
	work: Work,
	payment: Payment,
	result: Result,
	cause: Cause,
	months: number | null = null,
) => {
	if (cause.messageId !== null && isDatedBefore(payment, result.paidAt))
		addOutcome(work, cause, 'dated_before', payment.id);
	return transition(
		work,
		payment,
		payment.status === 'written_off' ? 'filled' : 'paid',
		{
			amount: result.amount ?? payment.amount,
			receipt: result.receipt ?? payment.receipt,
			result_code: '0',
			result_desc: result.text ?? payment.result_desc,
			paid_at: result.paidAt === null ? payment.paid_at : new Date(result.paidAt).toISOString(),
			...computePaidValidity(payment, result, result.paidAt ?? cause.at, months),
		},
		cause,
	);
};

/**
 * Applies a code other than 0: a final one fails a pending payment, others change nothing. M-Pesa sends a callback only
 * at the end, so each of its codes is final.
 */
export const applyFailure = async (work: Work, payment: Payment, result: Result, cause: Cause) => {
	const done = (outcome: string) => addOutcome(work, cause, outcome, payment.id);
	const patch = { result_code: result.code, result_desc: result.text };
	if (cause.kind !== 'query' || isFinalInQuery(result.code)) {
		if (isPaid(payment)) return done('contradicted');
		const failed = await transition(work, payment, 'failed', patch, cause);
		return done(failed ? 'applied' : 'duplicate');
	}
	const isNew = result.code !== payment.result_code || result.text !== payment.result_desc;
	if (payment.status === 'pending' && result.code !== UNDECIDED && isNew)
		await transition(work, payment, 'noted', patch, cause);
	return done('undecided');
};
