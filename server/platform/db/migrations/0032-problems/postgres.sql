-- Problems that learners report about topics and past papers. Phone numbers in the texts are masked.

create table problems (
	id text collate "C" primary key not null,
	item_kind text collate "C" not null,
	item_id text collate "C" not null,
	kind text collate "C" not null,
	text text,
	created_at timestamptz not null,
	closed_at timestamptz,
	closed_as text collate "C",
	closed_by text collate "C",
	closed_name text,
	reason text
);

create index problems_item on problems (item_id, id);
create index problems_open on problems (id) where closed_at is null;

-- The total of an item over all days, by which lists sort.
create table opened_totals (
	item_id text collate "C" primary key not null,
	opened integer not null
);

insert into opened_totals (item_id, opened) select item_id, sum(opened) from opened group by item_id;
