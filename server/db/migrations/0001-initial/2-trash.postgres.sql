-- What was deleted and can come back, and what items were before they were changed.

-- What was deleted together, under the item that it was deleted by. `_by_at` is the list, newest first.
create table deletions (
	id text collate "C" primary key not null,
	at timestamptz not null,
	actor text collate "C" not null,
	actor_name text not null,
	kind text collate "C" not null,
	item_id text collate "C" not null,
	name text,
	name_key text collate "C",
	parents text not null,
	counts text not null,
	detached text not null
);

create index deletions_by_at on deletions (at, id);
create index deletions_by_kind on deletions (kind, at, id);
create index deletions_search on deletions using gin (name_key gin_trgm_ops);

-- The rows of a deletion as JSON, parents before what lies under them; `n` 0 is the item itself.
create table trash_rows (
	deletion_id text collate "C" not null references deletions (id) on delete cascade,
	n integer not null,
	kind text collate "C" not null,
	item_id text collate "C" not null,
	url text,
	item text not null,
	constraint trash_rows_key primary key (deletion_id, n)
);

create index trash_rows_item on trash_rows (item_id);
create index trash_rows_url on trash_rows using hash (url) where url is not null;

-- What an item was, from `at` until it was changed.
create table item_versions (
	item_id text collate "C" not null,
	version integer not null,
	kind text collate "C" not null,
	at timestamptz not null,
	until timestamptz not null,
	actor text collate "C",
	actor_name text,
	url text,
	item text not null,
	constraint item_versions_key primary key (item_id, version)
);

create index item_versions_until on item_versions (until);
create index item_versions_url on item_versions using hash (url) where url is not null;
