import type { SelectQueryBuilder } from 'kysely';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Db } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { totalOf } from '../../db/total.ts';
import { adjustmentsOf, assignmentsOf, notesOn } from './standing.ts';
import { type Payment, withMarks } from './store.ts';
import { type MessageRow, seqOf } from './tables.ts';
import { settlementOnWire, settlementsOf } from './unmatched.ts';

type Message = Omit<MessageRow, 'id'> & { id: number };

/** A message as the API shows it. */
export const messageOnWire = (message: Message) => ({
	id: message.id,
	at: message.at,
	kind: message.kind,
	peer: message.peer,
	trusted: message.trusted === 1,
	http_status: message.http_status,
	body: message.body.toString('utf8'),
});

/** A payment with everything that passed about it and its history. */
export const withEvidence = async (
	db: Db,
	payment: Payment,
	now: number,
): Promise<TransactionWithEvidence> => {
	const [[transaction], adjustments, assignments, notes, outcomes, history] = await Promise.all([
		withMarks(db, [payment], now),
		adjustmentsOf(db, payment),
		assignmentsOf(db, payment.id),
		notesOn(db, payment.id),
		db
			.selectFrom('payment_outcomes')
			.innerJoin('mpesa_messages', 'mpesa_messages.id', 'payment_outcomes.message_id')
			.selectAll('mpesa_messages')
			.select(['payment_outcomes.outcome', 'payment_outcomes.at as outcome_at'])
			.where('payment_outcomes.payment_id', '=', payment.id)
			.orderBy('mpesa_messages.id')
			.orderBy('payment_outcomes.id')
			.execute(),
		db
			.selectFrom('payment_events')
			.select([
				'at',
				'from_status as from',
				'to_status as to',
				'cause',
				'message_id',
				'actor',
				'note',
			])
			.where('payment_id', '=', payment.id)
			.orderBy('id')
			.execute(),
	]);
	const messages = [...Map.groupBy(outcomes, ({ id }) => id).values()];
	const settlements = await settlementsOf(
		db,
		messages.map(([first]) => (first as Message).id),
	);
	return {
		...(transaction as TransactionWithEvidence),
		adjustments,
		assignments,
		notes,
		evidence: messages.map((rows) => ({
			...messageOnWire(rows[0] as Message),
			outcomes: rows.map(({ outcome, outcome_at }) => ({ outcome, at: outcome_at })),
			settlement: settlements.has(rows[0]?.id ?? 0)
				? settlementOnWire(settlements.get(rows[0]?.id ?? 0) as never)
				: null,
		})),
		history,
	};
};

/** When Safaricom last delivered anything of a kind from an address that is trusted. */
const lastDelivery = async (db: Db, kind: 'stk' | 'c2b') =>
	(
		await db
			.selectFrom('mpesa_messages')
			.select('at')
			.where('kind', '=', kind)
			.where('trusted', '=', 1)
			.orderBy('id', 'desc')
			.limit(1)
			.executeTakeFirst()
	)?.at ?? '';

const SOON_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** More are not told apart: something is wrong. */
const MANY = 1_000;

/** Our own prompts, of which M-Pesa says within minutes what became of them. */
const prompts = (db: Db) => db.selectFrom('payments').select('seq').where('origin', '=', 'stk');

const howMany = (db: Db, rows: SelectQueryBuilder<Schema, 'payments', { seq: number }>) =>
	totalOf(db.selectFrom(rows.limit(MANY).as('some')));

/**
 * What M-Pesa has left unsaid as of `now`: when it last delivered anything; how many prompts since then
 * should have been heard of by now, because it took them or may have; and how many wait for a day
 * already. Both are at most a thousand.
 */
export const deliveryGaps = async (db: Db, now: number) => {
	const kinds = await Promise.all([lastDelivery(db, 'stk'), lastDelivery(db, 'c2b')]);
	const last = kinds.sort().at(-1) || null;
	const [unheard, overdue] = await Promise.all([
		howMany(
			db,
			prompts(db)
				.where('seq', '>', last === null ? 0 : seqOf(Date.parse(last)))
				.where('seq', '<', seqOf(now - SOON_MS))
				.where((eb) =>
					eb.or([eb('status', '=', 'pending'), eb('checkout_request_id', 'is not', null)]),
				),
		),
		howMany(
			db,
			prompts(db)
				.where('status', '=', 'pending')
				.where('seq', '<', seqOf(now - DAY_MS)),
		),
	]);
	return { lastDelivery: last, unheard, overdue };
};
