import { type Selectable, sql } from 'kysely';
import {
	isUnmatched,
	type ReportedMoney,
	type SettledDelivery,
	type Settlement,
	unmatchedOutcomes,
} from '#shared/contract/finance/settlements.ts';
import { ANY_MARK } from '#shared/contract/finance/transactions-query.ts';
import { readPhone } from '#shared/phone.ts';
import { findReceipts } from '#shared/receipts.ts';
import type { Db } from '../../platform/db/database.ts';
import { countTotal, hasBytes } from '../../platform/db/engine.ts';
import { type StoredDecision, selectActive } from '../decisions/store.ts';
import { readStkCallback } from '../mpesa/deliveries.ts';
import { hasMark } from './conditions.ts';
import { REPORTED } from './payment-facts.ts';
import { type MessageRow, toSeq } from './tables.ts';

/** Returns a message as the API shows it. */
export const toWireMessage = (message: Selectable<MessageRow>) => ({
	id: message.id,
	at: message.at,
	kind: message.kind,
	peer: message.peer,
	trusted: message.trusted,
	http_status: message.http_status,
	body: message.body.toString('utf8'),
});

/** True for an outcome `o` that is the last of its message. */
export const isLatest = sql<boolean>`not exists (select 1 from payment_outcomes as later
	where later.message_id = o.message_id and later.id > o.id)`;

const outcomes = sql.join(unmatchedOutcomes.map((name) => sql.lit(name)));

/** True for a message `m` with an outcome `o` whose money is booked: another amount under its receipt is not that money. */
const isBooked = sql<boolean>`(o.outcome <> 'receipt_reused' and exists (select 1 from payments as b
	where b.receipt = m.receipt and b.amount = coalesce(m.amount, b.amount)
		and b.status in ('completed', 'written_off')))`;

/** True for a message `m` that M-Pesa delivered before and that needed a decision then: one decision is about all. */
const isRepeated = sql<boolean>`(exists (select 1 from mpesa_messages as e
		where e.key = m.key and e.kind = m.kind and e.id < m.id and e.body = m.body
			and exists (select 1 from payment_outcomes as x where x.message_id = e.id and x.outcome in (${outcomes})))
	or (m.key is null and exists (select 1 from payment_outcomes as x join mpesa_messages as e on e.id = x.message_id
		where x.outcome in ('unreadable', 'untrusted') and e.key is null and e.kind = m.kind and e.id < m.id
			and e.body = m.body)))`;

/** Selects the ids of the payments that a delivery without a decision names. That decision settles their marks too. */
export const selectReportedIds = sql`(select o.payment_id from payment_outcomes as o
	join mpesa_messages as m on m.id = o.message_id
	where o.outcome in (${outcomes}) and o.payment_id is not null and ${isLatest}
		and not ${isBooked} and not ${isRepeated})`;

/** Counts the payments that a person should check, without those that an open delivery names. */
export const countMarked = (db: Db, now: number) =>
	countTotal(
		db
			.selectFrom('payments')
			.where(hasMark(ANY_MARK, now))
			.where(sql<boolean>`id not in ${selectReportedIds}`),
	);

/** Selects the messages that need a decision, each with its last outcome. */
const selectOpen = (db: Db) =>
	db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.where('o.outcome', 'in', unmatchedOutcomes)
		.where(isLatest)
		.where((eb) => eb.not(isBooked))
		.where((eb) => eb.not(isRepeated));

/** Counts the deliveries that need a decision, or those of them that came since a moment. */
export const countUnmatched = (db: Db, since = new Date(0).toISOString()) =>
	countTotal(selectOpen(db).where('o.at', '>=', since));

/** A delivery that needs a decision, and why. */
export type OpenDelivery = Pick<MessageRow, 'kind' | 'key' | 'body' | 'at'> & {
	payment_id: string | null;
	outcome: string;
};

/**
 * Finds an unmatched delivery; `settled` if it needs no decision, undefined if there is no such delivery (decision
 * 0058).
 */
export const findUnmatched = async (
	db: Db,
	id: number,
): Promise<OpenDelivery | 'settled' | undefined> => {
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
	return outcome !== null && isUnmatched(outcome) ? { ...last, outcome } : 'settled';
};

/** Returns the last outcome of a message before it was settled. */
export const findOutcome = async (db: Db, messageId: number) => {
	const row = await db
		.selectFrom('payment_outcomes')
		.select(['outcome', 'payment_id'])
		.where('message_id', '=', messageId)
		.where('outcome', '<>', 'settled')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow();
	return row;
};

/** Returns the decisions about messages that count, by message. */
export const readSettlements = async (db: Db, messageIds: readonly number[]) => {
	if (messageIds.length === 0) return new Map<number, StoredDecision>();
	const rows = await selectActive(db)
		.where('d.about_kind', '=', 'delivery')
		.where('d.about_id', 'in', messageIds.map(String))
		.execute();
	return new Map(rows.map((row) => [Number(row.about_id), row]));
};

