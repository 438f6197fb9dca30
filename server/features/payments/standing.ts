import { type RawBuilder, sql } from 'kysely';
import type { Adjustment, Assignment, Note } from '#shared/contract/adjustments.ts';
import { dayOf, dayText, monthsLater, parseDay } from '#shared/east-africa-time.ts';
import type { Db } from '../../db/database.ts';
import { type Beside, type Found, momentOf, type PaymentRow } from './tables.ts';

/** The dates of a payment of `months` that was made at a moment in milliseconds, or that begins on a day. */
export const validity = (months: number | null, at: number, start: string | null = null) => {
	if (months === null) return {};
	const day = (start !== null && parseDay(start)) || dayOf(at);
	return { start_date: dayText(day), end_date: dayText(monthsLater(day, months)) };
};

/** What people have added beside a payment, and the statements of M-Pesa, as far as it counts. */
export interface InForce {
	/** Whose the newest assignment says that it is, and for how long; null where nobody said. */
	assigned: { id: number; account_reference: string; months: number | null } | null;
	/** Whole shillings that were given back of it, at most its amount. */
	adjusted: number;
}
const NOTHING: InForce = { assigned: null, adjusted: 0 };

type Payment = Pick<PaymentRow, 'id' | 'amount'> & { receipt: string | null };

/**
 * A row of a table, called `alias`, says something and was not taken back. The plus sign keeps the index of `withdraws`
 * out of it, which finds them all (sqlite.org/optoverview.html).
 */
export const holds = (
	table: 'payment_adjustments' | 'payment_assignments' | 'payment_notes' | 'delivery_settlements',
	alias = 'a',
) =>
	sql<boolean>`+${sql.ref(alias)}.withdraws is null and not exists (
		select 1 from ${sql.table(table)} as w where w.withdraws = ${sql.ref(alias)}.id)`;

/** What M-Pesa took back by a line `l` of a statement. */
export const takesBack = sql`l.kind = 'reversal' and l.withdrawn > 0`;
/** A line `l` that nobody has noted by hand: those two are one. */
export const isUnnoted = sql`not exists (select 1 from payment_adjustments as a
	where a.receipt = l.receipt and ${holds('payment_adjustments')})`;
/** What a statement says of a hand-written adjustment `a`, in cents: it is M-Pesa that knows the amount. */
const onStatement = sql`(select max(l.withdrawn) from statement_lines as l where l.receipt = a.receipt and ${takesBack})`;

/** What people noted beside payments with these ids, and statements say of these receipts, as `Found` has it. */
export const notesOf = (ids: RawBuilder<unknown>, receipts: RawBuilder<unknown>) => sql<Found>`
	select 'assignment' as what, a.payment_id as owner, a.id as n, a.account_reference as text, a.months as amount,
		null as receipt
	from payment_assignments as a where a.payment_id in (${ids}) and ${holds('payment_assignments')}
	union all
	select 'adjustment', a.payment_id, a.id, null, coalesce(${onStatement} / 100, a.amount), a.receipt
	from payment_adjustments as a where a.payment_id in (${ids}) and ${holds('payment_adjustments')}
	union all
	select 'line', l.linked_receipt, 0, null, l.withdrawn / 100, l.receipt
	from statement_lines as l where l.linked_receipt in (${receipts}) and ${takesBack} and ${isUnnoted}`;

/** Lines of a statement that nobody noted: what was noted without a receipt is one of the same amount. */
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

