-- Files on their way into the catalogue: what a person corrected of each, and which operation made what of it.

create table intakes (
	id text primary key not null,
	at text not null,
	changed_at text not null,
	actor text not null,
	actor_name text not null,
	course_id text,
	operation text
) strict;

create index intakes_changed on intakes (changed_at);

create table intake_rows (
	id text primary key not null,
	intake text not null,
	n integer not null,
	path text not null,
	url text not null,
	-- As JSON, the cells that a person set.
	given text not null,
	skipped integer not null check (skipped in (0, 1)),
	-- The row of the operation that was to make something of it.
	operation text,
	operation_n integer,
	constraint intake_rows_n unique (intake, n),
	constraint intake_rows_intake foreign key (intake) references intakes (id) on delete cascade
) strict;

create index intake_rows_url on intake_rows (url);
