-- Statements say when their first and last line were completed: their balances are those before and after these.
-- Lines are told apart by receipt and amounts, whatever a template calls them, and what they are is read from M-Pesa's
-- own words alone, not from those of the payer.

alter table statements disable trigger statements_append_only;
alter table statement_line_rows disable trigger statement_line_rows_append_only;

alter table statements add column first_line_at timestamptz;
alter table statements add column last_line_at timestamptz;

-- Where others had brought some of its lines, those within its time.
update statements set first_line_at = case
	when lines = 0 then null
	when new_lines = lines then (select min(l.completed_at) from statement_line_rows as l where l.statement = statements.id)
	else (select min(l.completed_at) from statement_line_rows as l join statements as s on s.id = l.statement
		where l.completed_at >= statements.covers_from and l.completed_at < statements.covers_to
			and s.short_code is not distinct from statements.short_code
			and (s.account is not distinct from statements.account or s.account is null or statements.account is null)) end,
	last_line_at = case
	when lines = 0 then null
	when new_lines = lines then (select max(l.completed_at) from statement_line_rows as l where l.statement = statements.id)
	else (select max(l.completed_at) from statement_line_rows as l join statements as s on s.id = l.statement
		where l.completed_at >= statements.covers_from and l.completed_at < statements.covers_to
			and s.short_code is not distinct from statements.short_code
			and (s.account is not distinct from statements.account or s.account is null or statements.account is null)) end;

-- One movement of both templates, kept twice because a payer's words gave it two kinds: the later line goes, or the one
-- that nobody decided about.
create table line_twins as
	select late.id from statement_line_rows as early join statement_line_rows as late on late.receipt = early.receipt
	where late.completed_at = early.completed_at and late.paid_in = early.paid_in and late.withdrawn = early.withdrawn
		and late.statement <> early.statement and late.kind <> early.kind and late.id <> early.id
		and not exists (select 1 from reconciliation_decisions as d where d.item_id = late.id and d.withdrawn_at is null)
		and (early.id < late.id or exists (
			select 1 from reconciliation_decisions as d where d.item_id = early.id and d.withdrawn_at is null));
delete from statement_line_rows where id in (select id from line_twins);
drop table line_twins;

-- M-Pesa's own words end where the party or the account begins.
create table line_words as
	select id, lower(trim(regexp_replace(details, '( from | by | - | Acc\.).*$', ''))) as own from statement_line_rows;
create unique index line_words_id on line_words (id);

update statement_line_rows set kind = case
		when own like '%account to organi_ation%' or own like '%account to %account' then 'sweep'
		when paid_in > 0 and (own like '%pay%' or own like '%buy goods%' or own like '%standing order%') then 'payment'
		else 'other' end
	from line_words as w
	where w.id = statement_line_rows.id and (
		kind = 'reversal' and details ilike '%revers%' and own not like '%revers%'
		or kind = 'charge' and details ilike '%charge%' and own not like '%charge%'
		or kind = 'sweep' and own not like '%account to %'
		or kind = 'withdrawal' and own not like '%to bank%'
		or kind = 'other' and own like '%account to organi_ation%' and own not like '%charge%');
update statement_line_rows set linked_receipt = null where linked_receipt is not null and kind <> 'reversal'
	and strpos(details, linked_receipt) > 0;

-- A name of ten letters, or an account, was read as a receipt.
update statement_line_rows set linked_receipt = null from line_words as w
	where w.id = statement_line_rows.id and linked_receipt is not null and strpos(upper(own), linked_receipt) = 0
		and (linked_receipt !~ '[0-9]' and strpos(details, linked_receipt) > 0
			or details like '% Acc.%' || linked_receipt || '%');
drop table line_words;

-- Through names that no line has: the new ones are some of the old.
update statement_line_rows set identity = identity || ' before';
update statement_line_rows set identity = n.identity from (
		select id, receipt || ' ' || paid_in || ' ' || withdrawn || ' ' ||
			(row_number() over (partition by receipt, paid_in, withdrawn order by completed_at, id) - 1) as identity
		from statement_line_rows) as n
	where n.id = statement_line_rows.id;

alter table statements enable trigger statements_append_only;
alter table statement_line_rows enable trigger statement_line_rows_append_only;
