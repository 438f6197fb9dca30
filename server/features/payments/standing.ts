import { type RawBuilder, sql } from 'kysely';
import type { Adjustment, Assignment, Note } from '#shared/contract/adjustments.ts';
import { dayOf, dayText, monthsLater, parseDay } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import {
	type Fact,
	type Facts,
	momentOf,
	type NoteTable,
	noteTables,
	type PaymentRow,
} from './tables.ts';

/** Returns the dates of a payment for `months`, from a day, or from the day of a moment in milliseconds. */
export const validity = (months: number | null, at: number, start: string | null = null) => {
	if (months === null) return {};
	const day = (start !== null && parseDay(start)) || dayOf(at);
	return { start_date: dayText(day), end_date: dayText(monthsLater(day, months)) };
};

/** The entries about a payment that count: those of people, and reversals on M-Pesa's statements. */
export interface InForce {
	/** The newest assignment; null without one. */
	assigned: { id: number; account_reference: string; months: number | null } | null;
	/** Whole shillings that were reversed or refunded, at most the amount of the payment. */
	adjusted: number;
}

type Payment = Pick<PaymentRow, 'id' | 'amount'> & { receipt: string | null };

/**
 * True for a row `alias` of a table that withdraws nothing and was not withdrawn. The plus sign keeps SQLite from the index
 * of `withdraws`, which has all of these rows (sqlite.org/optoverview.html).
 */
export const notWithdrawn = (table: NoteTable | 'delivery_settlements', alias = 'a') =>
	sql<boolean>`+${sql.ref(alias)}.withdraws is null and not exists (
		select 1 from ${sql.table(table)} as w where w.withdraws = ${sql.ref(alias)}.id)`;

/** True for a line `l` of a statement that reverses a payment. */
export const isReversalLine = sql`l.kind = 'reversal' and l.withdrawn > 0`;
/** True for a line `l` whose receipt is on no adjustment; a line and an adjustment of one receipt count once. */
export const isUnnoted = sql`not exists (select 1 from payment_adjustments as a
	where a.receipt = l.receipt and ${notWithdrawn('payment_adjustments')})`;
/** The amount of an adjustment `a` by M-Pesa's statement, in cents; it prevails over the amount that a person typed. */
const onStatement = sql`(select max(l.withdrawn) from statement_lines as l where l.receipt = a.receipt and ${isReversalLine})`;

/** Selects assignments and adjustments of payments with these ids, and statement lines about these receipts, as facts. */
export const selectNotes = (ids: RawBuilder<unknown>, receipts: RawBuilder<unknown>) => sql<Fact>`
	select 'assignment' as what, a.payment_id as owner, a.id as n, a.account_reference as text, a.months as amount,
		null as receipt
	from payment_assignments as a where a.payment_id in (${ids}) and ${notWithdrawn('payment_assignments')}
	union all
	select 'adjustment', a.payment_id, a.id, null, coalesce(${onStatement} / 100, a.amount), a.receipt
	from payment_adjustments as a where a.payment_id in (${ids}) and ${notWithdrawn('payment_adjustments')}
	union all
	select 'line', l.linked_receipt, 0, null, l.withdrawn / 100, l.receipt
	from statement_lines as l where l.linked_receipt in (${receipts}) and ${isReversalLine} and ${isUnnoted}`;

/** Finds the assignments and adjustments of payments, and statement lines about them. */
export const findNotes = async (
	db: Db,
	payments: readonly Omit<Payment, 'amount'>[],
): Promise<Facts> => {
	if (payments.length === 0) return new Map();
	const ids = sql.join(payments.map(({ id }) => id));
	const receipts = sql.join(payments.map(({ receipt }) => receipt ?? ''));
	const { rows } = await selectNotes(ids, receipts).execute(db);
	return Map.groupBy(rows, ({ owner }) => owner);
};

/** Returns the assignments, adjustments and reversals of a payment that count. */
export const findInForce = async (db: Db, payment: Payment) =>
	inForce(payment, await findNotes(db, [payment]));

