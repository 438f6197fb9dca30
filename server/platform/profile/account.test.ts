import { expect, it } from 'vitest';
import { listPermissions, roleNames } from '#shared/contract/platform/access.ts';
import { onEveryEngine } from '../../testing/app.ts';
import {
	cookiesOf,
	joinAs,
	joinWithSecondFactor,
	PASSWORD,
	postAuth,
	signInHalfway,
} from '../sign-in/fixtures/accounts.ts';
import { codeOf } from '../sign-in/fixtures/totp.ts';

const NEW = 'another phrase of my own';

onEveryEngine('the account of the caller', (site) => {
	it('returns the identity and permissions of people and programs', async () => {
		for (const role of roleNames) {
			const person = await site().as(role);
			expect((await person.call('GET', '/account')).body.data).toMatchObject({
				kind: 'person',
				id: person.id,
				role,
				permissions: listPermissions(role),
				session: { id: person.sessionId },
				payments_on: false,
				parts: ['papers', 'finance', 'learners'],
				phones_masked: false,
			});
			const { call } = await site().asKey(role);
			expect((await call('GET', '/account')).body.data).toMatchObject({
				kind: 'program',
				role,
				email: null,
				session: null,
				permissions: listPermissions(role, 'program'),
			});
		}
		expect(listPermissions('admin', 'program')).not.toContain('people:manage');
	});

	it('keeps a new name that is set during a password change', async () => {
		const { id, call } = await joinAs(site(), 'viewer');
		const passwords = { current_password: PASSWORD, new_password: NEW };
		const [changed] = await Promise.all([
			call('POST', '/account/password', passwords),
			site().call('PUT', `/people/${id}`, { name: 'Grace' }),
		]);
		expect(changed.status).toBe(200);
		expect((await site().call('GET', `/people/${id}`)).body.data.name).toBe('Grace');
	});

	it('gets no new session if the session ends during re-authentication', async () => {
		const { call, sessionId } = await joinAs(site(), 'viewer');
		// The session cache has a TTL of one second, so a session that is deleted elsewhere ends within a second.
		expect((await call('GET', '/account')).status).toBe(200);
		await site().database.write((trx) =>
			trx.deleteFrom('sessions').where('id', '=', sessionId).execute(),
		);
		expect(await call('POST', '/account/confirm', { password: PASSWORD })).toMatchObject({
			status: 401,
			body: { code: 'unauthenticated' },
		});
	});

	it('changes the password only with the old one, and ends all other sessions', async () => {
		const someone = await joinAs(site(), 'viewer');
		const change = (current_password: string, new_password: string) =>
			someone.call('POST', '/account/password', { current_password, new_password });
		expect(await change('not my password', NEW)).toMatchObject({
			status: 422,
			body: { fields: { current_password: expect.any(String) } },
		});
		expect(await change(PASSWORD, 'qwerty123456')).toMatchObject({
			status: 422,
			body: { fields: { new_password: expect.any(String) } },
		});
		const other = await site().anyone('POST', '/auth/sign-in/email', {
			email: someone.email,
			password: PASSWORD,
		});
		const changed = await change(PASSWORD, NEW);
		expect(changed.status).toBe(200);
		const me = (cookie: string) => site().anyone('GET', '/account', undefined, { cookie });
		expect((await me(cookiesOf(other))).status).toBe(401);
		expect((await me(someone.cookie)).status).toBe(401);
		expect((await me(cookiesOf(changed))).body.data.email).toBe(someone.email);
	});

	it('revokes the API keys of the caller, and leaves those of others', async () => {
		const [someone, other] = [await joinAs(site(), 'admin'), await joinAs(site(), 'admin')];
		const create = { name: 'A program', role: 'viewer', days: 30 };
		const made = await Promise.all(
			[someone, someone, other].map(({ call }) => call('POST', '/keys', create)),
		);
		const countKeys = async () => (await someone.call('GET', '/account')).body.data.keys;
		expect(await countKeys()).toBe(2);
		expect((await someone.call('DELETE', '/account/keys')).status).toBe(200);
		expect(await countKeys()).toBe(0);
		const statuses = made.map(async ({ body }) => {
			const headers = { authorization: `Bearer ${body.data.secret}` };
			return (await site().anyone('GET', '/courses', undefined, headers)).status;
		});
		expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
	});

	it('changes the authenticator with the password and a code of the new one', async () => {
		const someone = await joinWithSecondFactor(site(), 'viewer');
		const call = (method: 'POST' | 'PUT', body: object) =>
			site().anyone(method, '/account/authenticator', body, {
				cookie: someone.cookie,
				'x-requested-with': 'console',
			});
		expect((await call('POST', { password: 'not my password' })).status).toBe(422);
		const { uri, ticket } = (await call('POST', { password: PASSWORD })).body.data;
		const stranger = await joinWithSecondFactor(site(), 'viewer');
		const theirs = { cookie: stranger.cookie, 'x-requested-with': 'console' };
		const change = { ticket, code: codeOf(uri) };
		const stolen = await site().anyone('PUT', '/account/authenticator', change, theirs);
		expect(stolen.status).toBe(409);
		expect(await call('PUT', { ticket, code: codeOf(someone.totpURI, 1) })).toMatchObject({
			status: 422,
			body: { fields: { code: expect.any(String) } },
		});
		expect((await call('PUT', change)).status).toBe(200);
		const halfway = await signInHalfway(site(), someone.email);
		const enter = (from: string) =>
			postAuth(site(), 'two-factor/verify-totp', { code: codeOf(from, 1) }, halfway);
		expect((await enter(someone.totpURI)).status).toBe(401);
		expect((await enter(uri)).status).toBe(200);
	});

	it('lists the caller’s sessions, and ends one or all of them', async () => {
		const someone = await joinAs(site(), 'viewer');
		const signIn = async () =>
			cookiesOf(
				await site().anyone(
					'POST',
					'/auth/sign-in/email',
					{ email: someone.email, password: PASSWORD },
					{ 'user-agent': 'A phone' },
				),
			);
		const [phone, laptop] = [await signIn(), await signIn()];
		const { body } = await someone.call('GET', '/account/sessions');
		expect(body.data).toHaveLength(3);
		expect(body.data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
		const { call } = await site().as('viewer');
		const stranger = body.data.find(({ device }: { device: string }) => device === 'A phone');
		expect((await call('DELETE', `/account/sessions/${stranger.id}`)).status).toBe(404);
		expect((await someone.call('DELETE', `/account/sessions/${stranger.id}`)).status).toBe(200);
		const alive = async () =>
			Promise.all(
				[phone, laptop].map(
					async (cookie) =>
						(await site().anyone('GET', '/account', undefined, { cookie })).status === 200,
				),
			);
		expect((await alive()).filter(Boolean)).toHaveLength(1);
		const all = await someone.call('DELETE', '/account/sessions');
		expect(all.headers['clear-site-data']).toBe('"cache", "storage"');
		expect((await alive()).filter(Boolean)).toHaveLength(0);
		expect((await someone.call('GET', '/account')).status).toBe(401);
	});

	it('gets a new session cookie on re-authentication', async () => {
		const { call, cookie } = await joinAs(site(), 'viewer');
		const confirmed = await call('POST', '/account/confirm', { password: PASSWORD });
		expect(confirmed.status).toBe(200);
		expect((await call('GET', '/account')).status).toBe(401);
		const fresh = cookiesOf(confirmed);
		expect(fresh).not.toBe(cookie);
		const { body } = await site().anyone('GET', '/account', undefined, { cookie: fresh });
		expect(body.data.session.id).toBe(confirmed.body.data.session.id);
	});

	it('limits password guesses on re-authentication', async () => {
		const { call } = await joinAs(site(), 'viewer');
		for (let n = 0; n < 10; n++)
			expect((await call('POST', '/account/confirm', { password: `wrong ${n}` })).status).toBe(422);
		const { status, headers } = await call('POST', '/account/confirm', { password: PASSWORD });
		expect(status).toBe(429);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
	});
});
