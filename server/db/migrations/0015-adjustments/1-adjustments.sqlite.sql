-- What people add beside a payment: money of it that was given back, and whose it is. Never changed: a mistake is
-- taken back by a row that names it. Amounts are whole shillings.

create table payment_adjustments (
	id integer primary key autoincrement,
	payment_id text not null,
	-- Null, as what follows up to the receipt, in a row that takes another one back.
	kind text check (kind in ('reversal', 'refund')),
	amount integer check (amount > 0),
	receipt text,
	-- When the money went, and when somebody wrote it down.
	happened_at text,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references payment_adjustments (id),
	check ((kind is null) = (withdraws is not null) and (kind is null) = (amount is null) and (kind is null) = (happened_at is null))
) strict;

create index payment_adjustments_payment on payment_adjustments (payment_id, id);
create index payment_adjustments_receipt on payment_adjustments (receipt) where receipt is not null;
create index payment_adjustments_happened_at on payment_adjustments (happened_at) where happened_at is not null;

create table payment_assignments (
	id integer primary key autoincrement,
	payment_id text not null,
	-- Null in a row that takes another one back.
	account_reference text,
	months integer check (months > 0),
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references payment_assignments (id),
	check ((account_reference is null) = (withdraws is not null))
) strict;

create index payment_assignments_payment on payment_assignments (payment_id, id);
create index payment_assignments_reference on payment_assignments (account_reference) where account_reference is not null;

-- Reversals are asked for by the payment that they take back.
create index statement_lines_linked_receipt on statement_lines (linked_receipt) where linked_receipt is not null;

create trigger payment_adjustments_no_update before update on payment_adjustments begin select raise(abort, 'append-only'); end;
create trigger payment_adjustments_no_delete before delete on payment_adjustments begin select raise(abort, 'append-only'); end;
create trigger payment_assignments_no_update before update on payment_assignments begin select raise(abort, 'append-only'); end;
create trigger payment_assignments_no_delete before delete on payment_assignments begin select raise(abort, 'append-only'); end;
