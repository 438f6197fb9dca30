-- Passkeys (WebAuthn), in the columns of better-auth's plugin.
create table passkeys (
	id text primary key not null,
	person_id text not null references people (id) on delete cascade,
	name text,
	public_key text not null,
	credential_id text not null unique,
	counter integer not null,
	device_type text not null,
	backed_up integer not null check (backed_up in (0, 1)),
	transports text,
	aaguid text,
	created_at text not null,
	last_used_at text
) strict;

create index passkeys_by_person_id on passkeys (person_id);

-- The account of the identity provider (OIDC) that signs a person in.
create table provider_accounts (
	person_id text not null references people (id) on delete cascade,
	issuer text not null,
	subject text not null,
	created_at text not null,
	last_used_at text not null,
	primary key (person_id, issuer),
	unique (issuer, subject)
) strict;

-- Whether the sign-in counted as both factors: with a passkey, or with a trusted identity provider.
alter table sessions add column both_factors integer not null default 0 check (both_factors in (0, 1));
