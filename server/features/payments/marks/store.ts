import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ANY_MARK, type Mark } from '#shared/contract/transactions-query.ts';
import type { Db } from '../../../db/database.ts';
import { idsOf } from '../../../db/ids.ts';
import { type Beside, type Found, momentOf, type PaymentRow, seqOf } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was found on deliveries about a payment and should be looked at. */
const FROM_OUTCOMES: Record<string, Mark> = {
	late_success: 'late_success',
	contradicted: 'late_success',
	amount_mismatch: 'amount_mismatch',
	receipt_reused: 'receipt_reused',
	receipt_differs: 'receipt_differs',
	request_mismatch: 'request_mismatch',
	request_id_reused: 'request_id_reused',
	untrusted: 'untrusted',
	unanswered: 'unanswered',
	time_ahead: 'time_ahead',
	amount_too_large: 'amount_too_large',
	other_type: 'other_type',
	cents: 'cents',
	no_balance: 'no_balance',
	dated_before: 'dated_before',
};

/** The outcomes behind these marks, as SQL that an index can be chosen by. */
const outcomesOf = (wanted: (mark: Mark) => boolean) =>
	sql.join(
		Object.entries(FROM_OUTCOMES)
			.filter(([, mark]) => wanted(mark))
			.map(([outcome]) => sql.lit(outcome)),
	);

/** A person has looked at what the message of an outcome `o` said. */
const unsettled = sql<boolean>`not exists (select 1 from payment_outcomes as s
	where s.message_id = o.message_id and s.id > o.id and s.outcome = 'settled')`;

/** Nobody has looked at a payment `p` since it has its status. */
const unseen = sql<boolean>`not exists (select 1 from payment_events as e
	where e.payment_id = p.id and e.cause = 'settled' and e.to_status = p.status)`;

const isUnresolved = (now: number) => sql`p.status = 'pending' and p.seq < ${seqOf(now - DAY_MS)}`;
/** As the index of these has it. */
const isReceiptAwaited = sql`p.status = 'completed' and p.receipt is null`;

const ofOutcomes = (wanted: (mark: Mark) => boolean) => sql`select p.seq from payment_outcomes as o
	join payments as p on p.id = o.payment_id where o.outcome in (${outcomesOf(wanted)})
	and (o.outcome <> 'unanswered' or p.status = 'pending') and ${unsettled}`;

/** The `seq` of the payments that have a mark, or any (then each once), as of now in milliseconds. */
const marked = (mark: Mark | typeof ANY_MARK, now: number): RawBuilder<unknown> => {
	const isWanted = (one: Mark) => mark === ANY_MARK || one === mark;
	const parts: RawBuilder<unknown>[] = [];
	if (Object.values(FROM_OUTCOMES).some(isWanted)) parts.push(ofOutcomes(isWanted));
	if (isWanted('unresolved'))
		parts.push(sql`select p.seq from payments as p where ${isUnresolved(now)} and ${unseen}`);
	if (isWanted('receipt_awaited'))
		parts.push(sql`select p.seq from payments as p where ${isReceiptAwaited} and ${unseen}`);
	if (parts.length === 0) return sql`select seq from payments where 1 = 0`;
	return sql.join(parts, sql` union `);
};

/** Whether one of `payments` has a mark, or any, as of now (milliseconds): a condition. */
export const hasMark = (mark: Mark | typeof ANY_MARK, now: number) =>
	sql<boolean>`payments.seq in (${marked(mark, now)})`;

/** How many payments a person should look at. */
export const countMarked = async (db: Db, now: number) => {
	const { rows } = await sql<{ n: number }>`
		select count(*) as n from (${marked(ANY_MARK, now)}) as marked`.execute(db);
	return rows[0]?.n ?? 0;
};

type Payment = Pick<Selectable<PaymentRow>, 'id' | 'seq' | 'status' | 'receipt'>;

/**
 * Outcomes of these payments that nobody has settled, as `Found` has them. The empty text beside an outcome keeps it out
 * of the index, which SQLite would ask for each of the thirteen.
 */
export const openOutcomes = (ids: RawBuilder<unknown>) => sql<Found>`
	select 'outcome', o.payment_id, o.message_id, o.outcome, null, null from payment_outcomes as o
	where o.payment_id in (${ids}) and o.outcome || '' in (${outcomesOf(() => true)}) and ${unsettled}`;

/** What such an outcome marks a payment with, in its present state. */
const markOf = ({ what, text }: Found, status: Payment['status']) =>
	what === 'outcome' && (text !== 'unanswered' || status === 'pending')
		? FROM_OUTCOMES[text as string]
		: undefined;

/** What a payment has waited for too long, whether or not somebody has looked at it. */
const waitsFor = ({ status, seq, receipt }: Payment, now: number): Mark | undefined => {
	if (status === 'pending' && momentOf(seq) < now - DAY_MS) return 'unresolved';
	return status === 'completed' && receipt === null ? 'receipt_awaited' : undefined;
};

const unseenOf = async (db: Db, ids: readonly string[]) => {
	if (ids.length === 0) return new Set<string>();
	const found = await db
		.selectFrom('payments as p')
		.select('p.id')
		.where('p.id', 'in', ids)
		.where(unseen)
		.execute();
	return new Set(idsOf(found));
};

/** Why a person should look at these payments, from their states and what was heard about them. */
export const marksOf = async (
	db: Db,
	payments: readonly Payment[],
	beside: Beside,
	now: number,
) => {
	const waiting = payments.filter((payment) => waitsFor(payment, now));
	const isUnseen = await unseenOf(db, idsOf(waiting));
	const marks = new Map<string, Mark[]>();
	for (const payment of payments) {
		const found = (beside.get(payment.id) ?? []).map((one) => markOf(one, payment.status));
		if (isUnseen.has(payment.id)) found.push(waitsFor(payment, now));
		const own = found.filter((mark) => mark !== undefined);
		marks.set(payment.id, own.length > 1 ? [...new Set(own)].sort() : own);
	}
	return marks;
};
