import { type RawBuilder, sql } from 'kysely';
import { formatIso } from '#shared/east-africa-time.ts';
import { isAdjustment } from '../decisions/store.ts';
import { toSeq } from '../payments/tables.ts';
import type { Coverage } from './statement-coverage.ts';
import type { Month } from './tables.ts';

/** Tolerated difference between our clock and M-Pesa's, and delay of a payment on a statement. */
export const FRESH_MS = 10 * 60_000;

/** True for lines of an alias by which money came in. */
const isPaidIn = (alias: string) =>
	sql`${sql.ref(`${alias}.paid_in`)} > 0 and ${sql.ref(`${alias}.kind`)} in ('payment', 'other')`;

/** Selects the ids of lines or payments that people attached to each other; few, and read once. */
const selectAttachedIds = (column: 'about_id' | 'payment_id') =>
	sql`(select ${sql.ref(column)} from decisions where what = 'attached' and withdrawn_at is null)`;

/** True if a line has this receipt and is not attached to a payment. */
const isOnLine = (receipt: RawBuilder<unknown>) =>
	sql`exists (select 1 from statement_lines as s where s.receipt = ${receipt} and ${isPaidIn('s')}
		and s.id not in ${selectAttachedIds('about_id')})`;

/** True if a line is about this payment: it is attached to it, or has its receipt. */
export const isMatched = (payment: string, receipt: string | null) =>
	sql<boolean>`(${payment} in ${selectAttachedIds('payment_id')} or ${isOnLine(sql`${receipt}`)})`;

/**
 * True if another line than `l` is about the payment `r` of its receipt: an attached one, or, of several lines with
 * that receipt, the one of its amount or else the first. So each payment counts once.
 */
const isOfAnother = sql`(r.id in ${selectAttachedIds('payment_id')} or exists (select 1 from statement_lines as same
	where same.receipt = l.receipt and ${isPaidIn('same')} and same.id <> l.id
		and same.id not in ${selectAttachedIds('about_id')}
		and (same.paid_in = r.amount * 100 and l.paid_in <> r.amount * 100
			or (same.paid_in = r.amount * 100) = (l.paid_in = r.amount * 100) and same.identity < l.identity)))`;

/** The payment with another receipt that a line `l` takes back, because the original line was attached to it. */
const ofAttached = sql`case when l.kind = 'reversal' and l.paid_in = 0 then (select min(o.payment_id)
	from statement_lines as s join decisions as o on o.about_kind = 'line' and o.about_id = s.id
	where s.receipt = l.linked_receipt and o.what = 'attached' and o.withdrawn_at is null) end`;

/** Selects the lines of a month, each with its payment and decision. */
export const selectLines = ({ from, to }: Month) => sql`
	select l.id, 'statement' as "of", l.completed_at as at, l.kind, l.receipt, l.details, l.payer_name, l.phone,
		l.account_reference, l.paid_in, l.withdrawn, l.linked_receipt,
		p.id as payment_id, p.amount as payment_amount, p.seq as payment_seq, p.paid_at as payment_paid_at,
		p.status as payment_status, coalesce(p.receipt, r.receipt) as payment_receipt,
		coalesce(w.what, d.what, case when n.id is not null and l.linked_receipt is null then 'attached' end) as decided,
		coalesce(w.reason, d.reason, n.reason) as reason, coalesce(w.actor_name, d.actor_name, n.actor_name) as decided_by,
		coalesce(w.created_at, d.created_at, n.created_at) as decided_at, coalesce(w.id, d.id, n.id) as decision_id,
		case
			when d.what = 'not_ours' then 'not_ours'
			when d.what in ('duplicate', 'to_return', 'other') then 'settled'
			when l.kind = 'charge' then 'charge'
			when l.kind in ('sweep', 'withdrawal') then 'sweep'
			when l.paid_in = 0 then case
				when n.id is not null or l.kind = 'reversal' and coalesce(l.linked_receipt, p.id) is not null then 'reversed'
				when l.kind = 'reversal' then 'reversal_open'
				when l.withdrawn > 0 then 'paid_out' else 'sweep' end
			when w.what = 'not_ours' then 'not_ours'
			when w.what is not null then 'settled'
			when p.id is null then 'only_statement'
			when p.amount <> l.paid_in / 100 then 'amount_differs'
			when p.amount * 100 <> l.paid_in and coalesce(d.what, '') not in ('booked', 'attached') then 'amount_differs'
			else 'matched'
		end as state
	from statement_lines as l
	left join decisions as d on d.about_kind = 'line' and d.about_id = l.id and d.withdrawn_at is null
	left join decisions as n on n.line_id = l.id and ${isAdjustment('n')}
	left join payments as r on r.receipt = case when ${isPaidIn('l')} then l.receipt
		when l.paid_in = 0 and l.kind = 'reversal' then l.linked_receipt end
	left join payments as p on p.id = coalesce(n.payment_id, case when d.what = 'attached' then d.payment_id
		when l.paid_in = 0 or not ${isOfAnother} then r.id end, ${ofAttached})
	left join decisions as w on w.id = p.write_off_id and l.paid_in > 0
	where l.completed_at >= ${formatIso(from)} and l.completed_at < ${formatIso(to)}`;

