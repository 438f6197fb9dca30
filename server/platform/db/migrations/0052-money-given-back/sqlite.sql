-- Money that was decided to be given back, and is no payment of ours, is given back by a decision about that decision.
-- SQLite cannot change a check, so the table is made again.
create table decisions_next (
	id integer primary key autoincrement,
	about_kind text not null check (about_kind in ('payment', 'delivery', 'line', 'receipt', 'account', 'change', 'decision')),
	-- Id of a payment, message, statement line or account; for a receipt the receipt itself; for a change its month and id;
	-- for a decision its id.
	about_id text not null,
	what text not null,
	payment_id text references payments (id),
	amount_shillings integer check (amount_shillings > 0),
	receipt text,
	account_reference text,
	months integer check (months > 0),
	phone text,
	-- Outcome of the message, or status of the payment, before the decision.
	state_before text,
	-- The changed values, as JSON.
	undo text,
	-- Time of the event that the decision records, such as a refund.
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	created_at text not null,
	withdrawn_at text,
	withdrawn_by text,
	withdrawn_name text,
	withdrawn_reason text,
	line_id text,
	same_as integer references decisions_next (id),
	-- The first of the assignments of part payments that make a plan together.
	together integer references decisions_next (id)
) strict;

insert into decisions_next (id, about_kind, about_id, what, payment_id, amount_shillings, receipt, account_reference, months, phone,
	state_before, undo, at, reason, actor, actor_name, created_at, withdrawn_at, withdrawn_by, withdrawn_name,
	withdrawn_reason, line_id, same_as, together)
select id, about_kind, about_id, what, payment_id, amount_shillings, receipt, account_reference, months, phone,
	state_before, undo, at, reason, actor, actor_name, created_at, withdrawn_at, withdrawn_by, withdrawn_name,
	withdrawn_reason, line_id, same_as, together
from decisions order by id;

drop table decisions;
alter table decisions_next rename to decisions;

create index decisions_payment on decisions (payment_id, what);
create index decisions_about on decisions (about_kind, about_id);
-- A delivery, a line, a receipt, a change and a decision have at most one decision that counts.
create unique index decisions_one on decisions (about_kind, about_id)
	where withdrawn_at is null and about_kind in ('delivery', 'line', 'receipt', 'change', 'decision');
create index decisions_receipt on decisions (receipt) where receipt is not null;
create index decisions_at on decisions (at) where what in ('reversal', 'refund');
create index decisions_what on decisions (what, id) where withdrawn_at is null;
create index decisions_by_reference on decisions (lower(account_reference)) where account_reference is not null;
create index decisions_line on decisions (line_id) where line_id is not null;
create index decisions_same_as on decisions (same_as) where same_as is not null;
create index decisions_together on decisions (together) where together is not null;

create trigger decisions_no_update before update on decisions
when old.withdrawn_at is not null and new.withdrawn_at is not old.withdrawn_at
	or new.id is not old.id
	or new.about_kind is not old.about_kind
	or new.what is not old.what
	or new.amount_shillings is not old.amount_shillings
	or new.receipt is not old.receipt
	or new.account_reference is not old.account_reference
	or new.months is not old.months
	or new.phone is not old.phone
	or new.state_before is not old.state_before
	or new.undo is not old.undo
	or new.at is not old.at
	or new.reason is not old.reason
	or new.actor is not old.actor
	or new.actor_name is not old.actor_name
	or new.created_at is not old.created_at
begin select raise(abort, 'append-only'); end;
create trigger decisions_no_delete before delete on decisions begin select raise(abort, 'append-only'); end;
