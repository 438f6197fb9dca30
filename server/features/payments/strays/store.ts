import { sql } from 'kysely';
import type { ReceiptHint } from '#shared/contract/receipt-hint.ts';
import type { Settlement, StrayState } from '#shared/contract/strays.ts';
import { readPhone } from '#shared/phone.ts';
import { receiptsIn } from '#shared/receipts.ts';
import type { Db } from '../../../db/database.ts';
import { holdsBytes } from '../../../db/engine.ts';
import { totalOf } from '../../../db/total.ts';
import { holds } from '../adjustments/store.ts';
import type { MessageRow } from '../tables.ts';

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

/** An outcome `o` is the last word on its message. */
export const isLatest = sql<boolean>`not exists (select 1 from payment_outcomes as later
	where later.message_id = o.message_id and later.id > o.id)`;

const waiting = (db: Db) =>
	db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.where('o.outcome', 'in', UNMATCHED)
		.where(isLatest);

/** How many deliveries wait for a person, or how many of them came since a moment. */
export const countUnmatched = (db: Db, since?: string) => {
	const rows = waiting(db);
	return totalOf(since === undefined ? rows : rows.where('o.at', '>=', since));
};

/** A delivery that waits for a person, and why. */
export type OpenDelivery = Pick<MessageRow, 'kind' | 'key' | 'body' | 'at'> & {
	payment_id: string | null;
	outcome: string;
};

/** An unmatched delivery by its id; `settled` where it waits for nobody, undefined where it is none. */
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
	return outcome !== null && UNMATCHED.some((one) => one === outcome)
		? { ...last, outcome }
		: 'settled';
};

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

/** As they stand in JSON; a phone is a number in callbacks, text in confirmations. */
const valuesOf = (typed: string) => {
	const texts = [...receiptsIn(typed), typed].map((text) => JSON.stringify(text));
	return [...new Set([...texts, readPhone(typed) ?? []].flat())];
};

/**
 * Whether a delivery `m` names what somebody typed: a receipt in any case or within a message, a phone in any spelling,
 * a request id, an account. As a whole only, so that nobody finds out a hidden number digit by digit.
 */
const naming = (db: Db, typed: string) =>
	sql<boolean>`(${sql.join(
		valuesOf(typed).map((value) => holdsBytes(db, 'm.body', Buffer.from(value))),
		sql` or `,
	)})`;

/** Deliveries `m` that wait for a person, each with its last outcome `o`; with a text those that name it. */
export const waitingDeliveries = (db: Db, search?: string) =>
	waiting(db).$if(search !== undefined, (query) => query.where(naming(db, search as string)));

/** Deliveries `m` that are settled so, each with what they were settled as, `s`; with a text those that name it. */
export const settledDeliveries = (db: Db, state: Exclude<StrayState, 'open'>, search?: string) =>
	db
		.selectFrom('delivery_settlements as s')
		.innerJoin('mpesa_messages as m', 'm.id', 's.message_id')
		.where(isInForce)
		.$if(state !== 'settled', (query) => query.where('s.decided', '=', state as Settlement))
		.$if(search !== undefined, (query) => query.where(naming(db, search as string)));

/** The delivery that names a receipt and changed no payment, if there is one: when it came, and how it stands. */
export const deliveryNaming = async (db: Db, receipt: string): Promise<ReceiptHint['delivery']> => {
	const open = await waitingDeliveries(db, receipt)
		.select('m.at')
		.orderBy('o.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (open) return { at: open.at, state: 'open' };
	const done = await settledDeliveries(db, 'settled', receipt)
		.select('m.at')
		.orderBy('s.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return done ? { at: done.at, state: 'settled' } : null;
};
