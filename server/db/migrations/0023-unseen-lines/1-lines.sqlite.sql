-- Lines of a statement that never came whole may go again; those of one that is there stay.
drop trigger statement_line_rows_no_delete;

create trigger statement_line_rows_no_delete before delete on statement_line_rows
when exists (select 1 from statements as s where s.id = old.statement)
begin select raise(abort, 'append-only'); end;
