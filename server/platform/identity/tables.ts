import type { Generated } from 'kysely';
import type { Role } from '#shared/contract/platform/access.ts';

/** A person who can sign in, or is invited. better-auth uses the tables of this file too. */
export interface PersonRow {
	id: string;
	name: string;
	email: string;
	email_verified: boolean;
	image: string | null;
	role: Role;
	joined_at: string | null;
	disabled_at: string | null;
	two_factor_enabled: boolean;
	last_seen_at: string | null;
	created_at: string;
	updated_at: string;
}

/** A person's password in argon2id notation. */
export interface CredentialRow {
	id: string;
	person_id: string;
	/** better-auth's name of the sign-in method; always `credential`. */
	provider_id: string;
	account_id: string;
	password: string | null;
	created_at: string;
	updated_at: string;
}

export interface SessionRow {
	id: string;
	person_id: string;
	/** The hash of the cookie's token, which cannot be used to sign in. */
	token_hash: string;
	trusted_device: boolean;
	/** Whether the sign-in counted as both factors. */
	both_factors: Generated<boolean>;
	ip_address: string | null;
	user_agent: string | null;
	created_at: string;
	updated_at: string;
	last_seen_at: string;
	confirmed_at: string;
	expires_at: string;
}

/** A passkey, in the columns of better-auth's plugin and the time of its last use. */
export interface PasskeyRow {
	id: string;
	person_id: string;
	name: string | null;
	public_key: string;
	credential_id: string;
	counter: number;
	device_type: string;
	backed_up: boolean;
	transports: string | null;
	aaguid: string | null;
	created_at: string;
	last_used_at: string | null;
}

/** The account of an identity provider that signs a person in. */
export interface ProviderAccountRow {
	person_id: string;
	issuer: string;
	subject: string;
	created_at: string;
	last_used_at: string;
}

/** better-auth's state of a sign-in that waits for its second factor. */
export interface VerificationRow {
	id: string;
	identifier: string;
	value: string;
	expires_at: string;
	created_at: string;
	updated_at: string;
}

export interface SecondFactorRow {
	id: string;
	person_id: string;
	secret: string;
	backup_codes: string;
	verified: boolean | null;
	failed_verification_count: number | null;
	locked_until: string | null;
}

/** The API key of a program, in the columns of better-auth's plugin; `metadata` contains its role. */
export interface ApiKeyRow {
	id: string;
	config_id: string;
	name: string | null;
	start: string | null;
	prefix: string | null;
	key: string;
	reference_id: string;
	enabled: boolean;
	last_request: string | null;
	expires_at: string | null;
	permissions: string | null;
	metadata: string | null;
	created_at: string;
	updated_at: string;
}

/** A link for one use: setup, invitation, or reset. */
export interface LinkRow {
	token_hash: string;
	purpose: 'setup' | 'invitation' | 'reset';
	person_id: string | null;
	made_by: string | null;
	created_at: string;
	expires_at: string;
	used_at: string | null;
}

/** A used code of a second factor, which is not accepted again. */
export interface SpentCodeRow {
	person_id: string;
	code: string;
	at: string;
}

export interface SettingRow {
	name: string;
	value: string;
}

declare module '../db/schema.ts' {
	interface Schema {
		people: PersonRow;
		credentials: CredentialRow;
		sessions: SessionRow;
		passkeys: PasskeyRow;
		provider_accounts: ProviderAccountRow;
		verifications: VerificationRow;
		second_factors: SecondFactorRow;
		api_keys: ApiKeyRow;
		links: LinkRow;
		spent_codes: SpentCodeRow;
		settings: SettingRow;
	}
}
