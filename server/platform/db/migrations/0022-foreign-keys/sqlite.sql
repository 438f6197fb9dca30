-- Foreign keys to payments. No payment is deleted any more: one whose booking is taken back, or that is merged into
-- another, becomes void. SQLite cannot add a foreign key to a column, so the tables are made again.
alter table payments add column merged_into text references payments (id);

update payments set merged_into = (select e.note from payment_events as e
		where e.payment_id = payments.id and e.cause = 'merged' and exists (select 1 from payments as p where p.id = e.note))
	where status = 'void';

create index payments_merged on payments (seq) where merged_into is not null;

create table decisions_next (
	id integer primary key autoincrement,
	about_kind text not null check (about_kind in ('payment', 'delivery', 'line', 'receipt', 'account')),
	-- Id of a payment, message, statement line or account; for a receipt the receipt itself.
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
	withdrawn_reason text
) strict;

insert into decisions_next (id, about_kind, about_id, what, payment_id, amount_shillings, receipt, account_reference, months, phone,
	state_before, undo, at, reason, actor, actor_name, created_at, withdrawn_at, withdrawn_by, withdrawn_name,
	withdrawn_reason)
select id, about_kind, about_id, what, payment_id, amount_shillings, receipt, account_reference, months, phone,
	state_before, undo, at, reason, actor, actor_name, created_at, withdrawn_at, withdrawn_by, withdrawn_name,
	withdrawn_reason
from decisions;

drop table decisions;
alter table decisions_next rename to decisions;

create index decisions_payment on decisions (payment_id, what);
create index decisions_about on decisions (about_kind, about_id);
-- A delivery, a line and a receipt have at most one decision that counts.
create unique index decisions_one on decisions (about_kind, about_id)
	where withdrawn_at is null and about_kind in ('delivery', 'line', 'receipt');
create index decisions_receipt on decisions (receipt) where receipt is not null;
create index decisions_at on decisions (at) where what in ('reversal', 'refund');
create index decisions_what on decisions (what, id) where withdrawn_at is null;
create index decisions_by_reference on decisions (lower(account_reference)) where account_reference is not null;

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


create table payment_outcomes_next (
	id integer primary key autoincrement,
	message_id integer not null,
	payment_id text references payments (id),
	outcome text not null,
	at text not null
) strict;

insert into payment_outcomes_next (id, message_id, payment_id, outcome, at)
select id, message_id, payment_id, outcome, at from payment_outcomes;

drop table payment_outcomes;
alter table payment_outcomes_next rename to payment_outcomes;

create index payment_outcomes_by_message_id on payment_outcomes (message_id);
create index payment_outcomes_by_payment_id on payment_outcomes (payment_id, outcome);
create index payment_outcomes_by_outcome on payment_outcomes (outcome, id);
create trigger payment_outcomes_no_update before update on payment_outcomes begin select raise(abort, 'append-only'); end;
create trigger payment_outcomes_no_delete before delete on payment_outcomes begin select raise(abort, 'append-only'); end;

create table payment_events_next (
	id integer primary key autoincrement,
	payment_id text not null references payments (id),
	at text not null,
	from_status text,
	to_status text not null,
	cause text not null,
	message_id integer,
	actor text,
	note text
) strict;

insert into payment_events_next (id, payment_id, at, from_status, to_status, cause, message_id, actor, note)
select id, payment_id, at, from_status, to_status, cause, message_id, actor, note from payment_events;

drop table payment_events;
alter table payment_events_next rename to payment_events;

create index payment_events_payment on payment_events (payment_id, id);
create trigger payment_events_no_update before update on payment_events begin select raise(abort, 'append-only'); end;
create trigger payment_events_no_delete before delete on payment_events begin select raise(abort, 'append-only'); end;

create table payment_checks_next (
	payment_id text primary key not null references payments (id),
	due_at text not null,
	tries integer not null
) strict;

insert into payment_checks_next (payment_id, due_at, tries) select payment_id, due_at, tries from payment_checks;

drop table payment_checks;
alter table payment_checks_next rename to payment_checks;

create index payment_checks_due on payment_checks (due_at);
