import { hash } from '@node-rs/argon2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onEveryEngine, TEST_HASH_COST, type TestApp } from '../../testing/app.ts';
import { HASH_COST, setHashCost } from '../identity/password-rules.ts';
import { cookiesOf, joinAs, PASSWORD, postAuth } from './fixtures/accounts.ts';

const signIn = (site: TestApp, email: string, password = PASSWORD, more = {}, headers = {}) =>
	site.anyone('POST', '/auth/sign-in/email', { email, password, ...more }, headers);

/** Uses a new address for each test, so that attempts of one test do not count in another. */
let addresses = 0;
const elsewhere = () => ({ remoteAddress: `10.1.${++addresses >> 8}.${addresses & 255}` });

const tryFrom = async (site: TestApp, email: string, password: string, from: object) => {
	const answer = await site.app.inject({
		method: 'POST',
		url: '/api/auth/sign-in/email',
		payload: { email, password },
		...from,
	});
	return { status: answer.statusCode, headers: answer.headers, text: answer.body };
};

onEveryEngine('signing in', (site) => {
	it('sets a session cookie whose value is stored as a hash', async () => {
		const { email } = await joinAs(site(), 'editor');
		const answer = await signIn(site(), email.toUpperCase());
		expect(answer.status).toBe(200);
		expect(answer.body).not.toHaveProperty('token');
		const cookie = cookiesOf(answer);
		const me = await site().anyone('GET', '/account', undefined, { cookie });
		const known = async (headers: Record<string, string>) =>
			(await site().anyone('GET', '/site', undefined, headers)).body.data.signed_in;
		expect([await known({ cookie }), await known({})]).toEqual([true, false]);
		expect(await known((await site().asKey('admin')).headers)).toBe(false);
		expect(me).toMatchObject({
			status: 200,
			body: { data: { kind: 'person', email, role: 'editor', session: { trusted: false } } },
		});
		const token = decodeURIComponent(cookie).split('=')[1]?.split('.')[0] ?? '';
		expect(token).toMatch(/^[\w-]{43}$/);
		const stored = await site().database.read.selectFrom('sessions').selectAll().execute();
		expect(JSON.stringify(stored)).not.toContain(token);
		for (const { token_hash } of stored) {
			const forged = cookie.replace(encodeURIComponent(token), encodeURIComponent(token_hash));
			expect((await site().anyone('GET', '/account', undefined, { cookie: forged })).status).toBe(
				401,
			);
		}
	});

	it('lasts thirty days of use on a trusted device, and twelve hours elsewhere', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const hours = async (rememberMe: boolean) => {
			const answer = await signIn(site(), email, PASSWORD, { rememberMe });
			const [line] = [answer.headers['set-cookie'] ?? []].flat().map(String);
			const { body } = await site().anyone('GET', '/account', undefined, {
				cookie: cookiesOf(answer),
			});
			const left = Date.parse(body.data.session.expires_at) - Date.now();
			return { hours: Math.round(left / 3_600_000), kept: /max-age=2592000/i.test(line ?? '') };
		};
		expect(await hours(true)).toEqual({ hours: 720, kept: true });
		expect(await hours(false)).toEqual({ hours: 12, kept: false });
	});

	it('sets cookies that scripts and other sites cannot use', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const { headers } = await signIn(site(), email);
		const lines = [headers['set-cookie'] ?? []].flat().map(String);
		expect(lines.length).toBeGreaterThan(0);
		for (const line of lines) {
			expect(line).toMatch(/; *httponly/i);
			expect(line).toMatch(/; *samesite=strict/i);
			expect(line).toMatch(/; *path=\//i);
			expect(line).not.toMatch(/domain=/i);
			expect(line.length).toBeLessThan(4_096);
		}
	});

	it('ends the previous session of the browser, of any person', async () => {
		const [first, second] = [await joinAs(site(), 'viewer'), await joinAs(site(), 'editor')];
		const me = (cookie: string) => site().anyone('GET', '/account', undefined, { cookie });
		const signInWith = (email: string, cookie: string) =>
			postAuth(site(), 'sign-in/email', { email, password: PASSWORD }, cookie);
		const again = await signInWith(first.email, first.cookie);
		expect((await me(first.cookie)).status).toBe(401);
		const other = await signInWith(second.email, cookiesOf(again));
		expect((await me(cookiesOf(again))).status).toBe(401);
		expect((await me(cookiesOf(other))).body.data.email).toBe(second.email);
		expect((await me(second.cookie)).status).toBe(200);
	});

	it('keeps ten sessions of a person, and ends the oldest', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const cookies: string[] = [];
		for (let n = 0; n < 12; n++) cookies.push(cookiesOf(await signIn(site(), email)));
		const alive = await Promise.all(
			cookies.map(async (cookie) => {
				const { status } = await site().anyone('GET', '/account', undefined, { cookie });
				return status === 200;
			}),
		);
		expect(alive).toEqual(cookies.map((_, n) => n >= 2));
	});

	it('creates a new session each time, and ignores a planted cookie', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const planted = 'session=planted.c2lnbmF0dXJl';
		const answers = [await signIn(site(), email, PASSWORD, {}, { cookie: planted })];
		answers.push(await signIn(site(), email));
		const cookies = answers.map(cookiesOf);
		expect(new Set([planted, ...cookies]).size).toBe(3);
		const me = await site().anyone('GET', '/account', undefined, { cookie: planted });
		expect(me.status).toBe(401);
	});

	it('stores passwords as argon2id, and accepts those with a lower cost', async () => {
		setHashCost(HASH_COST);
		onTestFinished(() => setHashCost(TEST_HASH_COST));
		const { id, email } = await joinAs(site(), 'viewer');
		const { database } = site();
		const stored = async () =>
			(
				await database.read
					.selectFrom('credentials')
					.select('password')
					.where('person_id', '=', id)
					.executeTakeFirstOrThrow()
			).password;
		expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
		const weak = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
		await database.write((trx) =>
			trx.updateTable('credentials').set({ password: weak }).where('person_id', '=', id).execute(),
		);
		expect((await signIn(site(), email)).status).toBe(200);
	});

	it('is rejected the same for wrong passwords, unknown and invited people', async () => {
		const known = await joinAs(site(), 'viewer');
		const disabled = await joinAs(site(), 'viewer');
		await site().call('PUT', `/people/${disabled.id}`, { disabled: true });
		const { body } = await site().call('POST', '/people', {
			name: 'Jane',
			email: 'jane.invited@example.org',
			role: 'viewer',
		});
		const answers = await Promise.all([
			tryFrom(site(), known.email, 'wrong password of theirs', elsewhere()),
			tryFrom(site(), 'nobody@example.org', PASSWORD, elsewhere()),
			tryFrom(site(), body.data.person.email, PASSWORD, elsewhere()),
			tryFrom(site(), disabled.email, 'wrong password of theirs', elsewhere()),
		]);
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		// Only with the right password does a disabled account say so.
		expect(await signIn(site(), disabled.email)).toMatchObject({
			status: 403,
			body: { message: 'Your account is disabled. Ask an administrator.' },
		});
	});

	it('is rejected for an invalid e-mail, a missing password and a body that is not an object', async () => {
		for (const body of [{}, { email: 'x' }, { email: ['a'], password: {} }, [], 'null'])
			expect((await site().anyone('POST', '/auth/sign-in/email', body)).status).toBeOneOf([
				400, 401,
			]);
	});

	it('ignores the case of an e-mail', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const wide = email.replace('@', '\uff20');
		expect((await signIn(site(), ` ${wide} `)).status).toBe(200);
	});

	it('is limited after ten failures from one address, in any spelling', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const from = { remoteAddress: '2001:db8:7:7::1' };
		for (let n = 0; n < 10; n++)
			expect((await tryFrom(site(), email, `wrong ${n}`, from)).status).toBe(401);
		const spelled = [
			{ remoteAddress: '2001:db8:7:7::1' },
			{ remoteAddress: '2001:DB8:0007:7:0:0:0:1' },
			{ remoteAddress: '2001:db8:7:7:ffff:ffff:ffff:ffff' },
			{ ...from, headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' } },
			{ ...from, headers: { 'x-real-ip': '203.0.113.9', 'x-real-client-ip': '203.0.113.9' } },
		];
		for (const one of spelled) {
			const { status, headers } = await tryFrom(site(), email, PASSWORD, one);
			expect(status).toBe(429);
			expect(Number(headers['retry-after'])).toBeGreaterThan(60);
		}
		// Guesses do not lock the owner out.
		const home = await tryFrom(site(), email, PASSWORD, { remoteAddress: '2001:db8:7:8::1' });
		expect(home.status).toBe(200);
	});

	it('counts simultaneous attempts, and all accounts of an address together', async () => {
		const { email } = await joinAs(site(), 'viewer');
		const from = elsewhere();
		const statuses = await Promise.all(
			Array.from({ length: 14 }, (_, n) => tryFrom(site(), email, `wrong ${n}`, from)),
		);
		expect(statuses.filter(({ status }) => status === 401)).toHaveLength(10);
		expect(statuses.filter(({ status }) => status === 429)).toHaveLength(4);
		for (let n = 0; n < 20; n++)
			await tryFrom(site(), `someone-${n}@example.org`, 'a wrong password', from);
		expect((await tryFrom(site(), 'other@example.org', PASSWORD, from)).status).toBe(429);
	});

	it('is audited, also when it is rejected', async () => {
		const { email, id } = await joinAs(site(), 'finance');
		await signIn(site(), email);
		await tryFrom(site(), email, 'wrong password of theirs', elsewhere());
		await site().app.refusals.flush();
		const rows = await site()
			.database.read.selectFrom('audit_log')
			.select(['action', 'actor', 'item_name', 'details'])
			.where('action', 'in', ['sign_in', 'sign_in_refused'])
			.execute();
		expect(rows).toContainEqual(
			expect.objectContaining({ action: 'sign_in', actor: `person:${id}` }),
		);
		expect(rows).toContainEqual(
			expect.objectContaining({ action: 'sign_in_refused', item_name: email }),
		);
		expect(JSON.stringify(rows)).not.toContain('wrong password');
	});

	describe('signing out', () => {
		it('ends the session at the server and clears the browser', async () => {
			const { headers } = await joinAs(site(), 'viewer');
			const answer = await site().anyone('POST', '/auth/sign-out', {}, headers);
			expect(answer.status).toBe(200);
			expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
			expect([answer.headers['set-cookie']].flat().join()).toMatch(/session=;.*max-age=0/i);
			expect((await site().anyone('GET', '/account', undefined, headers)).status).toBe(401);
		});
	});
});

describe('a session', () => {
	onEveryEngine('is not accepted', (site) => {
		it('for a change without the header that forms cannot set', async () => {
			const { cookie } = await site().as('editor');
			const course = { name: 'A', order_num: 1, category_id: 'cat_artisan' };
			const bare = await site().anyone('POST', '/courses', course, { cookie });
			expect(bare).toMatchObject({ status: 403, body: { code: 'forbidden' } });
			const { headers } = await site().asKey('editor');
			expect((await site().anyone('POST', '/courses', course, headers)).status).toBe(201);
		});

		it('once it has expired, also before it is deleted', async () => {
			const { call, sessionId } = await site().as('viewer');
			await site().database.write((trx) =>
				trx
					.updateTable('sessions')
					.set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
					.where('id', '=', sessionId)
					.execute(),
			);
			expect((await call('GET', '/courses')).status).toBe(401);
		});
	});
});
