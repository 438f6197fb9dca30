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
