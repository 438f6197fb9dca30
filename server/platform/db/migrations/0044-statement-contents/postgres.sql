-- Each import remembers its lines. A line belongs to an account of a short code: a movement that two accounts show is a
-- line of each, and counts once.
alter table statement_line_rows drop constraint statement_line_rows_identity_key;
create unique index statement_lines_identity on statement_line_rows (identity, statement);

-- The line of another account that shows the same movement and counts.
alter table statement_line_rows add column duplicate_of text collate "C";
create index statement_lines_duplicates on statement_line_rows (duplicate_of) where duplicate_of is not null;

-- The lines of each statement. Inserted before the statement, like new lines.
create table statement_contents (
	statement text collate "C" not null,
	line_id text collate "C" not null references statement_line_rows (id),
	-- The receipt of the payment that this statement says the line reverses.
	linked_receipt text,
	primary key (statement, line_id)
);

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
alter table statements add column complete_after timestamptz;
alter table statements add column complete_before timestamptz;
-- The end of the period that a file names, if its lines stop days earlier.
alter table statements add column stated_to timestamptz;
drop trigger statements_no_update on statements;
update statements set complete_after = first_line_at, complete_before = last_line_at;
create trigger statements_no_update before update or truncate on statements execute function refuse_change();

drop trigger statement_line_rows_append_only on statement_line_rows;
drop function refuse_change_of_statement_line();

create trigger statement_line_rows_no_update before update on statement_line_rows for each row
	when ((new.id, new.line, new.identity, new.completed_at, new.receipt, new.kind, new.details, new.paid_in, new.withdrawn,
			new.phone, new.payer_name, new.account_reference)
		is distinct from
		(old.id, old.line, old.identity, old.completed_at, old.receipt, old.kind, old.details, old.paid_in, old.withdrawn,
			old.phone, old.payer_name, old.account_reference))
	execute function refuse_change();

create function refuse_deletion_of_statement_line() returns trigger language plpgsql as $$
begin
	if exists (select 1 from statement_contents as c join statements as s on s.id = c.statement where c.line_id = old.id) then
		raise exception 'append-only';
	end if;
	return old;
end $$;

create trigger statement_line_rows_no_delete before delete on statement_line_rows
	for each row execute function refuse_deletion_of_statement_line();

create function refuse_deletion_of_statement_contents() returns trigger language plpgsql as $$
begin
	if exists (select 1 from statements as s where s.id = old.statement) then
		raise exception 'append-only';
	end if;
	return old;
end $$;

create trigger statement_contents_no_update before update or truncate on statement_contents
	execute function refuse_change();
create trigger statement_contents_no_delete before delete on statement_contents
	for each row execute function refuse_deletion_of_statement_contents();

-- The movements of complete statements.
create or replace view statement_lines as select * from statement_line_rows as l
	where l.duplicate_of is null and exists (select 1 from statements as s where s.id = l.statement);
