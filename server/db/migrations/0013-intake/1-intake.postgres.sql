-- Files on their way into the catalogue: what a person corrected of each, and which operation made what of it.

create table intakes (
	id text collate "C" primary key not null,
	at timestamptz not null,
	changed_at timestamptz not null,
	actor text collate "C" not null,
	actor_name text not null,
	course_id text collate "C",
	operation text collate "C"
);

create index intakes_changed on intakes (changed_at);

create table intake_rows (
	id text collate "C" primary key not null,
	intake text collate "C" not null,
	n integer not null,
	path text not null,
	url text collate "C" not null,
	-- As JSON, the cells that a person set.
	given text not null,
	skipped boolean not null,
	-- The row of the operation that was to make something of it.
	operation text collate "C",
	operation_n integer,
	constraint intake_rows_n unique (intake, n),
	constraint intake_rows_intake foreign key (intake) references intakes (id) on delete cascade
);

create index intake_rows_url on intake_rows (url);