/** What counts beside a payment, of what was found. */
export const inForce = ({ id, amount, receipt }: Payment, beside: Beside): InForce => {
	const own = beside.get(id) ?? [];
	const lines = (receipt !== null && beside.get(receipt)) || [];
	if (own.length + lines.length === 0) return NOTHING;
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

/** What a payment has other than its row, by what was added beside it: whose it is, until when it counts, what was given back. */
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

type Noted = {
	id: number;
	at: string;
	reason: string;
	actor_name: string;
	withdraws: number | null;
};

type NotedAdjustment = Noted &
	Pick<Adjustment, 'kind' | 'amount' | 'receipt' | 'happened_at'> & { on_statement: number | null };

/** The rows of one payment that say something, each with the one that took it back. */
const withWithdrawals = <Row extends Noted>(rows: readonly Row[]) => {
	const by = new Map(rows.map((row) => [row.withdraws, row]));
	return rows
		.filter(({ withdraws }) => withdraws === null)
		.map((row) => {
			const taken = by.get(row.id);
			const { id, at, reason, actor_name } = row;
			const withdrawn = taken ? { at: taken.at, by: taken.actor_name, reason: taken.reason } : null;
			return { row, noted: { id, at, reason, by: actor_name, withdrawn } };
		});
};

/** Everything that was ever given back of a payment, taken back or not, in the order in which it was noted. */
export const adjustmentsOf = async (
	db: Db,
	{ id, receipt }: Pick<Payment, 'id' | 'receipt'>,
): Promise<Adjustment[]> => {
	const { rows } = await sql<NotedAdjustment>`
		select a.*, ${onStatement} / 100 as on_statement from payment_adjustments as a
		where a.payment_id = ${id} order by a.id`.execute(db);
	const noted = withWithdrawals(rows).map(({ row, noted: fact }) => ({
		...fact,
		kind: row.kind,
		receipt: row.receipt,
		happened_at: row.happened_at,
		amount: Number(row.on_statement ?? row.amount),
		on_statement: row.on_statement !== null,
	}));
	const lines = await sql<{
		at: string;
		amount: number;
		receipt: string;
		details: string;
		noted_at: string;
	}>`
		select l.completed_at as at, l.withdrawn / 100 as amount, l.receipt, l.details, s.at as noted_at
		from statement_lines as l join statements as s on s.id = l.statement
		where l.linked_receipt = ${receipt} and ${takesBack} and ${isUnnoted} order by l.completed_at`.execute(
		db,
	);
	const held = noted.filter(({ withdrawn }) => withdrawn === null);
	const more = unnoted(
		lines.rows.map((line) => ({ ...line, amount: Number(line.amount) })),
		held,
	);
	return [
		...noted,
		...more.map(({ at, amount, receipt: of, details, noted_at }) => ({
			id: null,
			kind: 'reversal' as const,
			amount,
			receipt: of,
			happened_at: at,
			at: noted_at,
			by: 'M-Pesa',
			reason: details,
			on_statement: true,
			withdrawn: null,
		})),
	];
};

/** Everything that was ever said about whose a payment is, in the order in which it was. */
export const assignmentsOf = async (db: Db, paymentId: string): Promise<Assignment[]> => {
	const rows = await db
		.selectFrom('payment_assignments')
		.selectAll()
		.where('payment_id', '=', paymentId)
		.orderBy('id')
		.execute();
	return withWithdrawals(rows).map(({ row, noted }) => ({
		...noted,
		account_reference: row.account_reference as string,
		months: row.months,
	}));
};

/** Lists the notes on a payment, oldest first, also those that were taken back. */
export const notesOn = async (db: Db, paymentId: string): Promise<Note[]> => {
	const rows = await db
		.selectFrom('payment_notes')
		.selectAll()
		.where('payment_id', '=', paymentId)
		.orderBy('id')
		.execute();
	return withWithdrawals(rows).map(({ noted }) => noted);
};

/**
 * Finds an account reference by where it stands: `typed-` and a payment's id, `assignment-` and its own id. Undefined
 * where there is none.
 */
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

/** Returns whether a payment has adjustments, assignments or notes that were not taken back. */
export const hasNotes = async (db: Db, id: string) =>
	(
		await sql`select 1 from payment_adjustments as a where a.payment_id = ${id} and ${holds('payment_adjustments')}
			union all select 1 from payment_assignments as a where a.payment_id = ${id} and ${holds('payment_assignments')}
			union all select 1 from payment_notes as a where a.payment_id = ${id} and ${holds('payment_notes')}
			limit 1`.execute(db)
	).rows.length > 0;

/** The adjustment that counts with this receipt. */
export const noteOf = async (db: Db, receipt: string) =>
	(
		await sql<{
			id: number;
			payment_id: string;
		}>`select a.id, a.payment_id from payment_adjustments as a
			where a.receipt = ${receipt} and ${holds('payment_adjustments')}`.execute(db)
	).rows[0];

/** What a statement says of a reversal with this receipt: whole shillings, and the receipt that it takes back. */
export const reversalOn = async (db: Db, receipt: string) =>
	(
		await sql<{
			amount: number;
			of: string | null;
		}>`select l.withdrawn / 100 as amount, l.linked_receipt as "of"
			from statement_lines as l where l.receipt = ${receipt} and ${takesBack} limit 1`.execute(db)
	).rows[0];
