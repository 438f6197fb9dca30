import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { holds, isUnnoted, takesBack } from '../payments/standing.ts';
import { type Items, monthItems } from '../reconciliation/store.ts';
import type { Month } from '../reconciliation/tables.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** Notes of the payment of `a` that are like it and not newer, itself too: without a receipt, and of its amount. */
const notesSoFar = sql`(select count(*) from payment_adjustments as b where b.payment_id = a.payment_id
	and b.receipt is null and b.amount = a.amount and b.id <= a.id and ${holds('payment_adjustments', 'b')})`;
/** Lines that take such an amount of a payment `p` back, and that nobody noted by their receipt: each is one such note. */
const linesLike = sql`(select count(*) from statement_lines as l where l.linked_receipt = p.receipt
	and l.withdrawn / 100 = a.amount and ${takesBack} and ${isUnnoted})`;

/**
 * What people noted that was given back of a payment in a month, in the columns of `Item`. What a line of a
 * statement says itself is not said again, as beside the payment (`inForce`).
 */
const notesOf = ({ from, to }: Month) => sql`
	select 'note ' || a.id as id, 'note' as "of", a.happened_at as at, a.kind, a.receipt, null as details,
		p.payer_name, p.phone, p.account_reference, null as paid_in, null as withdrawn, p.receipt as linked_receipt,
		a.payment_id, a.amount as payment_amount, null as payment_seq, null as payment_paid_at,
		null as payment_status, null as payment_receipt,
		null as decided, a.reason, a.actor_name as decided_by, a.at as decided_at, 'returned' as state
	from payment_adjustments as a join payments as p on p.id = a.payment_id
	where a.happened_at >= ${iso(from)} and a.happened_at < ${iso(to)} and ${holds('payment_adjustments')}
		and not exists (select 1 from statement_lines as l where l.receipt = a.receipt and ${takesBack})
		and (a.receipt is not null or ${notesSoFar} > ${linesLike})`;

/** What an item gave back to a payer of money that is in the books, in cents: what a reversal names may never have come there. */
export const RETURNED = sql`case
	when state = 'reversed' and linked_receipt is not null and coalesce(payment_status, '') <> 'completed' then 0
	when state = 'reversed' then withdrawn
	when state = 'returned' then payment_amount * 100 else 0 end`;

/** All that a month (`yyyy-MM`) is made of as of `now`: what there is to match, and what was given back. */
export const periodItems = async (db: Db, text: string, now: number) => {
	const found = await monthItems(db, text, now);
	return {
		...found,
		items:
			sql`select * from (${found.items}) as matched union all ${notesOf(found.month)}` as Items,
	};
};

/** The columns of an item, in which its closing keeps it. */
export const COLUMNS = sql.join(
	`id of at kind receipt details payer_name phone account_reference paid_in withdrawn linked_receipt payment_id
	payment_amount payment_seq payment_paid_at payment_status payment_receipt decided reason decided_by decided_at state`
		.split(/\s+/)
		.map((name) => sql.ref(name)),
);

/** The lines and payments of a month as its closing kept them. */
export const keptItems = (step: string): Items =>
	sql`select ${COLUMNS} from period_items where step = ${step}`;
