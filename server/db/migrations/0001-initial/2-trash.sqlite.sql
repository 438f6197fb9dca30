-- What was deleted and can come back, and what items were before they were changed.

-- What was deleted together, under the item that it was deleted by. `_by_at` is the list, newest first, with
-- all that it is filtered by.
create table deletions (
	id text primary key not null,
	at text not null,
	actor text not null,
	actor_name text not null,
	kind text not null,
	item_id text not null,
	name text,
	name_key text,
	parents text not null,
	counts text not null,
	detached text not null
) strict;

create index deletions_by_at on deletions (at, id, kind, name_key);
create index deletions_by_kind on deletions (kind, at, id, name_key);

-- The rows of a deletion as JSON, parents before what lies under them; `n` 0 is the item itself.
create table trash_rows (
	deletion_id text not null references deletions (id) on delete cascade,
	n integer not null,
	kind text not null,
	item_id text not null,
	url text,
	item text not null,
	constraint trash_rows_key primary key (deletion_id, n)
) strict, without rowid;

create index trash_rows_item on trash_rows (item_id);
create index trash_rows_url on trash_rows (url) where url is not null;

-- What an item was, from `at` until it was changed.
create table item_versions (
	item_id text not null,
	version integer not null,
	kind text not null,
	at text not null,
	until text not null,
	actor text,
	actor_name text,
	url text,
	item text not null,
	constraint item_versions_key primary key (item_id, version)
) strict, without rowid;

create index item_versions_until on item_versions (until);
create index item_versions_url on item_versions (url) where url is not null;
