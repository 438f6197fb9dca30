import { sql } from 'kysely';
import { shownAlike } from '#shared/phone.ts';
import { lockRows } from '../../db/engine.ts';
import { carryDecisions } from '../reconciliation/carried/store.ts';
import { recordPayment } from './audit.ts';
import { carryNotes } from './notes.ts';
import { asChange, type Payment, paymentRows, UNASKED } from './store.ts';
import { momentOf, seqOf } from './tables.ts';
import { addEvent, addOutcome, type Cause, type Work } from './unit-of-work.ts';

const BEFORE_MS = 60_000;
const AFTER_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Whether two spellings can be one phone; a hashed or masked one can be any that fits what it shows. */
export const phonesMatch = (a: string | null, b: string | null) =>
	a === null || b === null || (shownAlike(a, b)?.isAlike ?? true);

const onlyMatch = (rows: Payment[], phone: string | null) => {
	const fitting = rows.filter((row) => phonesMatch(row.phone, phone));
	return fitting.length === 1 ? fitting[0] : undefined;
};

const fitting = (work: Work, reference: string, amount: number) =>
	paymentRows(work.trx)
		.where('status', '=', 'completed')
		.where('amount', '=', amount)
		.where(sql<boolean>`lower(account_reference) = lower(${reference})`)
		.limit(5);

/**
 * The one payment of ours, proven by a query and still without a receipt, that a paybill
 * confirmation can be about: same amount and reference, made in the ten minutes before. Our clock may
 * have been behind M-Pesa's, or set back since: what arrives before it was paid goes by its arrival,
 * and a request of the future was made before it arrived.
 */
export const matchConfirmation = async (
	work: Work,
	sent: { amount: number; reference: string | null; phone: string | null; paidAt: number | null },
	arrivedAt: number,
) => {
	if (sent.reference === null) return undefined;
	const { reference, amount } = sent;
	const paidAt = sent.paidAt ?? arrivedAt;
	const near = [...new Set([paidAt, Math.min(paidAt, arrivedAt)])];
	const windows = [
		...near.map((at) => [seqOf(at - AFTER_MS), seqOf(at + BEFORE_MS)] as const),
		[seqOf(arrivedAt + BEFORE_MS), Number.MAX_SAFE_INTEGER] as const,
	];
	const rows = new Map<string, Payment>();
	// One after the other: SQLite goes through every payment where they stand in one condition.
	for (const [from, to] of windows) {
		const found = fitting(work, reference, amount)
			.where('origin', '=', 'stk')
			.where('receipt', 'is', null)
			.where('seq', '>=', from)
			.where('seq', '<', to);
		for (const row of await lockRows(work.trx, found, 'change').execute()) rows.set(row.id, row);
	}
	return onlyMatch([...rows.values()], sent.phone);
};

/** Whether a payment came to us after another one, whatever the clock said. */
const cameAfter = (id: string) => sql<boolean>`exists (
	select 1 from payment_events as mine, payment_events as other
	where mine.payment_id = payments.id and mine.from_status is null
		and other.payment_id = ${id} and other.from_status is null and mine.id > other.id)`;

/** The same from the other side: the one payment by hand, or booked, that must be the money of this one of ours. */
export const matchPaybillPayment = async (work: Work, payment: Payment) => {
	if (payment.account_reference === null) return undefined;
	const at = momentOf(payment.seq);
	const wasSetBack = at > work.now + BEFORE_MS;
	const [from, to] = [wasSetBack ? work.now - DAY_MS : at - BEFORE_MS, at + AFTER_MS];
	const rows = await lockRows(
		work.trx,
		fitting(work, payment.account_reference, payment.amount)
			.where('origin', 'in', UNASKED)
			.where('seq', '>=', seqOf(from))
			.where((eb) =>
				eb.or([
					eb('seq', '<', seqOf(to)),
					// Paid after it arrived: our clock was behind, and it is by that one that they are near.
					eb.and([
						eb('updated_at', '>=', new Date(from).toISOString()),
						eb('updated_at', '<', new Date(to).toISOString()),
					]),
				]),
			)
			.$if(wasSetBack, (query) => query.where(cameAfter(payment.id))),
		'change',
	).execute();
	return onlyMatch(rows, payment.phone);
};

/**
 * Takes a payment by hand away that turned out to be the money of another one: an STK payment fires a confirmation
 * too, which may come first, or somebody has booked it from a statement before. Its evidence, what was noted beside it
 * and what was decided about it goes to the other; its id leads there.
 */
export const mergeInto = async (work: Work, paybill: Payment, into: Payment, cause: Cause) => {
	await work.trx.deleteFrom('payments').where('id', '=', paybill.id).execute();
	work.changes.push(asChange(paybill, -1));
	addEvent(work, paybill, paybill.status, { ...cause, kind: 'merged' }, into.id);
	const details = { cause: 'merged', into: into.id, message: cause.messageId };
	recordPayment(work.trx, cause.by, 'delete', { before: paybill }, details);
	const on = { trx: work.trx, by: cause.by, now: work.now };
	await carryNotes(on, paybill.id, into.id);
	await carryDecisions(on, paybill.id, into.id);
	const messages = await work.trx
		.selectFrom('payment_outcomes')
		.select('message_id')
		.distinct()
		.where('payment_id', '=', paybill.id)
		.execute();
	const gathered = work.outcomes.filter(({ payment_id }) => payment_id === paybill.id);
	for (const messageId of new Set([...messages, ...gathered].map((row) => row.message_id)))
		addOutcome(work, { messageId }, 'merged', into.id);
};