/** Returns the decision about a message as the API shows it. */
export const toWireSettlement = (
	row: Pick<StoredDecision, 'id' | 'what' | 'created_at' | 'actor_name' | 'reason' | 'payment_id'>,
): SettledDelivery => ({
	id: row.id,
	as: row.what as Settlement,
	at: row.created_at,
	by: row.actor_name,
	reason: row.reason,
	transaction_id: row.payment_id,
});

/**
 * Returns the money that M-Pesa reported last about each of these payments and that is not booked. A settlement other
 * than as a payment does not make the report disappear.
 */
export const readReported = async (db: Db, paymentIds: readonly string[]) => {
	const reports = new Map<string, ReportedMoney>();
	if (paymentIds.length === 0) return reports;
	const rows = await db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.select(['o.payment_id', 'm.id', 'm.at', 'm.body'])
		.where('o.payment_id', 'in', paymentIds)
		.where('o.outcome', 'in', REPORTED)
		.where('m.kind', '=', 'stk')
		.orderBy('o.id')
		.execute();
	const settlements = await readSettlements(db, [...new Set(rows.map(({ id }) => id))]);
	for (const { payment_id, id, at, body } of rows) {
		const result = readStkCallback(body);
		const settled = settlements.get(id);
		if (result?.code !== '0' || settled?.what === 'payment') continue;
		const { amount, receipt } = result;
		const settlement = settled ? toWireSettlement(settled) : null;
		reports.set(payment_id as string, { delivery: id, at, amount, receipt, settlement });
	}
	return reports;
};

/** Returns the spellings of a text in JSON; a phone is a number in callbacks and text in confirmations. */
const listJsonSpellings = (typed: string) => {
	const texts = [...findReceipts(typed), typed].map((text) => JSON.stringify(text));
	return [...new Set([...texts, readPhone(typed) ?? []].flat())];
};

/** True for a message `m` that contains one of these texts. */
const hasAny = (db: Db, texts: readonly string[]) =>
	sql<boolean>`(${sql.join(
		texts.map((text) => hasBytes(db, 'm.body', Buffer.from(text))),
		sql` or `,
	)})`;

/**
 * True for a message `m` that names a text: a receipt in any case or in a message of M-Pesa, a phone in any spelling, a
 * request id or an account. Only whole values match, so that a hidden number cannot be found digit by digit.
 */
const matchNamed = (db: Db, typed: string) => hasAny(db, listJsonSpellings(typed));

/**
 * Selects unmatched deliveries `m`, each with its last outcome or its settlement `d`, `d.place` being their order. With
 * a search, only deliveries that name it.
 */
export const selectDeliveries = (db: Db, state: 'open' | 'settled', search?: string) => {
	const none = sql<string | null>`cast(null as text)`;
	const open = selectOpen(db)
		.select(['o.id as place', 'o.message_id', 'o.payment_id', 'o.outcome', 'o.at as since'])
		.select([none.as('what'), none.as('reason'), none.as('actor_name')])
		.select(sql<number | null>`cast(null as integer)`.as('decision_id'));
	const settled = db
		.selectFrom('decisions as s')
		.where('s.about_kind', '=', 'delivery')
		.where('s.withdrawn_at', 'is', null)
		.select(['s.id as place', sql<number>`cast(s.about_id as integer)`.as('message_id')])
		.select(['s.payment_id', 's.state_before as outcome', 's.created_at as since'])
		.select(['s.what', 's.reason', 's.actor_name', 's.id as decision_id']);
	return db
		.selectFrom((state === 'open' ? open : (settled as unknown as typeof open)).as('d'))
		.innerJoin('mpesa_messages as m', 'm.id', 'd.message_id')
		.$if(search !== undefined, (query) => query.where(matchNamed(db, search as string)));
};

const SOON_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Upper bound of counts of gaps. */
const GAPS_MAX = 1_000;

/** Our own requests, whose results M-Pesa delivers within minutes. */
const selectPrompts = (db: Db) =>
	db.selectFrom('payments').select('seq').where('origin', '=', 'stk');

const countMany = (db: Db, rows: ReturnType<typeof selectPrompts>) =>
	countTotal(db.selectFrom(rows.limit(GAPS_MAX).as('some')));

/**
 * Returns gaps in M-Pesa's deliveries as of `now`: when it last delivered anything; how many requests since then should
 * have been answered by now; and how many have been pending for a day. Both counts are at most 1,000.
 */
export const findDeliveryGaps = async (db: Db, now: number) => {
	const newest = await db
		.selectFrom('mpesa_messages')
		.select('at')
		.where('kind', 'in', ['stk', 'c2b'])
		.where('trusted', '=', true)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst();
	const lastDelivery = newest?.at ?? null;
	const unheard = selectPrompts(db)
		.where('seq', '>', lastDelivery === null ? 0 : toSeq(Date.parse(lastDelivery)))
		.where('seq', '<', toSeq(now - SOON_MS))
		.where((eb) =>
			eb.or([eb('status', '=', 'pending'), eb('checkout_request_id', 'is not', null)]),
		);
	const overdue = selectPrompts(db)
		.where('status', '=', 'pending')
		.where('seq', '<', toSeq(now - DAY_MS));
	return {
		lastDelivery,
		unheard: await countMany(db, unheard),
		overdue: await countMany(db, overdue),
	};
};
