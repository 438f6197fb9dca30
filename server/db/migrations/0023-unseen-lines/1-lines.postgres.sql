-- Lines of a statement that never came whole may go again; those of one that is there stay.
drop trigger statement_line_rows_no_delete on statement_line_rows;
drop trigger statement_line_rows_no_update on statement_line_rows;

create or replace function refuse_change_of_statement_line() returns trigger language plpgsql as $$
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
