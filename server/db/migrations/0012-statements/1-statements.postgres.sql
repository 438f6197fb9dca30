-- Statements of the M-PESA portal, as they were read, and what people decided about their lines.

create table statements (
	id text collate "C" primary key not null,
	at timestamptz not null,
	file_name text not null,
	sha256 text collate "C" not null unique,
	short_code text,
	account text,
	-- The instants that it covers; the second is the first that it does not.
	covers_from timestamptz not null,
	covers_to timestamptz not null,
	-- Cents of a shilling, as all amounts below.
	opening bigint,
	closing bigint,
	actor text collate "C" not null,
	actor_name text not null
);

create index statements_covers on statements (covers_to);

-- Every completed movement once, whichever statements it stands in.
create table statement_lines (
	id text collate "C" primary key not null,
	-- The statement that brought it, and its line there.
	statement text collate "C" not null references statements (id),
	line integer not null,
	-- Receipt, kind and amounts, and how often these were met before in one statement.
	identity text collate "C" not null unique,
	completed_at timestamptz not null,
	receipt text collate "C" not null,
	kind text not null check (kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'other')),
	details text not null,
	paid_in bigint not null,
	withdrawn bigint not null,
	phone text,
	payer_name text,
	account_reference text,
	linked_receipt text
);

create index statement_lines_completed_at on statement_lines (completed_at);
create index statement_lines_receipt on statement_lines (receipt);

-- What a person decided about a line, or about a payment that no line is about. Never changed but for being
-- taken back.
create table reconciliation_decisions (
	id text collate "C" primary key not null,
	item_id text collate "C" not null,
	at timestamptz not null,
	decided text not null check (decided in ('booked', 'attached', 'not_ours', 'duplicate', 'to_return', 'other')),
	payment_id text collate "C",
	reason text not null,
	actor text collate "C" not null,
	actor_name text not null,
	withdrawn_at timestamptz,
	withdrawn_by text collate "C"
);

create unique index reconciliation_decisions_item on reconciliation_decisions (item_id) where withdrawn_at is null;
create index reconciliation_decisions_payment on reconciliation_decisions (payment_id) where withdrawn_at is null;

create trigger statements_append_only before update or delete or truncate on statements
	execute function refuse_change();

create trigger statement_lines_append_only before update or delete or truncate on statement_lines
	execute function refuse_change();
