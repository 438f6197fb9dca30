import { type Selectable, sql } from 'kysely';
import type { ReceiptHint } from '#shared/contract/receipt-hint.ts';
import type { ReportedMoney, SettledDelivery } from '#shared/contract/settlements.ts';
import {
	isUnmatched,
	type Settlement,
	type StrayState,
	unmatchedOutcomes,
} from '#shared/contract/strays.ts';
import { readPhone } from '#shared/phone.ts';
import { receiptsIn } from '#shared/receipts.ts';
import type { Db } from '../../db/database.ts';
import { holdsBytes } from '../../db/engine.ts';
import { totalOf } from '../../db/total.ts';
import { readConfirmation, readStkCallback } from '../../mpesa/deliveries.ts';
import { holds } from './standing.ts';
import type { DeliverySettlementRow, MessageRow } from './tables.ts';

/** An outcome `o` is the last word on its message. */
export const isLatest = sql<boolean>`not exists (select 1 from payment_outcomes as later
	where later.message_id = o.message_id and later.id > o.id)`;

const waiting = (db: Db) =>
	db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.where('o.outcome', 'in', unmatchedOutcomes)
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
	return outcome !== null && isUnmatched(outcome) ? { ...last, outcome } : 'settled';
};

/** A settlement `s` that was not taken back. */
const isInForce = holds('delivery_settlements', 's');

/** Returns what deliveries are settled as, by message, as far as that was not taken back. */
export const settlementsOf = async (db: Db, messageIds: readonly number[]) => {
	if (messageIds.length === 0) return new Map<number, Selectable<DeliverySettlementRow>>();
	const rows = await db
		.selectFrom('delivery_settlements as s')
		.selectAll('s')
		.where('s.message_id', 'in', messageIds)
		.where(isInForce)
		.execute();
	return new Map(rows.map((row) => [row.message_id, row]));
};

/** A settlement as the API shows it. */
export const settlementOnWire = ({
	decided,
	at,
	actor_name,
	reason,
	payment_id,
}: Pick<
	Selectable<DeliverySettlementRow>,
	'decided' | 'at' | 'actor_name' | 'reason' | 'payment_id'
>): SettledDelivery => ({
	as: decided as Settlement,
	at,
	by: actor_name,
	reason,
	transaction_id: payment_id,
	can_be_withdrawn: decided !== 'payment',
});

/** Outcomes of a report on our own request that says that money was paid, and that moved nothing. */
const REPORTED = ['amount_mismatch', 'time_ahead', 'receipt_reused', 'request_mismatch'];

/**
 * Returns the money that M-Pesa reported last about each of these payments and that is not booked. A settlement other
 * than as a payment does not make the report disappear.
 */
export const reportedOf = async (db: Db, paymentIds: readonly string[]) => {
	const found = new Map<string, ReportedMoney>();
	if (paymentIds.length === 0) return found;
	const rows = await db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.select(['o.payment_id', 'm.id', 'm.at', 'm.body'])
		.where('o.payment_id', 'in', paymentIds)
		.where('o.outcome', 'in', REPORTED)
		.where('m.kind', '=', 'stk')
		.orderBy('o.id')
		.execute();
	const settlements = await settlementsOf(db, [...new Set(rows.map(({ id }) => id))]);
	for (const { payment_id, id, at, body } of rows) {
		const result = readStkCallback(body);
		const settled = settlements.get(id);
		if (result?.code !== '0' || settled?.decided === 'payment') continue;
		const { amount, receipt } = result;
		const settlement = settled ? settlementOnWire(settled) : null;
		found.set(payment_id as string, { delivery: id, at, amount, receipt, settlement });
	}
	return found;
};

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

const amountIn = ({ kind, body }: Pick<MessageRow, 'kind' | 'body'>) =>
	(kind === 'c2b' ? readConfirmation(body) : readStkCallback(body))?.amount ?? null;

/** The delivery that names a receipt and changed no payment, if there is one: when it came, and how it stands. */
export const deliveryNaming = async (db: Db, receipt: string): Promise<ReceiptHint['delivery']> => {
	const open = await waitingDeliveries(db, receipt)
		.select(['m.at', 'm.kind', 'm.body'])
		.orderBy('o.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (open) return { at: open.at, amount: amountIn(open), settled_as: null };
	const done = await settledDeliveries(db, 'settled', receipt)
		.select(['m.at', 'm.kind', 'm.body', 's.decided'])
		.orderBy('s.id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return done ? { at: done.at, amount: amountIn(done), settled_as: done.decided } : null;
};
