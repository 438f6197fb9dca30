import type { WriteOffInput } from '#shared/contract/finance/write-offs.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { conflict } from '../../platform/errors.ts';
import type { StoredDecision } from '../decisions/store.ts';
import { lockPayment, lockPaymentById, transition } from '../payments/transitions.ts';
import { finishWork, startWork } from '../payments/unit-of-work.ts';
import { decideOnPayment } from './payment.ts';

const writeOffCause = (
	{ context, now }: Acting,
	kind: 'written_off' | 'withdrawn',
	reason: string,
) => ({
	messageId: null,
	at: now,
	context,
	kind,
	reason,
});

/**
 * Takes a completed payment out of revenue, books and access; it stays listed. Returns the id of the decision. Fails with 404, and with 409
 * if it is not completed or written off already.
 */
export const writeOff = async (acting: Acting, id: string, { as, reason }: WriteOffInput) => {
	const payment = await lockPaymentById(acting.trx, id);
	if (payment.status === 'written_off') throw conflict('This payment is already written off.');
	if (payment.status !== 'completed')
		throw conflict(`This payment is ${payment.status}: there is no income to write off.`);
	const work = startWork(acting.trx, acting.now);
	await transition(work, payment, 'written_off', {}, writeOffCause(acting, 'written_off', reason));
	await finishWork(work);
	const decision = { what: as, state_before: payment.status, reason };
	const details = { as, amount: payment.amount, reason };
	return decideOnPayment(acting, payment, decision, 'settle', details);
};

/** Returns whether a decision wrote a payment off. */
export const isWritingOff = ({ about_kind, what }: StoredDecision) =>
	about_kind === 'payment' && ['not_ours', 'test', 'other'].includes(what);

/** Counts a payment again that was written off. */
export const restoreWrittenOff = async (acting: Acting, id: string, reason: string) => {
	const payment = await lockPayment(acting.trx, 'id', id);
	if (!payment) return;
	const work = startWork(acting.trx, acting.now);
	await transition(work, payment, 'restored', {}, writeOffCause(acting, 'withdrawn', reason));
	await finishWork(work);
};
