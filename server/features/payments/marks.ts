import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ANY_MARK, type Mark, type ToAssign } from '#shared/contract/transactions-query.ts';
import type { Db } from '../../db/database.ts';
import { plainLower } from '../../db/engine.ts';
import { idsOf } from '../../db/ids.ts';
import { holds, type InForce, isUnnoted, notesOf, takesBack } from './standing.ts';
import { type Beside, type Found, momentOf, type PaymentRow, seqOf } from './tables.ts';

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

type Payment = Pick<
	Selectable<PaymentRow>,
	'id' | 'seq' | 'origin' | 'status' | 'amount' | 'months' | 'receipt'
>;

/**
 * Outcomes of these payments that nobody has settled, as `Found` has them. The empty text beside an outcome keeps it out
 * of the index, which SQLite would ask for each of the thirteen.
 */
const openOutcomes = (ids: RawBuilder<unknown>) => sql<Found>`
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

/** As the index of these has it: payments by hand, which get their months by an assignment. */
const isWithoutMonths = sql<boolean>`payments.status = 'completed' and payments.months is null
	and payments.origin in ('c2b', 'statement')`;

const isAssigned = sql<boolean>`exists (select 1 from payment_assignments as a
	where a.payment_id = payments.id and ${holds('payment_assignments')})`;

/** Whole shillings that people noted as given back, and that statements say M-Pesa took back. */
const givenBack = sql<number>`(coalesce((select sum(a.amount) from payment_adjustments as a
		where a.payment_id = payments.id and ${holds('payment_adjustments')}), 0)
	+ coalesce((select sum(l.withdrawn) / 100 from statement_lines as l
		where l.linked_receipt = payments.receipt and ${takesBack} and ${isUnnoted}), 0))`;

/** Whether no other payment has the account of one of `payments`, typed or assigned. */
const hasNewReference = (db: Db) => {
	const own = plainLower(db, 'payments.account_reference');
	const typed = plainLower(db, 'o.account_reference');
	const assigned = plainLower(db, 'a.account_reference');
	return sql<boolean>`payments.account_reference is not null
		and not exists (select 1 from payments as o where o.account_reference is not null and ${typed} = ${own}
			and o.seq <> payments.seq)
		and not exists (select 1 from payment_assignments as a where a.account_reference is not null
			and ${assigned} = ${own} and ${holds('payment_assignments')})`;
};

/** Whether one of `payments` waits for its account, or only such with an account that no other payment has. */
export const waitsForAccount = (db: Db, which: ToAssign | 'any') =>
	which === 'new_reference'
		? sql<boolean>`(${isWithoutMonths} and ${hasNewReference(db)} and not ${isAssigned} and ${givenBack} < payments.amount)`
		: sql<boolean>`(${isWithoutMonths} and not ${isAssigned} and ${givenBack} < payments.amount)`;

/** Counts the payments without an assigned account, and those of them whose reference no other payment has. */
export const countToAssign = async (db: Db) => {
	const { rows } = await sql<{ unassigned: number; new_references: number }>`
		select count(*) as unassigned,
			coalesce(sum(case when ${hasNewReference(db)} then 1 else 0 end), 0) as new_references
		from payments where ${waitsForAccount(db, 'any')}`.execute(db);
	return {
		unassigned: Number(rows[0]?.unassigned ?? 0),
		new_references: Number(rows[0]?.new_references ?? 0),
	};
};

/** Why payments wait for their account, by their ids; nothing for one that waits for none. */
export const toAssignOf = async (
	db: Db,
	payments: readonly Payment[],
	noted: (payment: Payment) => InForce,
) => {
	const ids = payments
		.filter(({ origin, status, months }) => {
			const isByHand = origin === 'c2b' || origin === 'statement';
			return isByHand && status === 'completed' && months === null;
		})
		.filter((payment) => {
			const { assigned, adjusted } = noted(payment);
			return assigned === null && adjusted < payment.amount;
		})
		.map(({ id }) => id);
	const found = new Map<string, ToAssign>(ids.map((id) => [id, 'unassigned']));
	if (ids.length === 0) return found;
	const fresh = await db
		.selectFrom('payments')
		.select('id')
		.where('id', 'in', ids)
		.where(hasNewReference(db))
		.execute();
	for (const { id } of fresh) found.set(id, 'new_reference');
	return found;
};

const TWICE_MS = 10 * 60_000;

/**
 * Returns, by the ids of completed payments, another completed payment of the same phone, account and amount within ten
 * minutes; neither may be refunded in full. The empty text keeps SQLite from the index of statuses.
 */
export const findPaidTwice = async (
	db: Db,
	payments: readonly Payment[],
	noted: (payment: Payment) => InForce,
) => {
	const ids = payments
		.filter((one) => one.status === 'completed' && noted(one).adjusted < one.amount)
		.map(({ id }) => id);
	if (ids.length === 0) return new Map<string, string>();
	const account = (alias: string) =>
		sql`coalesce(${plainLower(db, `${alias}.account_reference`)}, '')`;
	const window = sql.lit(seqOf(TWICE_MS));
	const { rows } = await sql<{ id: string; other: string | null }>`
		select p.id, (select payments.id from payments
			where payments.phone = p.phone and payments.seq between p.seq - ${window} and p.seq + ${window}
				and payments.id <> p.id and +payments.amount = p.amount
				and payments.status || '' = 'completed'
				and ${account('payments')} = ${account('p')} and ${givenBack} < payments.amount
			order by payments.seq limit 1) as other
		from payments as p where p.id in (${sql.join(ids)})`.execute(db);
	return new Map(rows.flatMap(({ id, other }) => (other === null ? [] : [[id, other]])));
};

/**
 * Returns facts about these payments from other tables: unsettled messages, notes of people, lines of statements. Runs
 * one query for all of them, because every list calls this.
 */
export const lookBeside = async (
	db: Db,
	payments: readonly (Pick<PaymentRow, 'id'> & { receipt: string | null })[],
): Promise<Beside> => {
	if (payments.length === 0) return new Map();
	const ids = payments.map(({ id }) => id);
	// Nobody has the empty receipt; so the text of the question depends on their number alone.
	const receipts = payments.map(({ receipt }) => receipt ?? '');
	const notes = notesOf(sql.join(ids), sql.join(receipts));
	const { rows } = await sql<Found>`${notes} union all ${openOutcomes(sql.join(ids))}`.execute(db);
	return Map.groupBy(rows, ({ owner }) => owner);
};
