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
