-- Each import remembers its lines. A line belongs to an account of a short code: a movement that two accounts show is a
-- line of each, and counts once. SQLite cannot drop a unique constraint, so the table is made again.
drop view statement_lines;

create table statement_line_rows_next (
	id text primary key not null,
	-- One of the statements with this line, and its line number in the first one.
	statement text not null,
	line integer not null,
	-- Receipt and amounts, and the number of earlier lines of a statement with the same.
	identity text not null,
	completed_at text not null,
	receipt text not null,
	kind text not null check (kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'other')),
	details text not null,
	paid_in integer not null,
	withdrawn integer not null,
	phone text,
	payer_name text,
	account_reference text,
	linked_receipt text,
	-- The line of another account that shows the same movement and counts.
	duplicate_of text
) strict;

insert into statement_line_rows_next (id, statement, line, identity, completed_at, receipt, kind, details, paid_in, withdrawn,
	phone, payer_name, account_reference, linked_receipt)
select id, statement, line, identity, completed_at, receipt, kind, details, paid_in, withdrawn,
	phone, payer_name, account_reference, linked_receipt
from statement_line_rows;

drop table statement_line_rows;
alter table statement_line_rows_next rename to statement_line_rows;

create unique index statement_lines_identity on statement_line_rows (identity, statement);
create index statement_lines_completed_at on statement_line_rows (completed_at);
create index statement_lines_receipt on statement_line_rows (receipt);
-- Finds the reversals of a payment.
create index statement_lines_linked_receipt on statement_line_rows (linked_receipt) where linked_receipt is not null;
-- Lines by which money left, of which a person must say why; few among all lines.
create index statement_lines_money_out on statement_line_rows (kind, completed_at)
	where withdrawn > 0 and kind in ('reversal', 'other');
create index statement_lines_duplicates on statement_line_rows (duplicate_of) where duplicate_of is not null;

-- The lines of each statement. Inserted before the statement, like new lines.
create table statement_contents (
	statement text not null,
	line_id text not null references statement_line_rows (id),
	-- The receipt of the payment that this statement says the line reverses.
	linked_receipt text,
	primary key (statement, line_id)
) strict, without rowid;

create index statement_contents_line on statement_contents (line_id);

insert into statement_contents (statement, line_id, linked_receipt)
select l.statement, l.id, l.linked_receipt from statement_line_rows as l
where exists (select 1 from statements as s where s.id = l.statement);

-- Earlier releases stored a line only with its first statement. Another one has the lines of its account and time, if
-- their number is that of its lines.
insert into statement_contents (statement, line_id)
select statement, line_id from (
	select s.id as statement, l.id as line_id, count(*) over (partition by s.id) as found,
		s.lines - (select count(*) from statement_contents as c where c.statement = s.id) as expected
	from statements as s
	join statement_line_rows as l on l.completed_at >= s.first_line_at and l.completed_at <= s.last_line_at
	join statements as o on o.id = l.statement and o.id <> s.id
	where o.short_code is not distinct from s.short_code
		and (o.account is null or s.account is null or o.account = s.account)) as shared
where found = expected;

-- The time of which balances prove that the statement has every line; without both ends.
alter table statements add column complete_after text;
alter table statements add column complete_before text;
-- The end of the period that a file names, if its lines stop days earlier.
alter table statements add column stated_to text;
drop trigger statements_no_update;
update statements set complete_after = first_line_at, complete_before = last_line_at;
create trigger statements_no_update before update on statements begin select raise(abort, 'append-only'); end;

create trigger statement_line_rows_no_update before update on statement_line_rows
when new.id is not old.id or new.line is not old.line or new.identity is not old.identity
	or new.completed_at is not old.completed_at or new.receipt is not old.receipt or new.kind is not old.kind
	or new.details is not old.details or new.paid_in is not old.paid_in or new.withdrawn is not old.withdrawn
	or new.phone is not old.phone or new.payer_name is not old.payer_name
	or new.account_reference is not old.account_reference
begin select raise(abort, 'append-only'); end;

create trigger statement_line_rows_no_delete before delete on statement_line_rows
when exists (select 1 from statement_contents as c join statements as s on s.id = c.statement where c.line_id = old.id)
begin select raise(abort, 'append-only'); end;

create trigger statement_contents_no_update before update on statement_contents
begin select raise(abort, 'append-only'); end;

create trigger statement_contents_no_delete before delete on statement_contents
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;

-- The movements of complete statements.
create view statement_lines as select * from statement_line_rows as l
	where l.duplicate_of is null and exists (select 1 from statements as s where s.id = l.statement);
