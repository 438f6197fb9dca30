-- Payments, everything that was ever heard or asked about them, the figures kept of them, and what people add beside
-- them. Money is whole shillings.

-- Nobody changes or removes what was heard, asked and decided, not even we.
create function refuse_change() returns trigger language plpgsql as
	$$ begin raise exception 'append-only'; end $$;

create table payments (
	-- The order of the list in one number: its moment in milliseconds times 1,024, and a tie-breaker.
	seq bigint primary key not null,
	id text collate "C" not null unique,
	-- How we know of it: our own prompt, a payment by hand, the sample data, or a statement alone.
	origin text not null check (origin in ('stk', 'c2b', 'sample', 'statement')),
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

-- Payments whose receipt has not arrived are few among many. PostgreSQL expects tens of thousands of them, and would
-- take the index of receipts, which has every failed payment too, for rows that do not lie in the order of this one.
create index payments_receipt_awaited on payments (seq)
	where status = 'completed' and receipt is null;

create index payments_search on payments using gin (search_text gin_trgm_ops);

-- References near to one that was typed are looked for in the order of their letters, each once.
create index payments_by_reference on payments (lower(account_reference collate "C")) where account_reference is not null;

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

create trigger mpesa_messages_append_only before update or delete or truncate on mpesa_messages
	execute function refuse_change();

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

create trigger payment_outcomes_append_only before update or delete or truncate on payment_outcomes
	execute function refuse_change();

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

create trigger payment_events_append_only before update or delete or truncate on payment_events
	execute function refuse_change();

-- When to ask Safaricom next about a pending payment.
create table payment_checks (
	payment_id text collate "C" primary key not null,
	due_at timestamptz not null,
	tries integer not null
);

create index payment_checks_due on payment_checks (due_at);

-- How many payments there are and of how much, by scope, bucket and label.
create table payment_counts (
	scope integer not null,
	bucket integer not null,
	label text collate "C" not null,
	n bigint not null,
	amount bigint not null,
	constraint payment_counts_key primary key (scope, bucket, label)
);

-- What people add beside a payment: money of it that was given back, and whose it is. Never changed: a mistake is
-- taken back by a row that names it.
create table payment_adjustments (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	-- Null, as what follows up to the receipt, in a row that takes another one back.
	kind text check (kind in ('reversal', 'refund')),
	amount integer check (amount > 0),
	receipt text collate "C",
	-- When the money went, and when somebody wrote it down.
	happened_at timestamptz,
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references payment_adjustments (id),
	check ((kind is null) = (withdraws is not null) and
		(kind is null) = (amount is null) and (kind is null) = (happened_at is null))
);

create index payment_adjustments_payment on payment_adjustments (payment_id, id);
create index payment_adjustments_receipt on payment_adjustments (receipt) where receipt is not null;
create index payment_adjustments_happened_at on payment_adjustments (happened_at) where happened_at is not null;

create trigger payment_adjustments_append_only before update or delete or truncate on payment_adjustments
	execute function refuse_change();

create table payment_assignments (
	id bigint primary key generated always as identity,
	payment_id text collate "C" not null,
	-- Null in a row that takes another one back.
	account_reference text,
	months integer check (months > 0),
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references payment_assignments (id),
	check ((account_reference is null) = (withdraws is not null))
);

create index payment_assignments_payment on payment_assignments (payment_id, id);
create index payment_assignments_by_reference on payment_assignments (lower(account_reference collate "C"))
	where account_reference is not null;

create trigger payment_assignments_append_only before update or delete or truncate on payment_assignments
	execute function refuse_change();

-- What people said that deliveries are which changed no payment. Never changed: what was said is taken back by a row
-- that names it.
create table delivery_settlements (
	id bigint primary key generated always as identity,
	message_id bigint not null,
	-- Null in a row that takes another one back, as what it was until then.
	decided text collate "C" check (decided in ('payment', 'not_ours', 'duplicate', 'to_return', 'other')),
	was text collate "C",
	payment_id text collate "C",
	at timestamptz not null,
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdraws bigint unique references delivery_settlements (id),
	check ((decided is null) = (withdraws is not null) and (decided is null) = (was is null))
);

create index delivery_settlements_message on delivery_settlements (message_id, id);
create index delivery_settlements_payment on delivery_settlements (payment_id) where payment_id is not null;

create trigger delivery_settlements_append_only before update or delete or truncate on delivery_settlements
	execute function refuse_change();
