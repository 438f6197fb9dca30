-- Problems that learners report about topics and past papers. Phone numbers in the texts are masked.

create table problems (
	id text primary key not null,
	item_kind text not null,
	item_id text not null,
	kind text not null,
	text text,
	created_at text not null,
	closed_at text,
	closed_as text,
	closed_by text,
	closed_name text,
	reason text
) strict;

create index problems_item on problems (item_id, id);
create index problems_open on problems (id) where closed_at is null;

-- The total of an item over all days, by which lists sort.
create table opened_totals (
	item_id text primary key not null,
	opened integer not null
) strict;

insert into opened_totals (item_id, opened) select item_id, sum(opened) from opened group by item_id;
