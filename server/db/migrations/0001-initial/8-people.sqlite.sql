-- People, their ways in and their sessions, keys for programs, links that work once.
-- Of secrets there are only hashes here, or what the installation's secret encrypted.

create table people (
	id text primary key not null,
	name text not null,
	email text not null unique,
	email_verified integer not null default 0,
	image text,
	role text not null check (role in ('admin', 'editor', 'finance', 'viewer')),
	joined_at text,
	disabled_at text,
	two_factor_enabled integer not null default 0,
	last_seen_at text,
	created_at text not null,
	updated_at text not null
) strict;

create table credentials (
	id text primary key not null,
	person_id text not null unique references people (id) on delete cascade,
	provider_id text not null,
	account_id text not null,
	password text,
	created_at text not null,
	updated_at text not null
) strict;

create table sessions (
	id text primary key not null,
	person_id text not null references people (id) on delete cascade,
	token_hash text not null unique,
	trusted_device integer not null default 0,
	ip_address text,
	user_agent text,
	created_at text not null,
	updated_at text not null,
	last_seen_at text not null,
	confirmed_at text not null,
	expires_at text not null
) strict;

create index sessions_by_person_id on sessions (person_id);
create index sessions_by_expires_at on sessions (expires_at);

-- Sign-ins that wait for their second factor.
create table verifications (
	id text primary key not null,
	identifier text not null,
	value text not null,
	expires_at text not null,
	created_at text not null,
	updated_at text not null
) strict;

create index verifications_by_identifier on verifications (identifier);

create table second_factors (
	id text primary key not null,
	person_id text not null unique references people (id) on delete cascade,
	secret text not null,
	backup_codes text not null,
	verified integer,
	failed_verification_count integer,
	locked_until text
) strict;

-- The columns are those of better-auth's plugin.
create table api_keys (
	id text primary key not null,
	config_id text not null,
	name text,
	start text,
	prefix text,
	key text not null unique,
	reference_id text not null references people (id),
	enabled integer not null default 0,
	rate_limit_enabled integer not null default 0,
	rate_limit_time_window integer,
	rate_limit_max integer,
	request_count integer,
	remaining integer,
	refill_interval integer,
	refill_amount integer,
	last_refill_at text,
	last_request text,
	expires_at text,
	permissions text,
	metadata text,
	created_at text not null,
	updated_at text not null
) strict;

create table links (
	token_hash text primary key not null,
	purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
	person_id text references people (id) on delete cascade,
	made_by text references people (id),
	created_at text not null,
	expires_at text not null,
	used_at text
) strict;

create index links_by_person_id on links (person_id);

-- What may be tried only so often, once tried; `at` in milliseconds since 1970.
create table attempts (
	id text primary key not null,
	subject text not null,
	at integer not null
) strict;

create index attempts_by_subject on attempts (subject, at);
create index attempts_by_at on attempts (at);

-- Codes of a second factor that were taken, so that nobody takes them again.
create table spent_codes (
	person_id text not null references people (id) on delete cascade,
	code text not null,
	at text not null,
	constraint spent_codes_key primary key (person_id, code)
) strict;
