-- When an exam set was sat; which codes a paper carries, what it is and where it is from. `codes` is a list as JSON.
alter table exam_sets add column series text
	check (series in ('march', 'july', 'november', 'other'));

alter table past_papers add column codes text;
alter table past_papers add column kind text not null default 'paper'
	check (kind in ('paper', 'marking_scheme', 'other'));
alter table past_papers add column source text;

-- Of sets whose names say it plainly: one of the three months as a word, and no other of them.
update exam_sets set series = (
	select case
		when march + july + november <> 1 then null
		when march = 1 then 'march'
		when july = 1 then 'july'
		else 'november'
	end
	from (
		select
			case when words like '% march %' then 1 else 0 end as march,
			case when words like '% july %' then 1 else 0 end as july,
			case when words like '% november %' then 1 else 0 end as november
		from (select ' ' || replace(replace(replace(replace(replace(replace(lower(exam_sets.name), '/', ' '), '-', ' '), ',', ' '), '.', ' '), '(', ' '), ')', ' ') || ' ' as words) as folded
	) as months
);

-- A code is found whole, between its quotation marks, and without what separates its parts.
create virtual table past_paper_codes using fts5
	(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

create trigger past_paper_codes_search_insert after insert on past_papers when new.codes is not null begin
	insert into past_paper_codes (rowid, text)
		values (new.rowid, lower(replace(replace(replace(replace(new.codes, '/', ''), '-', ''), ' ', ''), '.', '')));
end;

create trigger past_paper_codes_search_delete after delete on past_papers when old.codes is not null begin
	delete from past_paper_codes where rowid = old.rowid;
end;

create trigger past_paper_codes_search_update after update of codes on past_papers when new.codes is not old.codes begin
	delete from past_paper_codes where rowid = old.rowid;
	insert into past_paper_codes (rowid, text)
		select new.rowid, lower(replace(replace(replace(replace(new.codes, '/', ''), '-', ''), ' ', ''), '.', '')) where new.codes is not null;
end;
