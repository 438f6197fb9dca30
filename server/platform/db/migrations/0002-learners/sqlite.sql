-- The account of a payment in comparable form: assigned, else typed.
alter table payments add column account text;

create index payments_account on payments (account, seq) where account is not null;

create table learner_devices (
	id text primary key not null,
	account text not null,
	token_hash text not null unique,
	signed_in_at text not null,
	seen_at text not null
) strict;

create index learner_devices_account on learner_devices (account);
