-- Lines are kept before the statement that they are of, on SQLite a slice at a time. They count once that is there.
alter table statement_lines rename to statement_line_rows;
alter table statement_line_rows drop constraint statement_lines_statement_fkey;

create view statement_lines as select * from statement_line_rows as l
	where exists (select 1 from statements as s where s.id = l.statement);

drop trigger statement_lines_append_only on statement_line_rows;
create trigger statement_line_rows_no_delete before delete or truncate on statement_line_rows
	execute function refuse_change();

create function refuse_change_of_statement_line() returns trigger language plpgsql as $$
begin
	if exists (select 1 from statements as s where s.id = old.statement) then
		raise exception 'append-only';
	end if;
	return new;
end $$;

create trigger statement_line_rows_no_update before update on statement_line_rows
	for each row execute function refuse_change_of_statement_line();
