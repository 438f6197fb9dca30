-- What is done to many items at once: who asked for what, and what became of each.

create table operations (
	id text primary key not null,
	kind text not null,
	action text not null,
	-- As JSON: of a move where to, the ids by their names in an address; of an undo which action it takes back.
	target text,
	-- The operation that this one takes back, which can be done once.
	undo_of text,
	actor text not null,
	actor_name text not null,
	actor_role text,
	address text,
	request_id text,
	total integer not null,
	at text not null,
	finished_at text,
	constraint operations_undone_once unique (undo_of)
) strict;

create index operations_at on operations (at);
create index operations_open on operations (at) where finished_at is null;

create table operation_rows (
	operation text not null,
	n integer not null,
	item_id text not null,
	name text,
	state text not null check (state in ('pending', 'done', 'failed')),
	code text,
	error text,
	-- What an undo needs: the fields that were changed as they were, as JSON, the version after, the deletion.
	before text,
	version integer,
	deletion text,
	constraint operation_rows_key primary key (operation, n),
	constraint operation_rows_operation foreign key (operation) references operations (id) on delete cascade
) strict, without rowid;

create index operation_rows_pending on operation_rows (operation, n) where state = 'pending';
create index operation_rows_failed on operation_rows (operation, n) where state = 'failed';
