-- The number of links to a file that were given out, by item and day of East Africa Time, without who asked.

create table opened (
	item_id text not null,
	day text not null,
	opened integer not null,
	primary key (item_id, day)
) strict;

create index opened_day on opened (day);