/** Leaves out the lines of a statement that were noted without a receipt: one of the same amount each. */
const unnoted = <Line extends { amount: number | null }>(
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

const sum = (rows: readonly { amount: number | null }[]) =>
	rows.reduce((total, { amount }) => total + Number(amount), 0);

/** Returns the entries about a payment that count, from its facts. */
export const inForce = ({ id, amount, receipt }: Payment, facts: Facts): InForce => {
	const own = facts.get(id) ?? [];
	const lines = (receipt !== null && facts.get(receipt)) || [];
	const noted = own.filter(({ what }) => what === 'adjustment');
	const newest = own
		.filter(({ what }) => what === 'assignment')
		.sort((a, b) => Number(b.n) - Number(a.n))[0];
	const assigned = newest && {
		id: Number(newest.n),
		account_reference: newest.text as string,
		months: newest.amount === null ? null : Number(newest.amount),
	};
	const adjusted = Math.min(amount, sum(noted) + sum(unnoted(lines, noted)));
	return { assigned: assigned ?? null, adjusted };
};

/** Returns the fields of a payment that its entries determine: account, validity and adjusted amount. */
export const standing = (
	{ seq, paid_at, start_date }: Pick<PaymentRow, 'seq' | 'paid_at' | 'start_date'>,
	{ assigned, adjusted }: InForce,
) => {
	const { months = null, account_reference = null } = assigned ?? {};
	const at = paid_at === null ? momentOf(seq) : Date.parse(paid_at);
	return {
		...(months !== null && { months, ...validity(months, at, start_date) }),
		assigned_reference: account_reference,
		adjusted,
	};
};

/** An entry of a person about a payment, with its withdrawal. */
interface Entry {
	payment_id: string;
	id: number;
	at: string;
	by: string;
	reason: string;
	withdrawn: { at: string; by: string; reason: string } | null;
}

type EntryRow = Omit<Entry, 'by' | 'withdrawn'> & {
	actor_name: string;
	w_at: string | null;
	w_by: string;
	w_reason: string;
};

/** Lists the entries of a table about payments, oldest first, each with its withdrawal. */
export const entriesOf = async <Fields>(
	db: Db,
	table: NoteTable | 'delivery_settlements',
	ids: readonly string[],
): Promise<(Entry & Fields)[]> => {
	const more =
		table === 'payment_adjustments' ? sql`, ${onStatement} / 100 as on_statement` : sql``;
	const { rows } = await sql<EntryRow & Fields>`
		select a.*${more}, w.at as w_at, w.actor_name as w_by, w.reason as w_reason
		from ${sql.table(table)} as a left join ${sql.table(table)} as w on w.withdraws = a.id
		where a.payment_id in (${sql.join(ids)}) and a.withdraws is null order by a.id`.execute(db);
	return rows.map(({ actor_name, w_at, w_by, w_reason, ...row }) => ({
		...(row as EntryRow & Fields),
		by: actor_name,
		withdrawn: w_at === null ? null : { at: w_at, by: w_by, reason: w_reason },
	}));
};

const toNote = ({ id, at, by, reason, withdrawn }: Entry): Note => ({
	id,
	at,
	by,
	reason,
	withdrawn,
});

/** Lists all reversals and refunds of a payment, also withdrawn ones; people's entries first. */
export const adjustmentsOf = async (
	db: Db,
	{ id, receipt }: Pick<Payment, 'id' | 'receipt'>,
): Promise<Adjustment[]> => {
	type Fields = Pick<Adjustment, 'kind' | 'amount' | 'receipt' | 'happened_at'> & {
		on_statement: number | null;
	};
	const entries = await entriesOf<Fields>(db, 'payment_adjustments', [id]);
	const noted = entries.map((entry) => ({
		...toNote(entry),
		kind: entry.kind,
		receipt: entry.receipt,
		happened_at: entry.happened_at,
		amount: Number(entry.on_statement ?? entry.amount),
		on_statement: entry.on_statement !== null,
	}));
	const { rows: lines } = await sql<
		Record<'happened_at' | 'at' | 'receipt' | 'reason', string> & { amount: number }
	>`
		select l.completed_at as happened_at, l.withdrawn / 100 as amount, l.receipt, l.details as reason, s.at
		from statement_lines as l join statements as s on s.id = l.statement
		where l.linked_receipt = ${receipt} and ${isReversalLine} and ${isUnnoted} order by l.completed_at`.execute(
		db,
	);
	const others = unnoted(
		lines.map((line) => ({ ...line, amount: Number(line.amount) })),
		noted.filter(({ withdrawn }) => withdrawn === null),
	);
	const byMpesa = { id: null, kind: 'reversal' as const, by: 'M-Pesa', on_statement: true };
	return [...noted, ...others.map((line) => ({ ...line, ...byMpesa, withdrawn: null }))];
};

/** Lists the assignments of a payment, oldest first, also those that were withdrawn. */
export const assignmentsOf = async (db: Db, id: string): Promise<Assignment[]> => {
	type Fields = Pick<Assignment, 'account_reference' | 'months'>;
	const entries = await entriesOf<Fields>(db, 'payment_assignments', [id]);
	return entries.map((entry) => ({
		...toNote(entry),
		account_reference: entry.account_reference,
		months: entry.months,
	}));
};

/** Lists the notes on a payment, oldest first, also those that were withdrawn. */
export const notesOn = async (db: Db, id: string): Promise<Note[]> =>
	(await entriesOf(db, 'payment_notes', [id])).map(toNote);

/** Finds an account reference by the id of a suggestion: `typed-` and a payment's id, or `assignment-` and its own id. */
export const referenceOf = async (db: Db, id: string) => {
	const [, payment, assignment] = /^(?:typed-(.+)|assignment-(\d{1,15}))$/.exec(id) ?? [];
	const table = payment ? 'payments' : 'payment_assignments';
	const found = await db
		.selectFrom(table)
		.select('account_reference')
		.where('id', '=', (payment ?? Number(assignment ?? 0)) as never)
		.executeTakeFirst();
	return found?.account_reference ?? undefined;
};

/** Returns whether a payment has adjustments, assignments or notes that were not withdrawn. */
export const hasNotes = async (db: Db, id: string) => {
	const entries = await Promise.all(noteTables.map((table) => entriesOf(db, table, [id])));
	return entries.flat().some(({ withdrawn }) => withdrawn === null);
};

/** Finds the adjustment with a receipt that was not withdrawn. */
export const adjustmentWith = async (db: Db, receipt: string) => {
	const { rows } = await sql<{ id: number; payment_id: string }>`
		select a.id, a.payment_id from payment_adjustments as a
		where a.receipt = ${receipt} and ${notWithdrawn('payment_adjustments')}`.execute(db);
	return rows[0];
};

/** Finds a reversal on a statement by its receipt: whole shillings, and the receipt that it reverses. */
export const reversalOn = async (db: Db, receipt: string) => {
	const { rows } = await sql<{ amount: number; of: string | null }>`
		select l.withdrawn / 100 as amount, l.linked_receipt as "of"
		from statement_lines as l where l.receipt = ${receipt} and ${isReversalLine} limit 1`.execute(
		db,
	);
	return rows[0];
};
