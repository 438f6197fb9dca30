import { betterAuth } from 'better-auth';
import { getAuthTables } from 'better-auth/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, TEST_SECRET, type TestApp } from '../../testing/app.ts';
import {
	cookiesOf,
	joinAs,
	joinWithSecondFactor,
	PASSWORD,
	postAuth,
	signInHalfway,
} from '../sign-in/fixtures/accounts.ts';
import { hashOfToken, readSignedToken } from './tokens.ts';

/** Assumptions of our code about better-auth. After an update, a failure here names the code to change. */
describe('better-auth', () => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp('sqlite');
	});
	afterAll(() => site.close());

	const readOptions = () => site.app.identity.auth.options;
	/** Sends a sign-in to better-auth without our guard, which adds the origin and the limits. */
	const signIn = (auth: Pick<ReturnType<typeof betterAuth>, 'handler'>, headers = {}) =>
		auth.handler(
			new Request('http://127.0.0.1:4000/api/auth/sign-in/email', {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body: JSON.stringify({ email: 'unknown@example.org', password: PASSWORD }),
			}),
		);
	const readToken = (cookies: string) => {
		const value = /(?:^|; )(?:session|second-factor)=([^;]+)/.exec(cookies)?.[1] ?? '';
		return readSignedToken(decodeURIComponent(value), TEST_SECRET) ?? '';
	};
	const getStatus = async (cookie: string) =>
		(await site.anyone('GET', '/account', undefined, { cookie })).status;
	const findStoredSession = (token: string) =>
		site.database.read
			.selectFrom('sessions')
			.selectAll()
			.where('token_hash', '=', hashOfToken(token))
			.executeTakeFirst();

	it('allows three sign-ins in ten seconds, unless `rateLimit` is off (auth.ts, limits.ts)', async () => {
		const options = { ...readOptions(), onAPIError: {} };
		const statusesOf = async (auth: Parameters<typeof signIn>[0]) => {
			const statuses: number[] = [];
			for (let n = 0; n < 4; n++)
				statuses.push((await signIn(auth, { 'x-real-client-ip': '203.0.113.5' })).status);
			return statuses;
		};
		const limited = betterAuth({ ...options, rateLimit: { enabled: true } });
		expect(await statusesOf(limited)).toEqual([401, 401, 401, 429]);
		expect(readOptions().rateLimit).toEqual({ enabled: false });
		expect(await statusesOf(betterAuth(options))).toEqual([401, 401, 401, 401]);
	});

	it('limits a key to ten requests a day, unless the plugin is told not to (auth.ts)', async () => {
		const { id } = await site.as('admin');
		const body = { userId: id, name: 'A program', metadata: { role: 'editor' } };
		const made = await site.app.identity.auth.api.createApiKey({ body });
		expect(made).toMatchObject({
			...{ rateLimitEnabled: false, rateLimitMax: 10, rateLimitTimeWindow: 86_400_000 },
		});
	});

	it('answers 403 to a cookie without Origin, also of another site (identity.ts, `ask`)', async () => {
		const { cookie } = await joinAs(site, 'viewer');
		// better-auth skips this check in tests.
		const advanced = { ...readOptions().advanced, disableOriginCheck: false };
		const auth = betterAuth({ ...readOptions(), onAPIError: {}, advanced });
		expect((await signIn(auth, { cookie })).status).toBe(403);
		expect((await signIn(auth, { cookie, origin: 'https://example.org' })).status).toBe(403);
		expect((await signIn(auth, { cookie, origin: 'http://127.0.0.1:4000' })).status).toBe(401);
	});

	it('uses only tables and columns that the migrations create (tables.ts)', async () => {
		const { rows } = await sql<{ place: string }>`
			select m.name || '.' || c.name as place
			from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'`.execute(
			site.database.read,
		);
		const places = new Set(rows.map(({ place }) => place));
		const toSnakeCase = (name: string) =>
			name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		// An account of another way to sign in would have more columns; we offer passwords only.
		const unused = /^credentials\.((access|refresh|id)_token(_expires_at)?|scope)$/;
		const tables = Object.values(getAuthTables(readOptions()));
		expect(tables.map(({ modelName }) => modelName).sort()).toEqual(
			[
				...['people', 'sessions', 'credentials', 'verifications', 'second_factors'],
				...['api_keys', 'passkeys'],
			].sort(),
		);
		const wanted = tables.flatMap(({ modelName, fields }) =>
			Object.entries(fields).map(
				([key, { fieldName }]) => `${modelName}.${toSnakeCase(fieldName ?? key)}`,
			),
		);
		expect(wanted.filter((place) => !places.has(place) && !unused.test(place))).toEqual([]);
	});

	it('signs the session cookie as `token.signature`, and stores what our adapter hashed (tokens.ts)', async () => {
		const { email } = await joinAs(site, 'viewer');
		const answer = await postAuth(site, 'sign-in/email', { email, password: PASSWORD });
		expect(await findStoredSession(readToken(cookiesOf(answer)))).toBeDefined();
		const { cookie } = await joinAs(site, 'viewer');
		const headers = new Headers({ cookie });
		const found = await site.app.identity.auth.api.getSession({ headers });
		expect(found?.session.token).toBe(readToken(cookie));
	});

	it('does not extend a session when it reads one (sessions.ts, `touchSession`)', async () => {
		const { cookie, sessionId } = await joinAs(site, 'viewer');
		// The default would extend a session of 30 days that is older than a day.
		const old = new Date(Date.now() + 86_400_000).toISOString();
		const change = { expires_at: old, trusted_device: true };
		await site.database.write((trx) =>
			trx.updateTable('sessions').set(change).where('id', '=', sessionId).execute(),
		);
		await site.app.identity.auth.api.getSession({ headers: new Headers({ cookie }) });
		expect(await findStoredSession(readToken(cookie))).toMatchObject({ expires_at: old });
	});

	it('sends a new cookie when the password was given again, and ends the old session (auth-routes.ts)', async () => {
		const { cookie } = await joinWithSecondFactor(site, 'viewer');
		const answer = await postAuth(site, 'two-factor/disable', { password: PASSWORD }, cookie);
		expect(await getStatus(cookie)).toBe(401);
		expect(await getStatus(cookiesOf(answer))).toBe(200);
	});

	it('keeps a half-finished sign-in under the hash of its cookie (identity.ts, `whoseCode`)', async () => {
		const { id, email } = await joinWithSecondFactor(site, 'viewer');
		const token = readToken(await signInHalfway(site, email));
		const row = await site.database.read
			.selectFrom('verifications')
			.select('value')
			.where('identifier', '=', hashOfToken(token))
			.executeTakeFirst();
		expect(row?.value).toBe(id);
	});

	it('stores a key as its SHA-256 in base64url, and `metadata` as JSON (keys.ts)', async () => {
		const { body } = await site.call('POST', '/keys', { name: 'App', role: 'editor', days: 30 });
		const stored = await site.database.read
			.selectFrom('api_keys')
			.select(['metadata', 'start'])
			.where('key', '=', hashOfToken(body.data.secret))
			.executeTakeFirstOrThrow();
		expect(stored.start).toBe(body.data.secret.slice(0, 11));
		expect(JSON.parse(stored.metadata ?? '')).toEqual({ role: 'editor' });
	});
});
