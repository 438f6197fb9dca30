-- When an exam set was sat; which codes a paper carries, what it is and where it is from. `codes` is a list as JSON.
alter table exam_sets add column series text collate "C"
	check (series in ('march', 'july', 'november', 'other'));

alter table past_papers add column codes text;
alter table past_papers add column kind text collate "C" not null default 'paper'
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
create index past_papers_codes on past_papers
	using gin (lower(translate(codes, '/- .', '')) gin_trgm_ops);
