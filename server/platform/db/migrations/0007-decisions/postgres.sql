-- All decisions of people about money in one table: adjustments, assignments and notes of payments, decided deliveries and
-- statement lines, checked marks, and receipts that callers read out. Only the end of a decision may be added later, and
-- the payment may change when two payments are merged.

create table decisions (
	id bigint primary key generated always as identity,
	about_kind text collate "C" not null check (about_kind in ('payment', 'delivery', 'line', 'receipt', 'account')),
	-- Id of a payment, message, statement line or account; for a receipt the receipt itself.
	about_id text collate "C" not null,
	what text collate "C" not null,
	payment_id text collate "C",
	amount_shillings integer check (amount_shillings > 0),
	receipt text collate "C",
	account_reference text,
	months integer check (months > 0),
	phone text collate "C",
	-- Outcome of the message, or status of the payment, before the decision.
	state_before text,
	-- The changed values, as JSON.
	undo text,
	-- Time of the event that the decision records, such as a refund.
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	created_at timestamptz not null,
	withdrawn_at timestamptz,
	withdrawn_by text collate "C",
	withdrawn_name text,
	withdrawn_reason text
);

create index decisions_payment on decisions (payment_id, what);
create index decisions_about on decisions (about_kind, about_id);
-- A delivery, a line and a receipt have at most one decision that counts.
create unique index decisions_one on decisions (about_kind, about_id)
	where withdrawn_at is null and about_kind in ('delivery', 'line', 'receipt');
create index decisions_receipt on decisions (receipt) where receipt is not null;
create index decisions_at on decisions (at) where what in ('reversal', 'refund');
create index decisions_what on decisions (what, id) where withdrawn_at is null;
create index decisions_by_reference on decisions (lower(account_reference collate "C")) where account_reference is not null;

insert into decisions (about_kind, about_id, what, payment_id, amount_shillings, receipt, account_reference, months, phone,
	state_before, at, reason, actor, actor_name, created_at, withdrawn_at, withdrawn_by, withdrawn_name, withdrawn_reason)
select about_kind, about_id, what, payment_id, amount_shillings, receipt, account_reference, months, phone,
	state_before, at, reason, actor, actor_name, created_at, withdrawn_at, withdrawn_by, withdrawn_name, withdrawn_reason
from (
	select 'payment' as about_kind, a.payment_id as about_id, a.kind as what, a.payment_id, a.amount as amount_shillings,
		a.receipt, null::text as account_reference, null::integer as months, null::text as phone, null::text as state_before, a.happened_at as at,
		a.reason, a.actor, a.actor_name, a.at as created_at, w.at as withdrawn_at, w.actor as withdrawn_by,
		w.actor_name as withdrawn_name, w.reason as withdrawn_reason, a.id as place
	from payment_adjustments as a left join payment_adjustments as w on w.withdraws = a.id where a.withdraws is null
	union all
	select 'payment', a.payment_id, 'assignment', a.payment_id, null, null, a.account_reference, a.months, null, null, a.at,
		a.reason, a.actor, a.actor_name, a.at, w.at, w.actor, w.actor_name, w.reason, a.id
	from payment_assignments as a left join payment_assignments as w on w.withdraws = a.id where a.withdraws is null
	union all
	select 'payment', a.payment_id, 'note', a.payment_id, null, null, null, null, null, null, a.at,
		a.reason, a.actor, a.actor_name, a.at, w.at, w.actor, w.actor_name, w.reason, a.id
	from payment_notes as a left join payment_notes as w on w.withdraws = a.id where a.withdraws is null
	union all
	select 'delivery', a.message_id::text, a.decided, a.payment_id, null, null, null, null, null, a.was, a.at,
		a.reason, a.actor, a.actor_name, a.at, w.at, w.actor, w.actor_name, w.reason, a.id
	from delivery_settlements as a left join delivery_settlements as w on w.withdraws = a.id where a.withdraws is null
	union all
	select 'payment', e.payment_id, 'settled', e.payment_id, null, null, null, null, null, e.to_status, e.at,
		coalesce(e.note, 'Settled'), coalesce(e.actor, 'system'), coalesce(u.name, 'System'), e.at, null, null, null, null, e.id
	from payment_events as e left join people as u on 'person:' || u.id = e.actor where e.cause = 'settled'
	union all
	select 'line', d.item_id, d.decided, coalesce(d.payment_id, p.id), null, l.receipt, null, null, null, null, d.at,
		d.reason, d.actor, d.actor_name, d.at, d.withdrawn_at, d.withdrawn_by,
		case when d.withdrawn_at is not null then coalesce(u.name, 'System') end,
		case when d.withdrawn_at is not null then 'Withdrawn' end, 0
	from reconciliation_decisions as d
	left join statement_line_rows as l on l.id = d.item_id
	left join payments as p on p.id = d.item_id
	left join people as u on 'person:' || u.id = d.withdrawn_by
	union all
	select 'receipt', a.receipt, 'awaited', null, a.amount, a.receipt, null, null, a.phone, null, a.at,
		a.reason, a.actor, a.actor_name, a.at, a.withdrawn_at, case when a.withdrawn_at is not null then a.actor end,
		case when a.withdrawn_at is not null then a.actor_name end,
		case when a.withdrawn_at is not null then 'Withdrawn' end, a.id
	from awaited_receipts as a
) as earlier
order by created_at, what, place;

drop table payment_adjustments;
drop table payment_assignments;
drop table payment_notes;
drop table delivery_settlements;
drop table reconciliation_decisions;
drop table awaited_receipts;
drop index payment_events_settled;

create trigger decisions_no_update before update on decisions for each row
	when (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at
		or (new.id, new.about_kind, new.what, new.amount_shillings, new.receipt, new.account_reference, new.months, new.phone, new.state_before, new.undo, new.at, new.reason, new.actor, new.actor_name, new.created_at) is distinct from
			(old.id, old.about_kind, old.what, old.amount_shillings, old.receipt, old.account_reference, old.months, old.phone, old.state_before, old.undo, old.at, old.reason, old.actor, old.actor_name, old.created_at))
	execute function refuse_change();
create trigger decisions_no_delete before delete or truncate on decisions execute function refuse_change();

-- An import can be removed, with an audit row.
drop trigger statements_append_only on statements;
create trigger statements_no_update before update or truncate on statements execute function refuse_change();
