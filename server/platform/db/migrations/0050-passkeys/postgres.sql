-- Passkeys (WebAuthn), in the columns of better-auth's plugin.
create table passkeys (
	id text collate "C" primary key not null,
	person_id text collate "C" not null references people (id) on delete cascade,
	name text,
	public_key text not null,
	credential_id text collate "C" not null unique,
	counter bigint not null,
	device_type text not null,
	backed_up boolean not null,
	transports text,
	aaguid text,
	created_at timestamptz not null,
	last_used_at timestamptz
);

create index passkeys_by_person_id on passkeys (person_id);

-- The account of the identity provider (OIDC) that signs a person in.
create table provider_accounts (
	person_id text collate "C" not null references people (id) on delete cascade,
	issuer text collate "C" not null,
	subject text collate "C" not null,
	created_at timestamptz not null,
	last_used_at timestamptz not null,
	primary key (person_id, issuer),
	unique (issuer, subject)
);

-- Whether the sign-in counted as both factors: with a passkey, or with a trusted identity provider.
alter table sessions add column both_factors boolean not null default false;
