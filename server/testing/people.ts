import { randomUUIDv7 } from 'node:crypto';
import type { KeyRole, Role } from '#shared/contract/platform/access.ts';
import type { Database } from '../platform/db/database.ts';
import { KEY_PREFIX } from '../platform/identity/keys.ts';
import { createToken, hashOfToken, signToken } from '../platform/identity/tokens.ts';

/** A signed-in person, with the headers of their browser. */
export interface Someone {
	id: string;
	email: string;
	sessionId: string;
	/** The cookie alone. */
	cookie: string;
	/** The headers of the console: the cookie, and the header that a form cannot set. */
	headers: Record<string, string>;
}

const HOUR = 3_600_000;
let count = 0;

/** Stores a person with a session, as a sign-in would. They have no password unless one is set. */
export const createPerson = async (
	database: Database,
	{ role, cookie, secret }: { role: Role; cookie: string; secret: string },
): Promise<Someone> => {
	const [id, sessionId, token] = [randomUUIDv7(), randomUUIDv7(), createToken()];
	const createdAt = new Date().toISOString();
	const email = `${role}-${++count}-${id.slice(-6)}@example.org`;
	await database.write(async (trx) => {
		await trx
			.insertInto('people')
			.values({
				id,
				email,
				role,
				name: `${role} ${count}`,
				image: null,
				email_verified: true,
				joined_at: createdAt,
				disabled_at: null,
				two_factor_enabled: false,
				last_seen_at: createdAt,
				created_at: createdAt,
				updated_at: createdAt,
			})
			.execute();
		await trx
			.insertInto('sessions')
			.values({
				id: sessionId,
				person_id: id,
				token_hash: hashOfToken(token),
				trusted_device: false,
				ip_address: '127.0.0.1',
				user_agent: 'A test',
				created_at: createdAt,
				updated_at: createdAt,
				last_seen_at: createdAt,
				confirmed_at: createdAt,
				expires_at: new Date(Date.now() + HOUR).toISOString(),
			})
			.execute();
	});
	const pair = `${cookie}=${encodeURIComponent(signToken(token, secret))}`;
	const headers = { cookie: pair, 'x-requested-with': 'console' };
	return { id, email, sessionId, cookie: pair, headers };
};

/** Stores a key, as better-auth's plugin would; resolves to its secret. */
export const makeKey = async (database: Database, role: KeyRole) => {
	const secret = `${KEY_PREFIX}${createToken()}`;
	const createdAt = new Date().toISOString();
	await database.write(async (trx) => {
		const { id } = await trx
			.selectFrom('people')
			.select('id')
			.where('role', '=', 'admin')
			.executeTakeFirstOrThrow();
		await trx
			.insertInto('api_keys')
			.values({
				id: randomUUIDv7(),
				config_id: 'default',
				name: `A program (${role})`,
				start: secret.slice(0, 11),
				prefix: KEY_PREFIX,
				key: hashOfToken(secret),
				reference_id: id,
				enabled: true,
				last_request: null,
				permissions: null,
				metadata: JSON.stringify({ role }),
				created_at: createdAt,
				updated_at: createdAt,
				expires_at: new Date(Date.now() + HOUR).toISOString(),
			})
			.execute();
	});
	return secret;
};
