-- The account of a payment in comparable form: assigned, else typed.
alter table payments add column account text collate "C";

create index payments_account on payments (account, seq) where account is not null;

create table learner_devices (
	id text collate "C" primary key not null,
	account text collate "C" not null,
	token_hash text collate "C" not null unique,
	signed_in_at timestamptz not null,
	seen_at timestamptz not null
);

create index learner_devices_account on learner_devices (account);
