import { sql } from 'kysely';
import type { Adjustment, Assignment, Note } from '#shared/contract/adjustments.ts';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Db } from '../../db/database.ts';
import { isReversalLine, isUnnoted, notWithdrawn, onStatement, unnoted } from './payment-state.ts';
import { type Payment, withMarks } from './store.ts';
import { type NoteTable, noteTables } from './tables.ts';
import { messageOnWire, settlementOnWire, settlementsOf } from './unmatched.ts';

type EntryRow = Omit<Note, 'withdrawn'> &
	Record<'w_by' | 'w_reason', string> & { w_at: string | null };

/** Lists the entries of a table about a payment, oldest first, each with its withdrawal. */
export const entriesOf = async <Fields>(
	db: Db,
	table: NoteTable,
	id: string,
): Promise<(Note & Fields)[]> => {
	const more =
		table === 'payment_adjustments' ? sql`, ${onStatement} / 100 as on_statement` : sql``;
	const { rows } = await sql<EntryRow & Fields>`
		select a.*, a.actor_name as "by", w.at as w_at, w.actor_name as w_by, w.reason as w_reason${more}
		from ${sql.table(table)} as a left join ${sql.table(table)} as w on w.withdraws = a.id
		where a.payment_id = ${id} and a.withdraws is null order by a.id`.execute(db);
	return rows.map(({ w_at, w_by, w_reason, ...row }) => ({
		...(row as EntryRow & Fields),
		withdrawn: w_at === null ? null : { at: w_at, by: w_by, reason: w_reason },
	}));
};

/** Returns whether a payment has adjustments, assignments or notes that were not withdrawn. */
export const hasNotes = async (db: Db, id: string) => {
	const entries = await Promise.all(noteTables.map((table) => entriesOf(db, table, id)));
	return entries.flat().some(({ withdrawn }) => withdrawn === null);
};

/** Finds the adjustment with a receipt that was not withdrawn. */
export const adjustmentWith = (db: Db, receipt: string) =>
	db
		.selectFrom('payment_adjustments as a')
		.select(['a.id', 'a.payment_id'])
		.where('a.receipt', '=', receipt)
		.where(notWithdrawn('payment_adjustments'))
		.executeTakeFirst();

/** Lists all reversals and refunds of a payment, also withdrawn ones; people's entries first. */
const adjustmentsOf = async (db: Db, { id, receipt }: Payment): Promise<Adjustment[]> => {
	type Fields = Omit<Adjustment, 'on_statement'> & { id: number; on_statement: number | null };
	const entries = await entriesOf<Fields>(db, 'payment_adjustments', id);
	const noted = entries.map((entry) => ({
		...entry,
		amount: Number(entry.on_statement ?? entry.amount),
		on_statement: entry.on_statement !== null,
	}));
	const lines = await db
		.selectFrom('statement_lines as l')
		.innerJoin('statements as s', 's.id', 'l.statement')
		.select(['l.completed_at as happened_at', 'l.receipt', 'l.details as reason', 's.at'])
		.select(sql<number>`l.withdrawn / 100`.as('amount'))
		.where('l.linked_receipt', '=', receipt)
		.where(sql<boolean>`${isReversalLine} and ${isUnnoted}`)
		.orderBy('l.completed_at')
		.execute();
	const others = unnoted(
		lines.map((line) => ({ ...line, amount: Number(line.amount) })),
		noted.filter(({ withdrawn }) => withdrawn === null),
	);
	const byMpesa = { id: null, kind: 'reversal' as const, by: 'M-Pesa', on_statement: true };
	return [...noted, ...others.map((line) => ({ ...line, ...byMpesa, withdrawn: null }))];
};

const messagesOf = async (db: Db, id: string) => {
	const rows = await db
		.selectFrom('payment_outcomes as o')
		.innerJoin('mpesa_messages as m', 'm.id', 'o.message_id')
		.selectAll('m')
		.select(['o.outcome', 'o.at as outcome_at'])
		.where('o.payment_id', '=', id)
		.orderBy('m.id')
		.orderBy('o.id')
		.execute();
	const settlements = await settlementsOf(db, [...new Set(rows.map((row) => row.id))]);
	return Map.groupBy(rows, (row) => row.id)
		.values()
		.map(([first, ...more]) => {
			const message = first as (typeof rows)[number];
			const settled = settlements.get(message.id);
			return {
				...messageOnWire(message),
				outcomes: [message, ...more].map(({ outcome, outcome_at: at }) => ({ outcome, at })),
				settlement: settled ? settlementOnWire(settled) : null,
			};
		})
		.toArray();
};

/** Returns a payment with its entries, messages and history. */
export const withEvidence = async (
	db: Db,
	payment: Payment,
	now: number,
): Promise<TransactionWithEvidence> => {
	const { id } = payment;
	const [[transaction], adjustments, assignments, notes, evidence, history] = await Promise.all([
		withMarks(db, [payment], now),
		adjustmentsOf(db, payment),
		entriesOf<Pick<Assignment, 'account_reference' | 'months'>>(db, 'payment_assignments', id),
		entriesOf(db, 'payment_notes', id),
		messagesOf(db, id),
		db
			.selectFrom('payment_events')
			.select(['at', 'from_status as from', 'to_status as to', 'cause', 'message_id'])
			.select(['actor', 'note'])
			.where('payment_id', '=', id)
			.orderBy('id')
			.execute(),
	]);
	return {
		...(transaction as TransactionWithEvidence),
		...{ adjustments, assignments, notes, evidence, history },
	};
};
