-- The courses and all that lies under them. Every row names its parents, so that a place is one condition.
--
-- `name_key` is the folded name: what search and order go by. `_place` is the order under a parent; `_by_…`
-- is what a list across all courses is sorted and filtered by, found in the index alone. `_of_course` counts
-- how much each course holds and how much of it is published, for all of them at once: in a tenth of the size of
-- `_place`, which holds names.
-- An item that moves takes along what lies under it, row by row: until it is done, the one names parents that the
-- other no longer has. A transaction that moves something has `deferrable initially immediate` checked at its end.
-- `collate "C"` is byte order, as SQLite has it: ids and folded names sort the same everywhere.

create extension if not exists pg_trgm;

create table courses (
	id text collate "C" primary key not null,
	name text not null,
	name_key text collate "C" not null,
	description text,
	duration integer,
	price integer,
	category_id text not null,
	order_num integer not null check (order_num >= 0),
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create index courses_place on courses (order_num, name_key, id);

create table subjects (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	free boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint subjects_course foreign key (course_id) references courses (id) on delete cascade,
	constraint subjects_in_course unique (course_id, id)
);

create index subjects_place on subjects (course_id, order_num, name_key, id);
create index subjects_by_name_key on subjects (name_key, id, published, free);
create index subjects_by_order_num on subjects (order_num, name_key, id, published, free);
create index subjects_by_created_at on subjects (created_at, name_key, id, published, free);
create index subjects_by_updated_at on subjects (updated_at, name_key, id, published, free);
create index subjects_search on subjects using gin (name_key gin_trgm_ops);
create index subjects_of_course on subjects (course_id, published);

create table topics (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	subject_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	url text,
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	free boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint topics_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) on delete cascade deferrable initially immediate
);

create index topics_place on topics (course_id, subject_id, order_num, name_key, id);
create index topics_by_name_key on topics (name_key, id, published, free);
create index topics_by_order_num on topics (order_num, name_key, id, published, free);
create index topics_by_created_at on topics (created_at, name_key, id, published, free);
create index topics_by_updated_at on topics (updated_at, name_key, id, published, free);
create index topics_url on topics using hash (url);
create index topics_search on topics using gin (name_key gin_trgm_ops);
create index topics_of_course on topics (course_id, published);

create table exam_sets (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	year integer not null,
	-- When it was sat.
	series text collate "C" check (series in ('march', 'july', 'november', 'other')),
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint exam_sets_course foreign key (course_id) references courses (id) on delete cascade,
	constraint exam_sets_in_course unique (course_id, id)
);

create index exam_sets_place on exam_sets (course_id, order_num, name_key, id);
create index exam_sets_by_name_key on exam_sets (name_key, id, published);
create index exam_sets_by_order_num on exam_sets (order_num, name_key, id, published);
create index exam_sets_by_created_at on exam_sets (created_at, name_key, id, published);
create index exam_sets_by_updated_at on exam_sets (updated_at, name_key, id, published);
create index exam_sets_by_year on exam_sets (year, name_key, id, published);
create index exam_sets_search on exam_sets using gin (name_key gin_trgm_ops);
create index exam_sets_of_course on exam_sets (course_id, published);

create table past_papers (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	exam_set_id text collate "C" not null,
	name text not null,
	name_key text collate "C" not null,
	subject_id text collate "C",
	kind text collate "C" not null default 'paper' check (kind in ('paper', 'marking_scheme', 'other')),
	-- The codes on its cover, as a list in JSON, and where it is from.
	codes text,
	source text,
	url text,
	order_num integer not null check (order_num >= 0),
	published boolean not null,
	free boolean not null,
	version integer not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint past_papers_exam_set foreign key (course_id, exam_set_id)
		references exam_sets (course_id, id) on delete cascade deferrable initially immediate,
	-- Checked at the commit: a course that goes takes its subjects and its papers in any order.
	constraint past_papers_subject foreign key (course_id, subject_id)
		references subjects (course_id, id) deferrable initially deferred
);

create index past_papers_place on past_papers (course_id, exam_set_id, order_num, name_key, id);
create index past_papers_by_name_key on past_papers (name_key, id, published, free);
create index past_papers_by_order_num on past_papers (order_num, name_key, id, published, free);
create index past_papers_by_created_at on past_papers (created_at, name_key, id, published, free);
create index past_papers_by_updated_at on past_papers (updated_at, name_key, id, published, free);
create index past_papers_url on past_papers using hash (url);
create index past_papers_search on past_papers using gin (name_key gin_trgm_ops);
create index past_papers_subject on past_papers (subject_id, course_id);
create index past_papers_of_course on past_papers (course_id, published);

-- A code is found whole, between its quotation marks, and without what separates its parts.
create index past_papers_codes on past_papers
	using gin (lower(translate(codes, '/- .', '')) gin_trgm_ops);

-- Which exam was never held, so that it is not looked for: of one subject, or, without one, of a whole course. What it
-- names may be in the trash, so nothing here goes with it.
create table not_held (
	id text collate "C" primary key not null,
	course_id text collate "C" not null,
	subject_id text collate "C",
	year integer not null,
	series text collate "C" check (series in ('march', 'july', 'november', 'other')),
	at timestamptz not null,
	actor text collate "C" not null,
	actor_name text not null
);

create unique index not_held_once
	on not_held (course_id, year, coalesce(series, ''), coalesce(subject_id, ''));

create index not_held_subject on not_held (subject_id) where subject_id is not null;