/** Selects the completed payments of a month, also written-off ones, that no line of any statement is about. */
export const selectUncoveredPayments = (
	{ from, to }: Month,
	{ covered }: Pick<Coverage, 'covered'>,
	now: number,
) => {
	const within = (start: number, end: number) =>
		sql`(p.paid_at >= ${formatIso(start)} and p.paid_at < ${formatIso(end)}
			or p.paid_at is null and p.seq >= ${toSeq(start)} and p.seq < ${toSeq(end)})`;
	// Each half uses its own index. M-Pesa's time may be far from the request, so `seq` cannot limit the search.
	const ofMonth = sql`select seq from payments where paid_at >= ${formatIso(from)} and paid_at < ${formatIso(to)}
		union all select seq from payments
		where paid_at is null and seq >= ${toSeq(from)} and seq < ${toSeq(to)}`;
	const isCovered = covered
		.map(([start, end]) => [start, Math.min(end, now - FRESH_MS)] as const)
		.filter(([start, end]) => start < end)
		.map(([start, end]) => within(start, end));
	return sql`
	select p.id, 'books' as "of", p.paid_at as at, 'payment' as kind, p.receipt, null as details, p.payer_name, p.phone,
		p.account_reference, null as paid_in, null as withdrawn, null as linked_receipt,
		p.id as payment_id, p.amount as payment_amount, p.seq as payment_seq, p.paid_at as payment_paid_at,
		p.status as payment_status, p.receipt as payment_receipt,
		coalesce(w.what, d.what) as decided, coalesce(w.reason, d.reason) as reason,
		coalesce(w.actor_name, d.actor_name) as decided_by, coalesce(w.created_at, d.created_at) as decided_at,
		coalesce(w.id, d.id) as decision_id,
		case
			when coalesce(w.what, d.what) = 'not_ours' then 'not_ours'
			when coalesce(w.what, d.what) is not null then 'settled'
			when ${isCovered.length > 0 ? sql.join(isCovered, sql` or `) : sql`1 = 0`} then 'only_books'
			else 'waiting'
		end as state
	from payments as p
	left join decisions as d on d.about_kind = 'line' and d.about_id = p.id and d.withdrawn_at is null
	left join decisions as w on w.id = p.write_off_id
	where p.status in ('completed', 'written_off') and p.seq in (${ofMonth})
		and not ${isOnLine(sql`p.receipt`)} and p.id not in ${selectAttachedIds('payment_id')}`;
};

/** Selects the refunds and reversals of counted payments that people noted in a month and no statement line shows, as `Item`. */
export const selectNotes = ({ from, to }: Month) => sql`
	select 'note ' || a.id as id, 'note' as "of", a.at, a.what as kind, a.receipt, null as details,
		p.payer_name, p.phone, p.account_reference, null as paid_in, null as withdrawn, p.receipt as linked_receipt,
		a.payment_id, a.amount_shillings as payment_amount, p.seq as payment_seq, p.paid_at as payment_paid_at,
		null as payment_status, null as payment_receipt,
		null as decided, a.reason, a.actor_name as decided_by, a.created_at as decided_at, a.id as decision_id, 'returned' as state
	from decisions as a join payments as p on p.id = a.payment_id
	where a.at >= ${formatIso(from)} and a.at < ${formatIso(to)} and ${isAdjustment('a')}
		and a.line_id is null and p.status = 'completed'`;

/** Selects the same as a table of its own. The empty part gives PostgreSQL the types of the columns. */
export const selectOnlyNotes = (month: Month) => sql`
	select * from (${selectLines(month)}) as typed where 1 = 0 union all ${selectNotes(month)}`;

/** Selects all lines and payments of a month that can be matched, as a table of `Item`. */
export const selectItems = (month: Month, coverage: Coverage, now: number) =>
	sql`${selectLines(month)} union all ${selectUncoveredPayments(month, coverage, now)}`;
