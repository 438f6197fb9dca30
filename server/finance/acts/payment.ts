import type { AuditAction } from '#shared/contract/platform/audit.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { conflict } from '../../platform/errors.ts';
import { addDecision, findDecision } from '../decisions/store.ts';
import { listMarks } from '../payments/conditions.ts';
import { listMarkingMessages } from '../payments/payment-facts.ts';
import { refreshDecided } from '../payments/refresh.ts';
import type { Payment } from '../payments/store.ts';
import { lockPaymentById } from '../payments/transitions.ts';
import {
	addEvent,
	addOutcome,
	finishWork,
	startWork,
	toPaymentItem,
} from '../payments/unit-of-work.ts';
import { findOutcome, findUnmatched } from '../payments/unmatched.ts';

/** Stores a decision about a payment, with its audit row. Returns its id. */
export const decideOnPayment = async (
	acting: Acting,
	payment: Payment,
	decision: Omit<Parameters<typeof addDecision>[1], 'about'>,
	action: AuditAction,
	details: Record<string, unknown>,
) => {
	const about = { kind: 'payment' as const, id: payment.id };
	const decisionId = await addDecision(acting, { about, payment_id: payment.id, ...decision });
	await refreshDecided(acting.trx, payment.id, acting.now);
	recordAudit(acting.trx, acting.context, { action, item: toPaymentItem(payment), details });
	return decisionId;
};

/** Locks a completed payment until the transaction ends. Fails with 404, and with 409 if it is not completed. */
export const lockCompletedPayment = async (
	{ trx }: Acting,
	id: string,
	what: string,
): Promise<Payment> => {
	const payment = await lockPaymentById(trx, id);
	if (payment.status !== 'completed')
		throw conflict(
			payment.status === 'written_off'
				? 'This payment is written off. Take that back first.'
				: `This payment is ${payment.status}: nothing was paid that could be ${what}.`,
		);
	return payment;
};

/** Adds a note to a payment of any status. Fails with 404. */
export const addNote = async (acting: Acting, id: string, { reason }: { reason: string }) => {
	const payment = await lockPaymentById(acting.trx, id);
	return decideOnPayment(acting, payment, { what: 'note', reason }, 'note', { note: reason });
};

/**
 * Settles the marks of a payment, also that it is possibly paid twice, or a paid request without an account; a later
 * delivery can mark it again. Returns the id of the decision. Fails with 404, and with 409 if it has no marks or a delivery needs a decision of its own.
 */
export const settleMarks = async (acting: Acting, paymentId: string, reason: string) => {
	const { trx, context, now } = acting;
	const payment = await lockPaymentById(trx, paymentId);
	const { id } = payment;
	const marks = listMarks(payment, now);
	const isTwice = payment.paid_twice !== null;
	const isPaidRequest = payment.origin === 'stk' && payment.to_assign !== null;
	if (marks.length === 0 && !isTwice && !isPaidRequest)
		throw conflict('This payment has no marks.');
	const work = startWork(trx, now);
	const outcomes: [messageId: number, outcome: string][] = [];
	for (const messageId of await listMarkingMessages(trx, id)) {
		const delivery = await findUnmatched(trx, messageId);
		if (delivery !== undefined && delivery !== 'settled')
			throw conflict('A message about this payment needs a decision. Decide the message.');
		outcomes.push([messageId, (await findOutcome(trx, messageId)).outcome]);
		addOutcome(work, { messageId }, 'settled', id);
	}
	const cause = { messageId: null, at: now, context, kind: 'settled' as const, reason };
	addEvent(work, payment, payment.status, cause);
	await finishWork(work);
	const undo = JSON.stringify({ outcomes });
	const decision = { what: 'settled' as const, state_before: payment.status, undo, reason };
	return decideOnPayment(acting, payment, decision, 'settle', {
		marks: [...marks, ...(isTwice ? ['paid_twice'] : [])].join(', '),
		reason,
	});
};

/**
 * Says that a payment will be given back: it waits there, and for no account. Returns the id of the decision. Fails with
 * 404, and with 409 if it is not completed or this was decided before.
 */
export const decideToReturn = async (acting: Acting, id: string, reason: string) => {
	const payment = await lockCompletedPayment(acting, id, 'given back');
	if (await findDecision(acting.trx, { kind: 'payment', id: payment.id }, 'to_return'))
		throw conflict('This payment is already waiting to be given back.');
	if (payment.returned_shillings >= payment.amount)
		throw conflict('This payment is given back in full.');
	const as = 'to_return' as const;
	return decideOnPayment(acting, payment, { what: as, reason }, 'settle', { as, reason });
};
