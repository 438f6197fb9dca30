-- People, their ways in and their sessions, keys for programs, links that work once.
-- Of secrets there are only hashes here, or what the installation's secret encrypted.

create table people (
	id text collate "C" primary key not null,
	name text not null,
	email text collate "C" not null unique,
	email_verified boolean not null default false,
	image text,
	role text collate "C" not null check (role in ('admin', 'editor', 'finance', 'viewer')),
	joined_at timestamptz,
	disabled_at timestamptz,
	two_factor_enabled boolean not null default false,
	last_seen_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create table credentials (
	id text collate "C" primary key not null,
	person_id text collate "C" not null unique references people (id) on delete cascade,
	provider_id text not null,
	account_id text not null,
	password text,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create table sessions (
	id text collate "C" primary key not null,
	person_id text collate "C" not null references people (id) on delete cascade,
	token_hash text collate "C" not null unique,
	trusted_device boolean not null default false,
	ip_address text,
	user_agent text,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	last_seen_at timestamptz not null,
	confirmed_at timestamptz not null,
	expires_at timestamptz not null
);

create index sessions_by_person_id on sessions (person_id);
create index sessions_by_expires_at on sessions (expires_at);

-- Sign-ins that wait for their second factor.
create table verifications (
	id text collate "C" primary key not null,
	identifier text collate "C" not null,
	value text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create index verifications_by_identifier on verifications (identifier);

create table second_factors (
	id text collate "C" primary key not null,
	person_id text collate "C" not null unique references people (id) on delete cascade,
	secret text not null,
	backup_codes text not null,
	verified boolean,
	failed_verification_count integer,
	locked_until timestamptz
);

-- The columns are those of better-auth's plugin.
create table api_keys (
	id text collate "C" primary key not null,
	config_id text not null,
	name text,
	start text,
	prefix text,
	key text collate "C" not null unique,
	reference_id text collate "C" not null references people (id),
	enabled boolean not null default false,
	rate_limit_enabled boolean not null default false,
	rate_limit_time_window bigint,
	rate_limit_max integer,
	request_count integer,
	remaining integer,
	refill_interval bigint,
	refill_amount integer,
	last_refill_at timestamptz,
	last_request timestamptz,
	expires_at timestamptz,
	permissions text,
	metadata text,
	created_at timestamptz not null,
	updated_at timestamptz not null
);

create table links (
	token_hash text collate "C" primary key not null,
	purpose text collate "C" not null check (purpose in ('setup', 'invitation', 'reset')),
	person_id text collate "C" references people (id) on delete cascade,
	made_by text collate "C" references people (id),
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz
);

create index links_by_person_id on links (person_id);

-- What may be tried only so often, once tried; `at` in milliseconds since 1970.
create table attempts (
	id text collate "C" primary key not null,
	subject text collate "C" not null,
	at bigint not null
);

create index attempts_by_subject on attempts (subject, at);
create index attempts_by_at on attempts (at);

-- Codes of a second factor that were taken, so that nobody takes them again.
create table spent_codes (
	person_id text collate "C" not null references people (id) on delete cascade,
	code text collate "C" not null,
	at timestamptz not null,
	constraint spent_codes_key primary key (person_id, code)
);
