import type { Insertable } from 'kysely';
import { resultCode } from '#shared/contract/result-codes.ts';
import type { EventCause } from '#shared/contract/transactions.ts';
import { dayOf, dayText, monthsLater } from '#shared/east-africa-time.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import type { Trx } from '../../db/database.ts';
import { lockRows } from '../../db/engine.ts';
import { masked } from '../../http/masked.ts';
import { recordPayment } from './audit.ts';
import { type Change, count } from './counts/store.ts';
import { asChange, type Payment, paymentRows } from './store.ts';
import type { EventRow, OutcomeRow, PaymentRow } from './tables.ts';

/** One transaction's work on payments: what it does beside the rows, written together at its end. */
export interface Work {
	trx: Trx;
	/** Our clock, in milliseconds. */
	now: number;
	changes: Change[];
	outcomes: Insertable<OutcomeRow>[];
	events: Insertable<EventRow>[];
	/** Pending payments to ask Safaricom about at once. */
	recheck: Set<string>;
}

export const startWork = (trx: Trx, now: number): Work => ({
	trx,
	now,
	changes: [],
	outcomes: [],
	events: [],
	recheck: new Set(),
});

/** Writes what the work has gathered. */
export const finishWork = async (work: Work) => {
	const { trx } = work;
	if (work.outcomes.length > 0)
		await trx.insertInto('payment_outcomes').values(work.outcomes).execute();
	if (work.events.length > 0) await trx.insertInto('payment_events').values(work.events).execute();
	if (work.recheck.size > 0)
		await trx
			.updateTable('payment_checks')
			.set({ due_at: new Date(work.now).toISOString() })
			.where('payment_id', 'in', [...work.recheck].sort())
			.execute();
	await count(trx, work.changes);
};

/** The message that moves something: which, when it came, and what kind of word it is. */
export interface Cause {
	messageId: number;
	/** When it reached us, in milliseconds. */
	at: number;
	/** Who is behind it. */
	by: AuditContext;
	kind: Extract<EventCause, 'callback' | 'query' | 'confirmation' | 'answer' | 'booked'>;
	/** Why, where a person decided it. */
	reason?: string;
}

/** What a line of history says of a cause. */
export const eventOf = ({ kind, messageId, by, reason }: Cause) => ({
	cause: kind,
	message_id: messageId,
	actor: reason === undefined ? null : actorText(by.actor),
	note: reason ?? null,
});

/** What the audit trail says of a cause. */
export const detailsOf = ({ kind, messageId, reason }: Cause) => ({
	cause: kind,
	message: messageId,
	...(reason !== undefined && { reason: masked(reason) }),
});

export const addOutcome = (work: Work, cause: Cause, outcome: string, paymentId: string | null) => {
	work.outcomes.push({
		message_id: cause.messageId,
		payment_id: paymentId,
		outcome,
		at: new Date(work.now).toISOString(),
	});
};

/** One payment, this transaction's own until it ends. */
export const lockPayment = (
	trx: Trx,
	column: 'id' | 'checkout_request_id' | 'receipt',
	value: string,
): Promise<Payment | undefined> =>
	lockRows(trx, paymentRows(trx).where(column, '=', value), 'change').executeTakeFirst();

/** The validity that a payment of `months` has when it was made at a moment. */
const validity = (months: number | null, at: number) =>
	months === null
		? {}
		: {
				start_date: dayText(dayOf(at)),
				end_date: dayText(monthsLater(dayOf(at), months)),
			};

const FROM = {
	completed: ['pending', 'failed', 'completed'],
	failed: ['pending'],
	pending: ['pending'],
} as const;

/**
 * Moves a payment: one conditional update, its figures, and a line of history where the status
 * changes. False where the payment is no longer in a state that may go there.
 */
export const transition = async (
	work: Work,
	payment: Payment,
	patch: Partial<Insertable<PaymentRow>> & Pick<Payment, 'status'>,
	cause: Cause,
) => {
	const after: Payment = {
		...payment,
		...patch,
		version: payment.version + 1,
		updated_at: new Date(work.now).toISOString(),
	} as Payment;
	const { numUpdatedRows } = await work.trx
		.updateTable('payments')
		.set({ ...patch, version: after.version, updated_at: after.updated_at })
		.where('id', '=', payment.id)
		.where('version', '=', payment.version)
		.where('status', 'in', [...FROM[patch.status]])
		.executeTakeFirst();
	if (numUpdatedRows !== 1n) return false;
	work.changes.push(asChange(payment, -1), asChange(after, 1));
	if (after.status !== 'pending')
		await work.trx.deleteFrom('payment_checks').where('payment_id', '=', payment.id).execute();
	work.events.push({
		payment_id: payment.id,
		at: after.updated_at,
		from_status: payment.status,
		to_status: after.status,
		...eventOf(cause),
	});
	recordPayment(work.trx, cause.by, 'update', { before: payment, after }, detailsOf(cause));
	return true;
};

/** A word about one payment: a result code, and with a success of the callback what was paid. */
export interface Result {
	code: string;
	text: string | null;
	amount: number | null;
	receipt: string | null;
	paidAt: number | null;
}

/** Writes the success into the payment; the receipt and M-Pesa's time may come later. */
export const complete = (work: Work, payment: Payment, result: Result, cause: Cause) =>
	transition(
		work,
		payment,
		{
			status: 'completed',
			amount: result.amount ?? payment.amount,
			receipt: result.receipt ?? payment.receipt,
			result_code: '0',
			result_desc: result.text ?? payment.result_desc,
			paid_at: result.paidAt === null ? payment.paid_at : new Date(result.paidAt).toISOString(),
			...(payment.paid_at === null && validity(payment.months, result.paidAt ?? cause.at)),
		},
		cause,
	);

/** What a code other than 0 does: a final one fails what is pending, all others decide nothing. */
export const applyFailure = async (work: Work, payment: Payment, result: Result, cause: Cause) => {
	const done = (outcome: string) => addOutcome(work, cause, outcome, payment.id);
	if (resultCode(result.code)?.final) {
		if (payment.status === 'completed') return done('contradicted');
		const failed = await transition(
			work,
			payment,
			{ status: 'failed', result_code: result.code, result_desc: result.text },
			cause,
		);
		return done(failed ? 'applied' : 'duplicate');
	}
	const news = result.code !== payment.result_code || result.text !== payment.result_desc;
	// 4999 says only that there is nothing to say yet.
	if (payment.status === 'pending' && result.code !== '4999' && news)
		await transition(
			work,
			payment,
			{ status: 'pending', result_code: result.code, result_desc: result.text },
			cause,
		);
	return done('undecided');
};
