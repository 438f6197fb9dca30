import { sql } from 'kysely';
import type { ToAssign } from '#shared/contract/transactions-query.ts';
import type { Db } from '../../../db/database.ts';
import { plainLower } from '../../../db/engine.ts';
import { holds, type InForce, isUnnoted, takesBack } from '../adjustments/store.ts';
import type { PaymentRow } from '../tables.ts';

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

/** How many payments wait for their account, and how many of those have one that no other payment has. */
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

type Payment = Pick<PaymentRow, 'id' | 'origin' | 'status' | 'amount' | 'months' | 'receipt'>;

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
