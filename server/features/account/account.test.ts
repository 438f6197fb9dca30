import { expect, it } from 'vitest';
import { permissionsOf, roleNames } from '#shared/contract/access.ts';
import { onEveryEngine } from '../../test-app.ts';
import { cookiesOf, joinAs, PASSWORD } from '../sign-in/fixtures/accounts.ts';

const NEW = 'another phrase of my own';

onEveryEngine('the account of the caller', (site) => {
	it('returns the identity and permissions of people and programs', async () => {
		for (const role of roleNames) {
			const person = await site().as(role);
			expect((await person.call('GET', '/account')).body.data).toMatchObject({
				kind: 'person',
				id: person.id,
				role,
				permissions: permissionsOf(role),
				session: { id: person.sessionId },
				payments_on: false,
				phones_masked: false,
			});
			const { call } = await site().asKey(role);
			expect((await call('GET', '/account')).body.data).toMatchObject({
				kind: 'program',
				role,
				email: null,
				session: null,
				permissions: permissionsOf(role, 'program'),
			});
		}
		expect(permissionsOf('admin', 'program')).not.toContain('people:manage');
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
