import { type SelectQueryBuilder, sql } from 'kysely';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Db } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { totalOf } from '../../../db/total.ts';
import { adjustmentsOf, assignmentsOf } from '../adjustments/store.ts';
import { type Payment, withMarks } from '../store.ts';
import { type MessageRow, seqOf } from '../tables.ts';

type Message = Omit<MessageRow, 'id'> & { id: number };

/** Outcomes of deliveries that changed nothing and that a person should look at. */
const UNMATCHED = [
	'unknown_request',
	'unreadable',
	'untrusted',
	'amount_mismatch',
	'receipt_reused',
	'request_mismatch',
	'receipt_differs',
	'other_short_code',
	'time_ahead',
	'amount_too_large',
	'other_type',
	'cents',
] as const;

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
	const [[transaction], adjustments, assignments, outcomes, history] = await Promise.all([
		withMarks(db, [payment], now),
		adjustmentsOf(db, payment),
		assignmentsOf(db, payment.id),
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
	return {
		...(transaction as TransactionWithEvidence),
		adjustments,
		assignments,
		evidence: messages.map((rows) => ({
			...messageOnWire(rows[0] as Message),
			outcomes: rows.map(({ outcome, outcome_at }) => ({ outcome, at: outcome_at })),
		})),
		history,
	};
};

/** An outcome `o` is the last word on its message. */
export const isLatest = sql<boolean>`not exists (select 1 from payment_outcomes as later
	where later.message_id = o.message_id and later.id > o.id)`;

/** Deliveries that changed no payment and wait for a person, each with its last outcome `o`. */
export const unmatched = (db: Db) =>
	db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages', 'mpesa_messages.id', 'o.message_id')
		.where('o.outcome', 'in', UNMATCHED)
		.where(isLatest);

/** A delivery that waits for a person, and why. */
export type UnmatchedDelivery = Pick<Message, 'kind' | 'key' | 'body' | 'at'> & {
	payment_id: string | null;
	outcome: string;
};

/** A unmatched delivery by its id; `settled` where it waits for nobody, undefined where it is none. */
export const findUnmatched = async (
	db: Db,
	id: number,
): Promise<UnmatchedDelivery | 'settled' | undefined> => {
	const last = await db
		.selectFrom('mpesa_messages as m')
		.leftJoin('payment_outcomes as o', 'o.message_id', 'm.id')
		.select(['m.kind', 'm.key', 'm.body', 'm.at', 'o.payment_id', 'o.outcome'])
		.where('m.id', '=', id)
		.where('m.kind', 'in', ['stk', 'c2b'])
		.orderBy('o.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (!last) return undefined;
	const { outcome } = last;
	return outcome !== null && UNMATCHED.some((one) => one === outcome)
		? { ...last, outcome }
		: 'settled';
};

/** How many there are, or how many came since a moment. */
export const countUnmatched = (db: Db, since?: string) => {
	const rows = unmatched(db);
	return totalOf(since === undefined ? rows : rows.where('o.at', '>=', since));
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
