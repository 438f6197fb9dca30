-- Lines are kept a slice at a time, before the statement that they are of. They count once that is there.
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

insert into statement_line_rows select * from statement_lines;

drop table statement_lines;

create index statement_lines_completed_at on statement_line_rows (completed_at);
create index statement_lines_receipt on statement_line_rows (receipt);
create index statement_lines_linked_receipt on statement_line_rows (linked_receipt) where linked_receipt is not null;

create view statement_lines as select * from statement_line_rows as l
	where exists (select 1 from statements as s where s.id = l.statement);

create trigger statement_line_rows_no_update before update on statement_line_rows
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;
create trigger statement_line_rows_no_delete before delete on statement_line_rows begin select raise(abort, 'append-only'); end;
