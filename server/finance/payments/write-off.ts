import type { WriteOffInput } from '#shared/contract/finance/write-offs.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { conflict } from '../../platform/errors.ts';
import { addDecision, type StoredDecision } from '../decisions/store.ts';
import { refreshDecided } from './refresh.ts';
import { lockPayment, lockPaymentById, transition } from './transitions.ts';
import { finishWork, startWork, toPaymentItem } from './unit-of-work.ts';

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
 * Takes a completed payment out of revenue, books and access; it stays listed. Returns its id. Fails with 404, and with 409
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
	const about = { kind: 'payment' as const, id: payment.id };
	await addDecision(acting, {
		about,
		payment_id: payment.id,
		what: as,
		state_before: payment.status,
		reason,
	});
	await refreshDecided(acting.trx, payment.id, acting.now);
	recordAudit(acting.trx, acting.context, {
		action: 'settle',
		item: toPaymentItem(payment),
		details: { as, amount: payment.amount, reason },
	});
	return payment.id;
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
