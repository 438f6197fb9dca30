-- Statements of the M-PESA portal, as they were read, what people decided about their lines, and the months that were
-- closed by them.

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
	-- Cents of a shilling, as the amounts of lines are.
	opening integer,
	closing integer,
	-- How many lines it has, and how many of them it brought.
	lines integer not null,
	new_lines integer not null,
	actor text not null,
	actor_name text not null
) strict;

create index statements_covers on statements (covers_to);

create trigger statements_no_update before update on statements begin select raise(abort, 'append-only'); end;
create trigger statements_no_delete before delete on statements begin select raise(abort, 'append-only'); end;

-- Every completed movement once, whichever statements it stands in. Lines are kept before the statement that they are
-- of, on SQLite a slice at a time, and count once that is there: see `statement_lines`. Those of a statement that never
-- came whole may go again.
create table statement_line_rows (
	id text primary key not null,
	-- The statement that brought it, and its line there.
	statement text not null,
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

create index statement_lines_completed_at on statement_line_rows (completed_at);
create index statement_lines_receipt on statement_line_rows (receipt);

-- Reversals are asked for by the payment that they take back.
create index statement_lines_linked_receipt on statement_line_rows (linked_receipt) where linked_receipt is not null;

create trigger statement_line_rows_no_update before update on statement_line_rows
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;

create trigger statement_line_rows_no_delete before delete on statement_line_rows
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;

-- The lines of statements that are there.
create view statement_lines as select * from statement_line_rows as l
	where exists (select 1 from statements as s where s.id = l.statement);

-- What a person decided about a line, or about a payment that no line is about. Never changed but for being
-- taken back, once.
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

create trigger reconciliation_decisions_no_update before update on reconciliation_decisions
when old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by is null
	or new.id is not old.id or new.item_id is not old.item_id or new.at is not old.at
	or new.decided is not old.decided or new.payment_id is not old.payment_id or new.reason is not old.reason
	or new.actor is not old.actor or new.actor_name is not old.actor_name
begin select raise(abort, 'append-only'); end;

create trigger reconciliation_decisions_no_delete before delete on reconciliation_decisions
begin select raise(abort, 'append-only'); end;

-- What was done to months: asked to be closed, closed, opened again. The latest step of a month says how it stands.
create table period_steps (
	id text primary key not null,
	month text not null,
	n integer not null,
	at text not null,
	step text not null check (step in ('review', 'close', 'reopen')),
	reason text,
	-- Of a closing that somebody else had asked for: that step.
	asked text references period_steps (id),
	-- What the month came to then, as JSON, and the SHA-256 of its figures.
	figures text not null,
	checksum text not null,
	actor text not null,
	actor_name text not null,
	constraint period_steps_n unique (month, n)
) strict;

create trigger period_steps_no_update before update on period_steps begin select raise(abort, 'append-only'); end;
create trigger period_steps_no_delete before delete on period_steps begin select raise(abort, 'append-only'); end;

-- The lines and payments of a month as they were when it was closed.
create table period_items (
	step text not null,
	id text not null,
	"of" text not null,
	at text,
	kind text not null,
	receipt text,
	details text,
	payer_name text,
	phone text,
	account_reference text,
	paid_in integer,
	withdrawn integer,
	linked_receipt text,
	payment_id text,
	-- Whole shillings.
	payment_amount integer,
	payment_seq integer,
	payment_paid_at text,
	payment_status text,
	payment_receipt text,
	decided text,
	reason text,
	decided_by text,
	decided_at text,
	state text not null,
	constraint period_items_id primary key (step, id)
) strict;

create trigger period_items_no_update before update on period_items begin select raise(abort, 'append-only'); end;
create trigger period_items_no_delete before delete on period_items begin select raise(abort, 'append-only'); end;
