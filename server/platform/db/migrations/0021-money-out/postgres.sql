-- Lines by which money left, of which a person must say why; few among all lines.
create index statement_lines_money_out on statement_line_rows (kind, completed_at)
	where withdrawn > 0 and kind in ('reversal', 'other');
