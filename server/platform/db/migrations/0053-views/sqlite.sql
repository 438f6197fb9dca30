-- Lists with filters that a person keeps under a name, in the sidebar.
create table views (
	id text primary key not null,
	person_id text not null references people (id) on delete cascade,
	name text not null,
	address text not null,
	shared integer not null check (shared in (0, 1)),
	created_at text not null
) strict;

create index views_by_person_id on views (person_id);
