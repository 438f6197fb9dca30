import { type RawBuilder, sql } from 'kysely';
import { ANY_MARK, type Mark, type ToAssign } from '#shared/contract/transactions-query.ts';
import type { WriteOff } from '#shared/contract/write-offs.ts';
import { addMonths, formatDay, parseDay, toDayNumber } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { pickByEngine, toLowerSql, toSqlList } from '../../db/engine.ts';
import { isAdjustment, isAssignment, isWriteOff } from '../decisions/store.ts';
import { fromSeq, type PaymentRow, toSeq } from './tables.ts';

/** Returns the dates of a payment for `months`, from a day, or from the day of a moment in milliseconds. */
export const computeValidity = (months: number | null, at: number, start: string | null = null) => {
	if (months === null) return {};
	const day = (start !== null && parseDay(start)) || toDayNumber(at);
	return { start_date: formatDay(day), end_date: formatDay(addMonths(day, months)) };
};

/** True for a line `l` of a statement that reverses a payment. */
export const isReversalLine = sql`l.kind = 'reversal' and l.withdrawn > 0`;
/** True for a line `l` whose receipt is on no adjustment; a line and an adjustment of one receipt count once. */
export const isUnnoted = sql`not exists (select 1 from decisions as a
	where a.receipt = l.receipt and ${isAdjustment('a')})`;
/** The amount of an adjustment `a` by M-Pesa's statement, in cents; it prevails over the amount that a person typed. */
const onStatement = sql`(select max(l.withdrawn) from statement_lines as l where l.receipt = a.receipt and ${isReversalLine})`;

/** A fact about a payment from another table. */
interface Fact {
	what:
		| 'assignment'
		| 'adjustment'
		| 'write_off'
		| 'line'
		| 'mark'
		| 'report'
		| 'received'
		| 'new_reference'
		| 'twice';
	/** The payment's id; of a statement line the receipt that it reverses. */
	owner: string;
	/** The id of the entry, of the event, or of the message that made a mark or report. */
	n: number | null;
	/** The account of an assignment, the mark, the instant of an event, or the id of a payment like this one. */
	text: string | null;
	/** Months of an assignment, shillings of an adjustment or a line. */
	amount: number | null;
	receipt: string | null;
}

/** Facts by their owner. */
export type Facts = ReadonlyMap<string, readonly Fact[]>;

type Described = Pick<PaymentRow, 'id' | 'receipt' | 'phone' | 'origin' | 'status' | 'months'>;

