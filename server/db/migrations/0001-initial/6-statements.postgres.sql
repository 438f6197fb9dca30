-- Statements of the M-PESA portal, as they were read, what people decided about their lines, and the months that were
-- closed by them.

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
	-- Cents of a shilling, as the amounts of lines are.
	opening bigint,
	closing bigint,
	-- How many lines it has, and how many of them it brought.
	lines integer not null,
	new_lines integer not null,
	actor text collate "C" not null,
	actor_name text not null
);

create index statements_covers on statements (covers_to);

create trigger statements_append_only before update or delete or truncate on statements
	execute function refuse_change();

-- Every completed movement once, whichever statements it stands in. Lines are kept before the statement that they are
-- of, on SQLite a slice at a time, and count once that is there: see `statement_lines`. Those of a statement that never
-- came whole may go again.
create table statement_line_rows (
	id text collate "C" primary key not null,
	-- The statement that brought it, and its line there.
	statement text collate "C" not null,
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

create index statement_lines_completed_at on statement_line_rows (completed_at);
create index statement_lines_receipt on statement_line_rows (receipt);

-- Reversals are asked for by the payment that they take back.
create index statement_lines_linked_receipt on statement_line_rows (linked_receipt) where linked_receipt is not null;

create function refuse_change_of_statement_line() returns trigger language plpgsql as $$
begin
	if exists (select 1 from statements as s where s.id = old.statement) then
		raise exception 'append-only';
	end if;
	return coalesce(new, old);
end $$;

create trigger statement_line_rows_append_only before update or delete on statement_line_rows
	for each row execute function refuse_change_of_statement_line();

create trigger statement_line_rows_no_truncate before truncate on statement_line_rows
	execute function refuse_change();

-- The lines of statements that are there.
create view statement_lines as select * from statement_line_rows as l
	where exists (select 1 from statements as s where s.id = l.statement);

-- What a person decided about a line, or about a payment that no line is about. Never changed but for being
-- taken back, once.
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

create trigger reconciliation_decisions_no_update before update on reconciliation_decisions for each row
	when (old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_by is null
		or (new.id, new.item_id, new.at, new.decided, new.payment_id, new.reason, new.actor, new.actor_name)
			is distinct from
			(old.id, old.item_id, old.at, old.decided, old.payment_id, old.reason, old.actor, old.actor_name))
	execute function refuse_change();

create trigger reconciliation_decisions_no_delete before delete or truncate on reconciliation_decisions
	execute function refuse_change();

-- What was done to months: asked to be closed, closed, opened again. The latest step of a month says how it stands.
create table period_steps (
	id text collate "C" primary key not null,
	month text collate "C" not null,
	n integer not null,
	at timestamptz not null,
	step text not null check (step in ('review', 'close', 'reopen')),
	reason text,
	-- Of a closing that somebody else had asked for: that step.
	asked text collate "C" references period_steps (id),
	-- What the month came to then, as JSON, and the SHA-256 of its figures.
	figures text not null,
	checksum text collate "C" not null,
	actor text collate "C" not null,
	actor_name text not null,
	constraint period_steps_n unique (month, n)
);

create trigger period_steps_append_only before update or delete or truncate on period_steps
	execute function refuse_change();

-- The lines and payments of a month as they were when it was closed.
create table period_items (
	step text collate "C" not null,
	id text collate "C" not null,
	"of" text not null,
	at timestamptz,
	kind text not null,
	receipt text collate "C",
	details text,
	payer_name text,
	phone text,
	account_reference text,
	paid_in bigint,
	withdrawn bigint,
	linked_receipt text,
	payment_id text collate "C",
	-- Whole shillings.
	payment_amount bigint,
	payment_seq bigint,
	payment_paid_at timestamptz,
	payment_status text,
	payment_receipt text collate "C",
	decided text,
	reason text,
	decided_by text,
	decided_at timestamptz,
	state text not null,
	constraint period_items_id primary key (step, id)
);

create trigger period_items_append_only before update or delete or truncate on period_items
	execute function refuse_change();
