-- What administrators decided, the first answers of creates, and what the server keeps for itself.

-- What administrators decide for everybody, as JSON.
create table settings (
	name text primary key not null,
	value text not null
) strict;

-- The first answer to a create with an `Idempotency-Key`, which is also the answer to its repetitions.
create table idempotency_keys (
	actor text not null,
	key text not null,
	request_hash text not null,
	status integer not null,
	etag text,
	body text not null,
	created_at text not null,
	constraint idempotency_keys_key primary key (actor, key)
) strict;

create index idempotency_keys_age on idempotency_keys (created_at);

-- Work that goes on by itself: whose turn it is, and what came of the last one.
create table jobs (
	name text primary key not null,
	holder text,
	lease_until text,
	started_at text,
	finished_at text,
	failed_at text,
	note text
) strict;

-- The last backup, wherever it was made: one row.
create table last_backup (
	id integer primary key not null check (id = 1),
	at text not null,
	destination text not null,
	lost integer not null
) strict;
