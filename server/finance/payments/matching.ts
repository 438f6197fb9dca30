import { sql } from 'kysely';
import { compareShown } from '#shared/phone.ts';
import { lockRows } from '../../platform/db/engine.ts';
import { moveDecisions } from '../decisions/store.ts';
import { type Payment, selectPayments, toChange, UNREQUESTED_ORIGINS } from './store.ts';
import { fromSeq, toSeq } from './tables.ts';
import { RELEASED } from './transitions.ts';
import {
	addEvent,
	addOutcome,
	type Cause,
	noteBefore,
	recordPayment,
	type Work,
} from './unit-of-work.ts';

const BEFORE_MS = 60_000;
const AFTER_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Returns whether two spellings can be the same phone. A hashed or masked one matches every phone that fits its visible
 * digits.
 */
export const isSimilarPhone = (a: string | null, b: string | null) =>
	a === null || b === null || (compareShown(a, b)?.isAlike ?? true);

const findOnlyMatch = (rows: Payment[], phone: string | null) => {
	const fitting = rows.filter((row) => isSimilarPhone(row.phone, phone));
	return fitting.length === 1 ? fitting[0] : undefined;
};

const selectFitting = (work: Work, reference: string, amount: number) =>
	selectPayments(work.trx)
		.where('status', 'in', ['completed', 'written_off'])
		.where('amount', '=', amount)
		.where(sql<boolean>`lower(account_reference) = lower(${reference})`)
		.limit(5);

/**
 * Finds the only payment of ours, confirmed by a query and still without a receipt, that a paybill confirmation can be
 * about: same amount and reference, requested in the ten minutes before. Our clock may be behind M-Pesa's, or may have
 * been set back since. So a confirmation that arrives before its own time is also matched by its arrival, and requests
 * that are dated in the future also match.
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
		...near.map((at) => [toSeq(at - AFTER_MS), toSeq(at + BEFORE_MS)] as const),
		[toSeq(arrivedAt + BEFORE_MS), Number.MAX_SAFE_INTEGER] as const,
	];
	const rows = new Map<string, Payment>();
	// One query per window: with all windows in one condition, SQLite scans every payment.
	for (const [from, to] of windows) {
		const found = selectFitting(work, reference, amount)
			.where('origin', '=', 'stk')
			.where('receipt', 'is', null)
			.where('seq', '>=', from)
			.where('seq', '<', to);
		for (const row of await lockRows(work.trx, found, 'change').execute()) rows.set(row.id, row);
	}
	return findOnlyMatch([...rows.values()], sent.phone);
};

/** True for payments that were stored after another one, whatever the clock was. */
const isStoredAfter = (id: string) => sql<boolean>`exists (
	select 1 from payment_events as mine, payment_events as other
	where mine.payment_id = payments.id and mine.from_status is null
		and other.payment_id = ${id} and other.from_status is null and mine.id > other.id)`;

/** True for payments that we first heard of within a range of our clock, in milliseconds. */
const isSeenWithin = (from: number, to: number) => sql<boolean>`exists (
	select 1 from payment_events as e where e.payment_id = payments.id and e.from_status is null
		and e.at >= ${new Date(from).toISOString()} and e.at < ${new Date(to).toISOString()})`;

/** Finds the only paybill or booked payment that must be the money of this request of ours. */
export const matchPaybillPayment = async (work: Work, payment: Payment) => {
	if (payment.account_reference === null) return undefined;
	const at = fromSeq(payment.seq);
	const wasSetBack = at > work.now + BEFORE_MS;
	const [from, to] = [wasSetBack ? work.now - DAY_MS : at - BEFORE_MS, at + AFTER_MS];
	const rows = await lockRows(
		work.trx,
		selectFitting(work, payment.account_reference, payment.amount)
			.where('origin', 'in', UNREQUESTED_ORIGINS)
			.where('seq', '>=', toSeq(from))
			.where((eb) =>
				eb.or([
					eb('seq', '<', toSeq(to)),
					// M-Pesa's time is after the arrival, so our clock was behind; compare by our clock.
					isSeenWithin(from, to),
				]),
			)
			.$if(wasSetBack, (query) => query.where(isStoredAfter(payment.id))),
		'change',
	).execute();
	return findOnlyMatch(rows, payment.phone);
};

/**
 * Merges a paybill or booked payment into the request whose money it is: an STK payment also causes a confirmation,
 * which may come first, or a person may have booked it from a statement. Moves its evidence, notes and decisions to the
 * request; it becomes void, and its id redirects there.
 */
export const mergeInto = async (work: Work, paybill: Payment, into: Payment, cause: Cause) => {
	const { trx } = work;
	noteBefore(work, paybill.id, paybill);
	const merged = {
		merged_into: into.id,
		version: paybill.version + 1,
		search_key: '',
		search_shown: '',
	};
	await trx
		.updateTable('payments')
		.set({ ...RELEASED, ...merged, status: 'void', updated_at: new Date(work.now).toISOString() })
		.where('id', '=', paybill.id)
		.execute();
	work.changes.push(toChange(paybill, -1));
	addEvent(work, paybill, paybill.status, { ...cause, kind: 'merged' }, into.id);
	const details = { cause: 'merged', into: into.id, message: cause.messageId };
	recordPayment(trx, cause.context, 'delete', { before: paybill }, details);
	const decisions = await moveDecisions(
		{ trx, context: cause.context, now: work.now },
		paybill.id,
		into.id,
	);
	work.stale.add(into.id);
	const stored = await trx
		.selectFrom('payment_outcomes')
		.select(['message_id', 'outcome'])
		.where('payment_id', '=', paybill.id)
		.orderBy('id')
		.execute();
	const gathered = work.outcomes.filter(({ payment_id }) => payment_id === paybill.id);
	const messages = new Map([...stored, ...gathered].map((row) => [row.message_id, row.outcome]));
	for (const messageId of messages.keys()) addOutcome(work, { messageId }, 'merged', into.id);
	work.merged.push({
		from: paybill.id,
		into: into.id,
		decisions,
		messages: [...messages].map(([id, outcome]) => ({ id, outcome })),
	});
};
