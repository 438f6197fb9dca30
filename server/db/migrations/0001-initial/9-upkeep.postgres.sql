-- What administrators decided, the first answers of creates, and what the server keeps for itself.

-- What administrators decide for everybody, as JSON.
create table settings (
	name text collate "C" primary key not null,
	value text not null
);

-- The first answer to a create with an `Idempotency-Key`, which is also the answer to its repetitions.
create table idempotency_keys (
	actor text collate "C" not null,
	key text collate "C" not null,
	request_hash text not null,
	status integer not null,
	etag text,
	body text not null,
	created_at timestamptz not null,
	constraint idempotency_keys_key primary key (actor, key)
);

create index idempotency_keys_age on idempotency_keys (created_at);

-- Work that goes on by itself: whose turn it is, and what came of the last one.
create table jobs (
	name text primary key not null,
	holder text,
	lease_until timestamptz,
	started_at timestamptz,
	finished_at timestamptz,
	failed_at timestamptz,
	note text
);

-- The last backup, wherever it was made: one row.
create table last_backup (
	id integer primary key not null check (id = 1),
	at timestamptz not null,
	destination text not null,
	lost integer not null
);

-- How often who has asked, as several servers count it together. Not logged, since nothing is lost with it:
-- so it is in no backup and on no replica.
create unlogged table request_counts (
	name text primary key not null,
	n integer not null,
	ends_at timestamptz not null
);

create index request_counts_ends_at on request_counts (ends_at);
