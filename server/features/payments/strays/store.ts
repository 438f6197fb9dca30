import { sql } from 'kysely';
import type { UnmatchedDelivery } from '#shared/contract/evidence.ts';
import type { ReceiptHint } from '#shared/contract/receipt-hint.ts';
import type { Candidate } from '#shared/contract/settlements.ts';
import type { Settlement, StrayState } from '#shared/contract/strays.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { readPhone } from '#shared/phone.ts';
import { receiptsIn } from '#shared/receipts.ts';
import type { Db } from '../../../db/database.ts';
import { holdsBytes } from '../../../db/engine.ts';
import { totalOf } from '../../../db/total.ts';
import { readStkCallback } from '../../../mpesa/deliveries.ts';
import { holds } from '../adjustments/store.ts';
import { messageOnWire, unmatched } from '../evidence/store.ts';
import { paymentRows } from '../store.ts';
import { momentOf, seqOf } from '../tables.ts';
import { misfit } from './attach.ts';

/** Which deliveries are listed. */
interface Wanted {
	state: StrayState;
	search: string | undefined;
}

/** As they stand in JSON; a phone is a number in callbacks, text in confirmations. */
const valuesOf = (typed: string) => {
	const texts = [...receiptsIn(typed), typed].map((text) => JSON.stringify(text));
	return [...new Set([...texts, readPhone(typed) ?? []].flat())];
};

/**
 * Whether a delivery names what somebody typed: a receipt in any case or within a message, a phone in any spelling,
 * a request id, an account. As a whole only, so that nobody finds out a hidden number digit by digit.
 */
const naming = (db: Db, body: string, typed: string) =>
	sql<boolean>`(${sql.join(
		valuesOf(typed).map((value) => holdsBytes(db, body, Buffer.from(value))),
		sql` or `,
	)})`;

/** A settlement `s` that was not taken back. */
const isInForce = holds('delivery_settlements', 's');

/** What a delivery is settled as, as far as that was not taken back. */
export const settlementOf = (db: Db, messageId: number) =>
	db
		.selectFrom('delivery_settlements as s')
		.selectAll('s')
		.where('s.message_id', '=', messageId)
		.where(isInForce)
		.executeTakeFirst();

const settled = (db: Db, state: StrayState, search?: string) =>
	db
		.selectFrom('delivery_settlements as s')
		.innerJoin('mpesa_messages as m', 'm.id', 's.message_id')
		.where(isInForce)
		.$if(state !== 'settled', (query) => query.where('s.decided', '=', state as Settlement))
		.$if(search !== undefined, (query) => query.where(naming(db, 'm.body', search as string)));

const settledDeliveries = async (
	db: Db,
	{ state, search }: Wanted,
	limit: number,
	offset: number,
) => {
	const rows = await settled(db, state, search)
		.selectAll('m')
		.select([
			's.decided',
			's.was',
			's.payment_id',
			's.at as settled_at',
			's.reason',
			's.actor_name',
		])
		.orderBy('s.id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const data = rows.map((row): UnmatchedDelivery => {
		const [as, outcome] = [row.decided as Settlement, row.was as string];
		return {
			...messageOnWire(row),
			payment_id: row.payment_id,
			outcome,
			candidates: [],
			outcomes: [{ outcome: 'settled', at: row.settled_at }],
			settlement: {
				as,
				at: row.settled_at,
				by: row.actor_name,
				reason: row.reason,
				transaction_id: row.payment_id,
				can_be_withdrawn: as !== 'payment',
			},
		};
	});
	return { data, total: await totalOf(settled(db, state, search)) };
};

/** A request is answered within minutes; so long after it a report may be about it. */
const WITHIN_MS = 60 * 60_000;
const CANDIDATES = 5;

/** The requests without an answer that a report may be about, the nearest first. */
const candidatesOf = async (db: Db, body: Buffer, at: string): Promise<Candidate[]> => {
	const result = readStkCallback(body);
	if (!result) return [];
	const arrived = Date.parse(at);
	const rows = await paymentRows(db)
		.where('status', '=', 'pending')
		.where('seq', '>', seqOf(arrived - WITHIN_MS))
		.where('seq', '<', seqOf(arrived + 60_000))
		.where('origin', '=', 'stk')
		.where('checkout_request_id', 'is', null)
		.orderBy('seq', 'desc')
		.limit(CANDIDATES * 10)
		.execute();
	return rows
		.filter((row) => misfit(result, arrived, row) === undefined)
		.slice(0, CANDIDATES)
		.map(({ id, seq, amount, phone, account_reference }) => ({
			id,
			amount,
			phone_number: phone,
			account_reference,
			created_at: new Date(momentOf(seq)).toISOString(),
			reason: `KSh ${grouped(amount)} were asked for at ${eastAfricaText(momentOf(seq)).slice(11, 16)}, and M-Pesa did not answer; this report came at ${eastAfricaText(arrived).slice(11, 16)}.`,
		}));
};

const waiting = (db: Db, search?: string) =>
	unmatched(db).$if(search !== undefined, (query) =>
		query.where(naming(db, 'mpesa_messages.body', search as string)),
	);

const openDeliveries = async (
	db: Db,
	search: string | undefined,
	limit: number,
	offset: number,
) => {
	const rows = await waiting(db, search)
		.selectAll('mpesa_messages')
		.select(['o.outcome', 'o.payment_id', 'o.at as outcome_at'])
		.orderBy('o.id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const data: UnmatchedDelivery[] = [];
	for (const row of rows)
		data.push({
			...messageOnWire(row),
			payment_id: row.payment_id,
			outcome: row.outcome,
			settlement: null,
			outcomes: [{ outcome: row.outcome, at: row.outcome_at }],
			candidates: row.outcome === 'unknown_request' ? await candidatesOf(db, row.body, row.at) : [],
		});
	return { data, total: await totalOf(waiting(db, search)) };
};

/** Deliveries that changed no payment, latest first: those that wait for a person, or those that are settled. */
export const listDeliveries = (db: Db, wanted: Wanted, limit: number, offset: number) =>
	wanted.state === 'open'
		? openDeliveries(db, wanted.search, limit, offset)
		: settledDeliveries(db, wanted, limit, offset);

/** The delivery that names a receipt and changed no payment, if there is one: when it came, and how it stands. */
export const deliveryNaming = async (db: Db, receipt: string): Promise<ReceiptHint['delivery']> => {
	const open = await waiting(db, receipt)
		.select('mpesa_messages.at')
		.orderBy('o.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (open) return { at: open.at, state: 'open' };
	const done = await settled(db, 'settled', receipt)
		.select('m.at')
		.orderBy('s.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return done ? { at: done.at, state: 'settled' } : null;
};
