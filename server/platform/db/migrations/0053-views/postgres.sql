-- Lists with filters that a person keeps under a name, in the sidebar.
create table views (
	id text collate "C" primary key not null,
	person_id text collate "C" not null references people (id) on delete cascade,
	name text not null,
	address text collate "C" not null,
	shared boolean not null,
	created_at timestamptz not null
);

create index views_by_person_id on views (person_id);