/** Selects assignments and adjustments of payments with these ids, and statement lines about these receipts, as facts. */
const selectNotes = (ids: RawBuilder<unknown>, receipts: RawBuilder<unknown>) => sql<Fact>`
	select 'assignment' as what, a.payment_id as owner, a.id as n, a.account_reference as text, a.months as amount,
		null as receipt
	from decisions as a where a.payment_id in ${ids} and ${isAssignment('a')}
	union all
	select 'adjustment', a.payment_id, a.id, null, coalesce(${onStatement} / 100, a.amount_shillings), a.receipt
	from decisions as a where a.payment_id in ${ids} and ${isAdjustment('a')}
	union all
	select 'write_off', a.payment_id, a.id, a.what, null, null
	from decisions as a where a.payment_id in ${ids} and ${isWriteOff('a')}
	union all
	select 'line', l.linked_receipt, 0, null, l.withdrawn / 100, l.receipt
	from statement_lines as l where l.linked_receipt in ${receipts} and ${isReversalLine} and ${isUnnoted}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Outcomes of messages that mark their payment. */
export const MARKING = [
	'late_success',
	'contradicted',
	'amount_mismatch',
	'receipt_reused',
	'receipt_differs',
	'request_mismatch',
	'request_id_reused',
	'untrusted',
	'unanswered',
	'time_ahead',
	'amount_too_large',
	'other_type',
	'cents',
	'no_balance',
	'dated_before',
];

/** Outcomes of reports that say that a request of ours was paid, and that changed nothing. */
export const REPORTED = ['amount_mismatch', 'time_ahead', 'receipt_reused', 'request_mismatch'];

const toMark = (name: string) => (name === 'contradicted' ? 'late_success' : name) as Mark;

/** True for an outcome `o` without a later settlement of its message. */
const unsettled = sql`not exists (select 1 from payment_outcomes as s
	where s.message_id = o.message_id and s.id > o.id and s.outcome = 'settled')`;

/** True for a payment of an alias that was not settled in its present status. */
const isUnseen = (alias: string) => sql`not exists (select 1 from decisions as e
	where e.payment_id = ${sql.ref(`${alias}.id`)} and e.what = 'settled' and e.state_before = ${sql.ref(`${alias}.status`)}
		and e.withdrawn_at is null)`;

/**
 * Selects the marks of all payments `p`, or of those with some ids, as of now (milliseconds): `seq`, `id`, `mark`, and the
 * message that made it. The conditions are those of the indexes; with ids, the empty text keeps SQLite from that of
 * outcomes.
 */
const selectMarks = (now: number, mark: Mark | typeof ANY_MARK, ids?: RawBuilder<unknown>) => {
	const among = ids ? sql`p.id in ${ids}` : sql`1 = 1`;
	const outcome = ids ? sql`o.outcome || ''` : sql`o.outcome`;
	const isWanted = (name: string) => mark === ANY_MARK || toMark(name) === mark;
	const outcomes = MARKING.filter(isWanted).map((name) => sql.lit(name));
	const waits = (name: Mark, condition: RawBuilder<unknown>) =>
		isWanted(name)
			? [
					sql`select p.seq, p.id, ${sql.lit(name)} as mark, cast(null as bigint) as message_id from payments as p
						where ${condition} and ${isUnseen('p')} and ${among}`,
				]
			: [];
	return sql.join(
		[
			sql`select p.seq, p.id, o.outcome as mark, o.message_id from payment_outcomes as o
				join payments as p on p.id = o.payment_id
				where ${outcome} in (${sql.join([sql`''`, ...outcomes])})
					and (o.outcome <> 'unanswered' or p.status = 'pending') and p.status <> 'void' and ${unsettled} and ${among}`,
			...waits('unresolved', sql`p.status = 'pending' and p.seq < ${toSeq(now - DAY_MS)}`),
			...waits('receipt_awaited', sql`p.status = 'completed' and p.receipt is null`),
		],
		sql` union all `,
	);
};

/** True for one of `payments` that has a mark, or any, as of now (milliseconds). */
export const hasMark = (mark: Mark | typeof ANY_MARK, now: number) =>
	sql<boolean>`payments.seq in (select seq from (${selectMarks(now, mark)}) as marked)`;

/**
 * True for payments by hand, which get their months by an assignment. SQLite itself prefers the index of statuses, which has
 * nearly all payments.
 */
const isWithoutMonths = (db: Db) => {
	const condition = sql`status = 'completed' and months is null and origin in ('c2b', 'statement')`;
	const index = pickByEngine(db, {
		sqlite: () => sql`indexed by payments_without_months`,
		postgres: () => sql``,
	});
	return sql`payments.seq in (select seq from payments ${index} where ${condition})`;
};

const isAssigned = sql`exists (select 1 from decisions as a
	where a.payment_id = payments.id and ${isAssignment('a')})`;

/** Whole shillings that were refunded or reversed, from adjustments and statements. */
const givenBack = sql<number>`(coalesce((select sum(a.amount_shillings) from decisions as a
		where a.payment_id = payments.id and ${isAdjustment('a')}), 0)
	+ coalesce((select sum(l.withdrawn) / 100 from statement_lines as l
		where l.linked_receipt = payments.receipt and ${isReversalLine} and ${isUnnoted}), 0))`;

/** True if no other payment has the account of one of `payments`, typed or assigned. */
const hasNewReference = (db: Db) => {
	const own = toLowerSql(db, 'payments.account_reference');
	const typed = toLowerSql(db, 'o.account_reference');
	const assigned = toLowerSql(db, 'a.account_reference');
	return sql`payments.account_reference is not null
		and not exists (select 1 from payments as o where o.account_reference is not null and ${typed} = ${own}
			and o.seq <> payments.seq and o.status <> 'void')
		and not exists (select 1 from decisions as a where a.account_reference is not null
			and ${assigned} = ${own} and ${isAssignment('a')})`;
};

/** True for one of `payments` that waits for its account, or only if no other payment has that account. */
export const needsAccount = (db: Db, which: ToAssign | 'any') => {
	const isNew = which === 'new_reference' ? hasNewReference(db) : sql`1 = 1`;
	return sql<boolean>`(${isWithoutMonths(db)} and ${isNew} and not ${isAssigned} and ${givenBack} < payments.amount)`;
};

/** Counts the payments without an assigned account, and those of them whose reference no other payment has. */
export const countToAssign = async (db: Db) => {
	const { rows } = await sql<{ unassigned: number; new_references: number }>`
		select count(*) as unassigned,
			coalesce(sum(case when ${hasNewReference(db)} then 1 else 0 end), 0) as new_references
		from payments where ${needsAccount(db, 'any')}`.execute(db);
	return {
		unassigned: Number(rows[0]?.unassigned ?? 0),
		new_references: Number(rows[0]?.new_references ?? 0),
	};
};

const TWICE_MS = 10 * 60_000;

/**
 * The first other completed payment of the same phone, account and amount as `p` within ten minutes, or up to `until`, that is not refunded
 * in full, unless a person checked that both are right. The empty text and the plus sign keep SQLite from other indexes than that of phones.
 */
const findDoublePayment = (
	db: Db,
	until: RawBuilder<unknown> = sql`p.seq + ${sql.lit(toSeq(TWICE_MS))}`,
) => {
	const account = (alias: string) =>
		sql`coalesce(${toLowerSql(db, `${alias}.account_reference`)}, '')`;
	const window = sql.lit(toSeq(TWICE_MS));
	return sql`(select payments.id from payments
		where payments.phone = p.phone and payments.seq between p.seq - ${window} and ${until}
			and payments.id <> p.id and +payments.amount = p.amount
			and payments.status || '' = 'completed'
			and ${account('payments')} = ${account('p')} and ${givenBack} < payments.amount and ${isUnseen('payments')}
		order by payments.seq limit 1)`;
};

/**
 * True for one of `payments` since a moment (milliseconds) that is probably the second payment of the same money. The plus sign
 * makes SQLite read the index of phones only.
 */
export const isPaidTwice = (db: Db, since: number) =>
	sql<boolean>`(${givenBack} < payments.amount and payments.seq in (select p.seq from payments as p
		where p.seq in (select c.seq from payments as c where c.phone is not null and +c.seq >= ${toSeq(since)}
			and exists (select 1 from payments as o where o.phone = c.phone and o.seq < c.seq
				and o.seq >= c.seq - ${sql.lit(toSeq(TWICE_MS))}))
		and p.status = 'completed' and ${isUnseen('p')} and ${findDoublePayment(db, sql`p.seq`)} is not null))`;

/** True for payments that can be a second payment of the same money. */
const isPaidByPhone = ({ status, phone }: Described) => status === 'completed' && phone !== null;

const isPaidByHand = ({ status, origin, months }: Described) =>
	status === 'completed' && months === null && (origin === 'c2b' || origin === 'statement');

/** Selects marks, reports, arrivals and hints of payments; hints only of those that can have them. */
const selectMore = (
	db: Db,
	payments: readonly Described[],
	ids: RawBuilder<unknown>,
	now: number,
) => {
	const idsWhere = (test: (payment: Described) => boolean) =>
		payments.filter(test).map((p) => p.id);
	const [byHand, byPhone] = [idsWhere(isPaidByHand), idsWhere(isPaidByPhone)];
	return sql`
		union all
		select 'mark', id, message_id, mark, null, null
		from (${selectMarks(now, ANY_MARK, ids)}) as marked
		union all
		select 'report', o.payment_id, o.message_id, null, null, null from payment_outcomes as o
		where o.payment_id in ${ids} and o.outcome || '' in (${sql.join(REPORTED.map((one) => sql.lit(one)))})
		union all
		select 'received', e.payment_id, e.id, cast(e.at as text), null, null from payment_events as e
		where e.payment_id in ${ids} and e.from_status is null
		${
			byHand.length === 0
				? sql``
				: sql`union all
		select 'new_reference', payments.id, null, null, null, null from payments
		where payments.id in ${toSqlList(db, byHand)} and ${hasNewReference(db)}`
		}
		${
			byPhone.length === 0
				? sql``
				: sql`union all
		select 'twice', p.id, null, ${findDoublePayment(db)}, null, null from payments as p
		where p.id in ${toSqlList(db, byPhone)} and ${isUnseen('p')}`
		}`;
};

/**
 * Finds the facts about payments in other tables, in one statement: their assignments, adjustments and reversals, and with
 * `now` (milliseconds) also their marks, reports, arrivals and hints.
 */
export const findFacts = async (
	db: Db,
	payments: readonly Described[],
	now?: number,
): Promise<Facts> => {
	if (payments.length === 0) return new Map();
	const ids = toSqlList(
		db,
		payments.map(({ id }) => id),
	);
	const receipts = toSqlList(
		db,
		payments.flatMap(({ receipt }) => receipt ?? []),
	);
	const { rows } = await sql<Fact>`${selectNotes(ids, receipts)}
		${now === undefined ? sql`` : selectMore(db, payments, ids, now)}`.execute(db);
	return Map.groupBy(rows, ({ owner }) => owner);
};

/** Finds the marks of all payments as of now (milliseconds), by their ids. */
export const findAllMarks = async (db: Db, now: number): Promise<ReadonlyMap<string, Mark[]>> => {
	const { rows } = await sql<{ id: string; mark: string }>`
		select id, mark from (${selectMarks(now, ANY_MARK)}) as marked`.execute(db);
	const marked = Map.groupBy(rows, ({ id }) => id);
	return new Map([...marked].map(([id, own]) => [id, sortMarks(own.map(({ mark }) => mark))]));
};

/** Leaves out the lines of a statement that were noted without a receipt: one of the same amount each. */
export const removeNoted = <Line extends { amount: number | null }>(
	lines: readonly Line[],
	noted: readonly { amount: number | null; receipt: string | null }[],
) => {
	const open = noted.filter(({ receipt }) => receipt === null).map(({ amount }) => amount);
	return lines.filter(({ amount }) => {
		const at = open.indexOf(amount);
		if (at >= 0) open.splice(at, 1);
		return at < 0;
	});
};

type Payment = Pick<PaymentRow, 'id' | 'receipt' | 'seq' | 'amount' | 'paid_at' | 'start_date'>;

/**
 * Returns the fields of a payment that its entries and statements determine: the newest assignment with its validity, and
 * the whole shillings that were reversed or refunded, at most the amount of the payment.
 */
export const computePaymentState = (
	{ id, seq, amount, receipt, paid_at, start_date }: Payment,
	facts: Facts,
) => {
	const ownFacts = facts.get(id) ?? [];
	const noted = ownFacts.filter(({ what }) => what === 'adjustment');
	const lines = removeNoted((receipt !== null && facts.get(receipt)) || [], noted);
	const returned = [...noted, ...lines].reduce((sum, fact) => sum + Number(fact.amount), 0);
	const [assigned] = ownFacts
		.filter(({ what }) => what === 'assignment')
		.sort((a, b) => Number(b.n) - Number(a.n));
	const months = assigned?.amount ? Number(assigned.amount) : null;
	const at = paid_at === null ? fromSeq(seq) : Date.parse(paid_at);
	return {
		...(months !== null && { months, ...computeValidity(months, at, start_date) }),
		/** The id of the assignment. */
		assignment: assigned ? Number(assigned.n) : null,
		assigned_reference: assigned?.text ?? null,
		adjusted: Math.min(amount, returned),
		/** Also above the amount of the payment. */
		given_back: returned,
		written_off: (ownFacts.find(({ what }) => what === 'write_off')?.text ??
			null) as WriteOff | null,
	};
};

/** Returns the fields of one payment that its entries and statements determine. */
export const findState = async (db: Db, payment: Payment & Described) =>
	computePaymentState(payment, await findFacts(db, [payment]));

const sortMarks = (names: readonly string[]) => [...new Set(names.map(toMark))].sort();

/** Returns why a person should check a payment, from its facts. */
export const listMarks = (own: readonly Fact[] = []) =>
	sortMarks(own.flatMap(({ what, text }) => (what === 'mark' && text !== null ? [text] : [])));

/** Returns when we first heard of a payment, from its facts; undefined without a first event. */
export const findReceivedAt = (own: readonly Fact[] = []) => {
	const [first] = own
		.filter(({ what }) => what === 'received')
		.sort((a, b) => Number(a.n) - Number(b.n));
	return first ? new Date(first.text as string).toISOString() : undefined;
};

/** Returns whether a payment waits for its account, and another payment like it, from its facts. */
export const computeHints = (
	{ origin, status, months, amount }: Pick<PaymentRow, 'origin' | 'status' | 'amount' | 'months'>,
	{
		assigned_reference,
		adjusted,
	}: Pick<ReturnType<typeof computePaymentState>, 'assigned_reference' | 'adjusted'>,
	own: readonly Fact[] = [],
) => {
	const isPaid = status === 'completed' && adjusted < amount;
	const isByHand = origin === 'c2b' || origin === 'statement';
	const waits = isPaid && isByHand && months === null && assigned_reference === null;
	const isNew = own.some(({ what }) => what === 'new_reference');
	const toAssign: ToAssign = isNew ? 'new_reference' : 'unassigned';
	const twice = own.find(({ what }) => what === 'twice')?.text ?? null;
	return { to_assign: waits ? toAssign : null, paid_twice: isPaid ? twice : null };
};
