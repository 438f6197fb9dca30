-- Statements of the M-PESA portal, as they were read, and what people decided about their lines.

create table statements (
	id text primary key not null,
	at text not null,
	file_name text not null,
	sha256 text not null unique,
	short_code text,
	account text,
	-- The instants that it covers; the second is the first that it does not.
	covers_from text not null,
	covers_to text not null,
	-- Cents of a shilling, as all amounts below.
	opening integer,
	closing integer,
	actor text not null,
	actor_name text not null
) strict;

create index statements_covers on statements (covers_to);

-- Every completed movement once, whichever statements it stands in.
create table statement_lines (
	id text primary key not null,
	-- The statement that brought it, and its line there.
	statement text not null references statements (id),
	line integer not null,
	-- Receipt, kind and amounts, and how often these were met before in one statement.
	identity text not null unique,
	completed_at text not null,
	receipt text not null,
	kind text not null check (kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'other')),
	details text not null,
	paid_in integer not null,
	withdrawn integer not null,
	phone text,
	payer_name text,
	account_reference text,
	linked_receipt text
) strict;

create index statement_lines_completed_at on statement_lines (completed_at);
create index statement_lines_receipt on statement_lines (receipt);

-- What a person decided about a line, or about a payment that no line is about. Never changed but for being
-- taken back.
create table reconciliation_decisions (
	id text primary key not null,
	item_id text not null,
	at text not null,
	decided text not null check (decided in ('booked', 'attached', 'not_ours', 'duplicate', 'to_return', 'other')),
	payment_id text,
	reason text not null,
	actor text not null,
	actor_name text not null,
	withdrawn_at text,
	withdrawn_by text
) strict;

create unique index reconciliation_decisions_item on reconciliation_decisions (item_id) where withdrawn_at is null;
create index reconciliation_decisions_payment on reconciliation_decisions (payment_id) where withdrawn_at is null;

create trigger statement_lines_no_update before update on statement_lines begin select raise(abort, 'append-only'); end;
create trigger statement_lines_no_delete before delete on statement_lines begin select raise(abort, 'append-only'); end;
create trigger statements_no_update before update on statements begin select raise(abort, 'append-only'); end;
create trigger statements_no_delete before delete on statements begin select raise(abort, 'append-only'); end;
