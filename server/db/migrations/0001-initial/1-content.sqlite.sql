-- The courses and all that lies under them. Every row names its parents, so that a place is one condition.
--
-- `name_key` is the folded name: what search and order go by. `_place` is the order under a parent; `_by_…`
-- is what a list across all courses is sorted and filtered by, found in the index alone. `_of_course` counts
-- how much each course holds and how much of it is published, for all of them at once: in a tenth of the size of
-- `_place`, which holds names.
-- `_flags` counts what is published or free, in a sixth of the size of those.

create table courses (
	id text primary key not null,
	name text not null,
	name_key text not null,
	description text,
	duration integer,
	price integer,
	category_id text not null,
	order_num integer not null check (order_num >= 0),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null
) strict;

create index courses_place on courses (order_num, name_key, id);

create table subjects (
	id text primary key not null,
	course_id text not null,
	name text not null,
	name_key text not null,
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	free integer not null check (free in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint subjects_course foreign key (course_id) references courses (id) on delete cascade,
	constraint subjects_in_course unique (course_id, id)
) strict;

create index subjects_place on subjects (course_id, order_num, name_key, id);
create index subjects_by_name_key on subjects (name_key, id, published, free);
create index subjects_by_order_num on subjects (order_num, name_key, id, published, free);
create index subjects_by_created_at on subjects (created_at, name_key, id, published, free);
create index subjects_by_updated_at on subjects (updated_at, name_key, id, published, free);
create index subjects_flags on subjects (published, free);
create index subjects_of_course on subjects (course_id, published);

-- Parts of names are found by trigrams of the folded names. The index holds row ids, which a table with a
-- text key keeps for good, through `vacuum` as well.
create virtual table subjects_search using fts5
	(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

create trigger subjects_search_insert after insert on subjects begin
	insert into subjects_search (rowid, text) values (new.rowid, new.name_key);
end;

create trigger subjects_search_delete after delete on subjects begin
	delete from subjects_search where rowid = old.rowid;
end;

create trigger subjects_search_update after update of name_key on subjects when new.name_key <> old.name_key begin
	delete from subjects_search where rowid = old.rowid;
	insert into subjects_search (rowid, text) values (new.rowid, new.name_key);
end;

create table topics (
	id text primary key not null,
	course_id text not null,
	subject_id text not null,
	name text not null,
	name_key text not null,
	url text,
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	free integer not null check (free in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint topics_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) on delete cascade
) strict;

create index topics_place on topics (course_id, subject_id, order_num, name_key, id);
create index topics_by_name_key on topics (name_key, id, published, free);
create index topics_by_order_num on topics (order_num, name_key, id, published, free);
create index topics_by_created_at on topics (created_at, name_key, id, published, free);
create index topics_by_updated_at on topics (updated_at, name_key, id, published, free);
create index topics_flags on topics (published, free);
create index topics_url on topics (url);
create index topics_of_course on topics (course_id, published);

create virtual table topics_search using fts5
	(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

create trigger topics_search_insert after insert on topics begin
	insert into topics_search (rowid, text) values (new.rowid, new.name_key);
end;

create trigger topics_search_delete after delete on topics begin
	delete from topics_search where rowid = old.rowid;
end;

create trigger topics_search_update after update of name_key on topics when new.name_key <> old.name_key begin
	delete from topics_search where rowid = old.rowid;
	insert into topics_search (rowid, text) values (new.rowid, new.name_key);
end;

create table exam_sets (
	id text primary key not null,
	course_id text not null,
	name text not null,
	name_key text not null,
	year integer not null,
	-- When it was sat.
	series text check (series in ('march', 'july', 'november', 'other')),
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint exam_sets_course foreign key (course_id) references courses (id) on delete cascade,
	constraint exam_sets_in_course unique (course_id, id)
) strict;

create index exam_sets_place on exam_sets (course_id, order_num, name_key, id);
create index exam_sets_by_name_key on exam_sets (name_key, id, published);
create index exam_sets_by_order_num on exam_sets (order_num, name_key, id, published);
create index exam_sets_by_created_at on exam_sets (created_at, name_key, id, published);
create index exam_sets_by_updated_at on exam_sets (updated_at, name_key, id, published);
create index exam_sets_by_year on exam_sets (year, name_key, id, published);
create index exam_sets_flags on exam_sets (published);
create index exam_sets_of_course on exam_sets (course_id, published);

create virtual table exam_sets_search using fts5
	(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

create trigger exam_sets_search_insert after insert on exam_sets begin
	insert into exam_sets_search (rowid, text) values (new.rowid, new.name_key);
end;

create trigger exam_sets_search_delete after delete on exam_sets begin
	delete from exam_sets_search where rowid = old.rowid;
end;

create trigger exam_sets_search_update after update of name_key on exam_sets when new.name_key <> old.name_key begin
	delete from exam_sets_search where rowid = old.rowid;
	insert into exam_sets_search (rowid, text) values (new.rowid, new.name_key);
end;

create table past_papers (
	id text primary key not null,
	course_id text not null,
	exam_set_id text not null,
	name text not null,
	name_key text not null,
	subject_id text,
	kind text not null default 'paper' check (kind in ('paper', 'marking_scheme', 'other')),
	-- The codes on its cover, as a list in JSON, and where it is from.
	codes text,
	source text,
	url text,
	order_num integer not null check (order_num >= 0),
	published integer not null check (published in (0, 1)),
	free integer not null check (free in (0, 1)),
	version integer not null default 1,
	created_at text not null,
	updated_at text not null,
	constraint past_papers_exam_set foreign key (course_id, exam_set_id)
		references exam_sets (course_id, id) on delete cascade,
	-- Checked at the commit: a course that goes takes its subjects and its papers in any order.
	constraint past_papers_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) deferrable initially deferred
) strict;

create index past_papers_place on past_papers (course_id, exam_set_id, order_num, name_key, id);
create index past_papers_by_name_key on past_papers (name_key, id, published, free);
create index past_papers_by_order_num on past_papers (order_num, name_key, id, published, free);
create index past_papers_by_created_at on past_papers (created_at, name_key, id, published, free);
create index past_papers_by_updated_at on past_papers (updated_at, name_key, id, published, free);
create index past_papers_flags on past_papers (published, free);
create index past_papers_url on past_papers (url);
create index past_papers_of_course on past_papers (course_id, published);
create index past_papers_subject on past_papers (subject_id, course_id);

create virtual table past_papers_search using fts5
	(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

create trigger past_papers_search_insert after insert on past_papers begin
	insert into past_papers_search (rowid, text) values (new.rowid, new.name_key);
end;

create trigger past_papers_search_delete after delete on past_papers begin
	delete from past_papers_search where rowid = old.rowid;
end;

create trigger past_papers_search_update after update of name_key on past_papers when new.name_key <> old.name_key begin
	delete from past_papers_search where rowid = old.rowid;
	insert into past_papers_search (rowid, text) values (new.rowid, new.name_key);
end;

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
		select new.rowid, lower(replace(replace(replace(replace(new.codes, '/', ''), '-', ''), ' ', ''), '.', ''))
		where new.codes is not null;
end;

-- Which exam was never held, so that it is not looked for: of one subject, or, without one, of a whole course. What it
-- names may be in the trash, so nothing here goes with it.
create table not_held (
	id text primary key not null,
	course_id text not null,
	subject_id text,
	year integer not null,
	series text check (series in ('march', 'july', 'november', 'other')),
	at text not null,
	actor text not null,
	actor_name text not null
) strict;

create unique index not_held_once
	on not_held (course_id, year, coalesce(series, ''), coalesce(subject_id, ''));

create index not_held_subject on not_held (subject_id) where subject_id is not null;
