-- Payments, everything that was ever heard or asked about them, and the figures kept of them.
-- Money is whole shillings.

create table payments (
	-- The order of the list in one number: its moment in milliseconds times 1,024, and a tie-breaker.
	seq bigint primary key not null,
	id text collate "C" not null unique,
	origin text not null check (origin in ('stk', 'c2b', 'sample')),
	status text collate "C" not null check (status in ('pending', 'completed', 'failed')),
	amount integer not null check (amount > 0),
	phone text collate "C",
	receipt text collate "C" unique,
	checkout_request_id text collate "C" unique,
	merchant_request_id text collate "C" unique,
	account_reference text,
	payer_name text,
	description text,
	months integer,
	result_code text,
	result_desc text,
	paid_at timestamptz,
	start_date text,
	end_date text,
	requested_by text,
	version integer not null default 1,
	updated_at timestamptz not null,
	search_text text generated always as (lower((
		coalesce(receipt, '') || E'\n' || coalesce(phone, '') || E'\n' ||
		coalesce(checkout_request_id, '') || E'\n' || coalesce(merchant_request_id, '') || E'\n' ||
		coalesce(account_reference, '') || E'\n' || coalesce(payer_name, '')
	) collate "C")) stored
);

create index payments_by_status on payments (status, seq);
create index payments_by_phone on payments (phone, seq);

-- Payments whose receipt has not arrived are few among many. With columns that are all the same, since
-- SQLite takes the index of receipts otherwise, which has every failed payment too.
create index payments_receipt_awaited on payments (status, receipt, seq)
	where status = 'completed' and receipt is null;

create index payments_search on payments using gin (search_text gin_trgm_ops);

-- Everything that passed between M-Pesa and us, as it came.
create table mpesa_messages (
	id bigint primary key generated always as identity,
	at timestamptz not null,
	kind text collate "C" not null,
	-- The CheckoutRequestID or TransID that it speaks of.
	key text collate "C",
	peer text,
	trusted integer not null check (trusted in (0, 1)),
	http_status integer,
	body bytea not null
);

create index mpesa_messages_key on mpesa_messages (key) where key is not null;
create index mpesa_messages_at on mpesa_messages (at);
create index mpesa_messages_kind on mpesa_messages (kind, id);

-- Deliveries that are kept and not yet applied.
create table payment_queue (
	message_id bigint primary key not null
);

-- What a message did, one row each time it was looked at.
create table payment_outcomes (
	id bigint primary key generated always as identity,
	message_id bigint not null,
	payment_id text collate "C",
	outcome text collate "C" not null,
	at timestamptz not null
);

create index payment_outcomes_by_message_id on payment_outcomes (message_id);
create index payment_outcomes_by_payment_id on payment_outcomes (payment_id, outcome);
create index payment_outcomes_by_outcome on payment_outcomes (outcome, id);

-- What happened to a payment, and why.
create table payment_events (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	at timestamptz not null,
	from_status text,
	to_status text not null,
	cause text not null,
	message_id bigint,
	actor text,
	note text
);

create index payment_events_payment on payment_events (payment_id, id);
create index payment_events_settled on payment_events (payment_id, to_status) where cause = 'settled';

-- When to ask Safaricom next about a pending payment.
create table payment_checks (
	payment_id text collate "C" primary key not null,
	due_at timestamptz not null,
	tries integer not null
);

create index payment_checks_due on payment_checks (due_at);

-- How many payments there are and of how much: one figure is the sum over its slots.
create table payment_counts (
	scope integer not null,
	bucket integer not null,
	label text collate "C" not null,
	slot integer not null,
	n bigint not null,
	amount bigint not null,
	constraint payment_counts_key primary key (scope, bucket, label, slot)
);

-- Nobody changes or removes what was heard, asked and decided, not even we.
create function refuse_change() returns trigger language plpgsql as
	$$ begin raise exception 'append-only'; end $$;

create trigger mpesa_messages_append_only before update or delete or truncate on mpesa_messages
	execute function refuse_change();

create trigger payment_outcomes_append_only before update or delete or truncate on payment_outcomes
	execute function refuse_change();

create trigger payment_events_append_only before update or delete or truncate on payment_events
	execute function refuse_change();
