-- One-time codes with which staff let a device sign in, stored as hashes.
create table learner_codes (
	id text collate "C" primary key not null,
	account text collate "C" not null,
	code_hash text collate "C" not null unique,
	created_at timestamptz not null,
	until timestamptz not null,
	used_at timestamptz,
	actor_name text not null
);

create index learner_codes_account on learner_codes (account);

-- What signed a device in; null for devices of earlier versions. A withdrawn code takes its device along.
alter table learner_devices add column signed_in_by text collate "C" check (signed_in_by in ('new_account', 'payment', 'code'));
alter table learner_devices add column receipt text collate "C";
alter table learner_devices add column code_id text collate "C" references learner_codes (id) on delete cascade;

create index learner_devices_code on learner_devices (code_id) where code_id is not null;

-- Wrong claims of each receipt. Rows of receipts without a payment are deleted after an hour.
create table learner_claims (
	receipt text collate "C" primary key not null,
	wrong integer not null,
	at timestamptz not null
);
