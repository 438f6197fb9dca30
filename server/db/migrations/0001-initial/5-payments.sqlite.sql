-- Payments, everything that was ever heard or asked about them, the figures kept of them, and what people add beside
-- them. Money is whole shillings.
-- Nobody changes or removes what was heard, asked and decided, not even we: see the triggers.

create table payments (
	-- The order of the list in one number: its moment in milliseconds times 1,024, and a tie-breaker.
	seq integer primary key not null,
	id text not null unique,
	-- How we know of it: our own prompt, a payment by hand, the sample data, or a statement alone.
	origin text not null check (origin in ('stk', 'c2b', 'sample', 'statement')),
	status text not null check (status in ('pending', 'completed', 'failed')),
	amount integer not null check (amount > 0),
	phone text,
	receipt text unique,
	checkout_request_id text unique,
	merchant_request_id text unique,
	account_reference text,
	payer_name text,
	description text,
	months integer,
	result_code text,
	result_desc text,
	paid_at text,
	start_date text,
	end_date text,
	requested_by text,
	version integer not null default 1,
	updated_at text not null
) strict;

create index payments_by_status on payments (status, seq);
create index payments_by_phone on payments (phone, seq);

-- Payments whose receipt has not arrived are few among many. With columns that are all the same, since
-- SQLite takes the index of receipts otherwise, which has every failed payment too.
create index payments_receipt_awaited on payments (status, receipt, seq)
	where status = 'completed' and receipt is null;

-- References near to one that was typed are looked for in the order of their letters, each once.
create index payments_by_reference on payments (lower(account_reference)) where account_reference is not null;

-- What a payment is found by, folded, a line each.
create virtual table payments_search using fts5
	(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

create trigger payments_search_insert after insert on payments begin
	insert into payments_search (rowid, text) values (new.seq, lower(
		coalesce(new.receipt, '') || char(10) || coalesce(new.phone, '') || char(10) ||
		coalesce(new.checkout_request_id, '') || char(10) || coalesce(new.merchant_request_id, '') || char(10) ||
		coalesce(new.account_reference, '') || char(10) || coalesce(new.payer_name, '')));
end;

create trigger payments_search_delete after delete on payments begin
	delete from payments_search where rowid = old.seq;
end;

create trigger payments_search_update after update of
	receipt, phone, checkout_request_id, merchant_request_id, account_reference, payer_name on payments
when new.receipt is not old.receipt or new.phone is not old.phone
	or new.checkout_request_id is not old.checkout_request_id
	or new.merchant_request_id is not old.merchant_request_id
	or new.account_reference is not old.account_reference or new.payer_name is not old.payer_name
begin
	delete from payments_search where rowid = old.seq;
	insert into payments_search (rowid, text) values (new.seq, lower(
		coalesce(new.receipt, '') || char(10) || coalesce(new.phone, '') || char(10) ||
		coalesce(new.checkout_request_id, '') || char(10) || coalesce(new.merchant_request_id, '') || char(10) ||
		coalesce(new.account_reference, '') || char(10) || coalesce(new.payer_name, '')));
end;

-- Everything that passed between M-Pesa and us, as it came.
create table mpesa_messages (
	id integer primary key autoincrement,
	at text not null,
	kind text not null,
	-- The CheckoutRequestID or TransID that it speaks of.
	key text,
	peer text,
	trusted integer not null check (trusted in (0, 1)),
	http_status integer,
	body blob not null
) strict;

create index mpesa_messages_key on mpesa_messages (key) where key is not null;
create index mpesa_messages_at on mpesa_messages (at);
create index mpesa_messages_kind on mpesa_messages (kind, id);

create trigger mpesa_messages_no_update before update on mpesa_messages begin select raise(abort, 'append-only'); end;
create trigger mpesa_messages_no_delete before delete on mpesa_messages begin select raise(abort, 'append-only'); end;

-- Deliveries that are kept and not yet applied.
create table payment_queue (
	message_id integer primary key not null
) strict;

-- What a message did, one row each time it was looked at.
create table payment_outcomes (
	id integer primary key autoincrement,
	message_id integer not null,
	payment_id text,
	outcome text not null,
	at text not null
) strict;

create index payment_outcomes_by_message_id on payment_outcomes (message_id);
create index payment_outcomes_by_payment_id on payment_outcomes (payment_id, outcome);
create index payment_outcomes_by_outcome on payment_outcomes (outcome, id);

create trigger payment_outcomes_no_update before update on payment_outcomes begin select raise(abort, 'append-only'); end;
create trigger payment_outcomes_no_delete before delete on payment_outcomes begin select raise(abort, 'append-only'); end;

-- What happened to a payment, and why.
create table payment_events (
	id integer primary key autoincrement,
	payment_id text not null,
	at text not null,
	from_status text,
	to_status text not null,
	cause text not null,
	message_id integer,
	actor text,
	note text
) strict;

create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_settled on payment_events (payment_id, to_status) where cause = 'settled';

create trigger payment_events_no_update before update on payment_events begin select raise(abort, 'append-only'); end;
create trigger payment_events_no_delete before delete on payment_events begin select raise(abort, 'append-only'); end;

-- When to ask Safaricom next about a pending payment.
create table payment_checks (
	payment_id text primary key not null,
	due_at text not null,
	tries integer not null
) strict;

create index payment_checks_due on payment_checks (due_at);

-- How many payments there are and of how much, by scope, bucket and label.
create table payment_counts (
	scope integer not null,
	bucket integer not null,
	label text not null,
	n integer not null,
	amount integer not null,
	constraint payment_counts_key primary key (scope, bucket, label)
) strict;

-- What people add beside a payment: money of it that was given back, and whose it is. Never changed: a mistake is
-- taken back by a row that names it.
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
	check ((kind is null) = (withdraws is not null) and
		(kind is null) = (amount is null) and (kind is null) = (happened_at is null))
) strict;

create index payment_adjustments_payment on payment_adjustments (payment_id, id);
create index payment_adjustments_receipt on payment_adjustments (receipt) where receipt is not null;
create index payment_adjustments_happened_at on payment_adjustments (happened_at) where happened_at is not null;

create trigger payment_adjustments_no_update before update on payment_adjustments begin select raise(abort, 'append-only'); end;
create trigger payment_adjustments_no_delete before delete on payment_adjustments begin select raise(abort, 'append-only'); end;

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
create index payment_assignments_by_reference on payment_assignments (lower(account_reference))
	where account_reference is not null;

create trigger payment_assignments_no_update before update on payment_assignments begin select raise(abort, 'append-only'); end;
create trigger payment_assignments_no_delete before delete on payment_assignments begin select raise(abort, 'append-only'); end;

-- What people said that deliveries are which changed no payment. Never changed: what was said is taken back by a row
-- that names it.
create table delivery_settlements (
	id integer primary key autoincrement,
	message_id integer not null,
	-- Null in a row that takes another one back, as what it was until then.
	decided text check (decided in ('payment', 'not_ours', 'duplicate', 'to_return', 'other')),
	was text,
	payment_id text,
	at text not null,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdraws integer unique references delivery_settlements (id),
	check ((decided is null) = (withdraws is not null) and (decided is null) = (was is null))
) strict;

create index delivery_settlements_message on delivery_settlements (message_id, id);
create index delivery_settlements_payment on delivery_settlements (payment_id) where payment_id is not null;

create trigger delivery_settlements_no_update before update on delivery_settlements begin select raise(abort, 'append-only'); end;
create trigger delivery_settlements_no_delete before delete on delivery_settlements begin select raise(abort, 'append-only'); end;
