import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/contract/platform/access.ts';
import { engines, makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { cookiesOf, joinAs, joinWithSecondFactor, postAuth } from './fixtures/accounts.ts';
import { startProvider, type TestProvider } from './fixtures/provider.ts';
import { openSignIn } from './fixtures/provider-browser.ts';
import { codeOf } from './fixtures/totp.ts';

const SITE = 'http://127.0.0.1:4000';

describe.each(engines)('the identity provider (%s)', (engine) => {
	let provider: TestProvider;
	let site: TestApp;
	let on: ReturnType<typeof openSignIn>;
	beforeAll(async () => {
		provider = await startProvider(() => SITE);
		site = await makeTestAppWith(engine, { config: { oidc: provider.settings } });
		on = openSignIn(site, provider);
	});
	afterAll(async () => {
		await site.close();
		await provider.close();
	});

	const join = async (role: Role) => {
		const someone = await joinAs(site, role);
		return { ...someone, user: on.addUser(someone.email) };
	};
	const invite = async (role: Role = 'editor') => {
		const email = `invited-${crypto.randomUUID().slice(0, 8)}@example.org`;
		const { body } = await site.call('POST', '/people', { name: 'New', email, role });
		return { email, id: body.data.person.id as string, user: on.addUser(email) };
	};
	const countPeople = async () => (await site.call('GET', '/people')).body.data.length;

	it('signs in the person with the verified address, and opens the page they wanted', async () => {
		const { user, email, id } = await join('editor');
		const { location, cookie } = await on.signIn(user, '?to=/admin/courses');
		expect(location).toBe('/admin/courses');
		expect(await on.whoIs(cookie)).toMatchObject({
			email,
			ways_in: { password: true, provider: true },
		});
		const { body } = await site.call('GET', `/audit?item_id=${id}`);
		const details = body.data.data.map((row: { details: object }) => row.details);
		expect(details).toContainEqual({ way: 'provider' });
		expect(details).toContainEqual({ provider_linked: provider.issuer });
	});

	it('asks the provider with PKCE, a state and a nonce, and for nothing but the address', async () => {
		const { searchParams } = new URL((await on.open()).location);
		expect(Object.fromEntries(searchParams)).toMatchObject({
			response_type: 'code',
			scope: 'openid email',
			code_challenge_method: 'S256',
			redirect_uri: `${SITE}/api/auth/provider/callback`,
			state: expect.stringMatching(/^.{43}$/),
			nonce: expect.stringMatching(/^.{43}$/),
		});
	});

	it('makes nobody: an unknown address is told to ask for an invitation', async () => {
		const before = await countPeople();
		const { location, cookie } = await on.signIn(on.addUser('stranger@example.org'));
		expect(location).toBe('/sign-in?problem=unknown_address');
		expect(cookie).not.toContain('session=');
		expect(await countPeople()).toBe(before);
	});

	it('refuses an address that the provider has not verified', async () => {
		const { email } = await joinAs(site, 'viewer');
		expect((await on.signIn(on.addUser(email, false))).location).toBe(
			'/sign-in?problem=unverified',
		);
	});

	it('refuses a disabled person', async () => {
		const { id, user } = await join('viewer');
		await site.call('PUT', `/people/${id}`, { disabled: true });
		expect((await on.signIn(user)).location).toBe('/sign-in?problem=disabled');
	});

	it('refuses a second account with the same address, until an administrator ends the link', async () => {
		const { id, email, user } = await join('viewer');
		expect((await on.signIn(user)).location).toBe('/admin');
		const other = on.addUser(email);
		expect((await on.signIn(other)).location).toBe('/sign-in?problem=other_account');
		expect((await site.call('GET', `/people/${id}/ways-in`)).body.data.provider).toBe(true);
		const ended = await site.call('DELETE', `/people/${id}/ways-in/provider`);
		expect(ended.body.data).toMatchObject({ provider: false, password: true });
		expect((await on.signIn(other)).location).toBe('/admin');
		expect((await site.call('DELETE', `/people/${id}/ways-in/password`)).status).toBe(200);
		expect((await site.call('DELETE', `/people/${id}/ways-in/password`)).status).toBe(404);
	});

	it('accepts an invitation that still works, and only that', async () => {
		const { id, user } = await invite();
		const { cookie } = await on.signIn(user);
		expect(await on.whoIs(cookie)).toMatchObject({
			id,
			ways_in: { password: false, provider: true },
		});
		const late = await invite();
		await site.database.write((trx) =>
			trx
				.updateTable('links')
				.set({ expires_at: new Date().toISOString() })
				.where('person_id', '=', late.id)
				.execute(),
		);
		expect((await on.signIn(late.user)).location).toBe('/sign-in?problem=invitation_ended');
		expect((await site.call('GET', `/people/${late.id}`)).body.data.status).toBe('invited');
	});

	it.each([
		['nonce', { nonce: 'another' }],
		['issuer', { iss: 'http://127.0.0.1:1' }],
		['audience', { aud: 'another' }],
		['audience beside ours', { aud: ['ufundi', 'another'] }],
		['authorized party', { azp: 'another' }],
		['time', { exp: 1_000 }],
	])('refuses an id token with another %s', async (_what, wrong) => {
		const { user } = await join('viewer');
		provider.changeClaims((claims) => ({ ...claims, ...wrong }));
		const { location, cookie } = await on.signIn(user);
		provider.changeClaims(undefined);
		expect(location).toBe('/sign-in?problem=provider_refused');
		expect(cookie).not.toContain('session=');
		expect((await on.signIn(user)).location).toBe('/admin');
	});

	it('refuses an id token without a signature of the provider', async () => {
		const { user } = await join('viewer');
		for (const header of [
			{ alg: 'none', kid: 'test' },
			{ alg: 'HS256', kid: 'test' },
		]) {
			provider.changeClaims((claims) => claims, header);
			expect((await on.signIn(user)).location).toBe('/sign-in?problem=provider_refused');
		}
		provider.changeClaims(undefined);
	});

	it('refuses an answer to another request: state, issuer, browser, and a code used again', async () => {
		const { user } = await join('viewer');
		const refused = '/sign-in?problem=provider_refused';
		const begun = await on.open();
		const back = await on.visit(begun.location, user);
		for (const [name, value] of [
			['state', 'another'],
			['iss', 'http://127.0.0.1:1'],
		] as const) {
			const changed = new URL(back);
			changed.searchParams.set(name, value);
			expect((await on.comeBack(changed, begun.cookie)).location).toBe(refused);
		}
		expect((await on.comeBack(back, '')).location).toBe(refused);
		const { cookie: others } = await on.open();
		expect((await on.comeBack(back, others)).location).toBe(refused);
		expect((await on.comeBack(back, begun.cookie)).location).toBe('/admin');
		expect((await on.comeBack(back, begun.cookie)).location).toBe(refused);
		const late = await on.open();
		const cancelled = new URL(back);
		cancelled.search = new URLSearchParams({
			error: 'access_denied',
			state: new URL(late.location).searchParams.get('state') ?? '',
		}).toString();
		expect((await on.comeBack(cancelled, late.cookie)).location).toBe('/sign-in?problem=cancelled');
	});

	it('leads to no page of another site', async () => {
		const { user } = await join('viewer');
		for (const to of ['//example.org', 'https://example.org/admin', '/adminx', '/files/x'])
			expect((await on.signIn(user, `?to=${encodeURIComponent(to)}`)).location).toBe('/admin');
	});

	it('asks for the second factor all the same', async () => {
		const person = await joinWithSecondFactor(site, 'editor');
		const user = on.addUser(person.email);
		const half = await on.signIn(user);
		expect(half.location).toBe('/sign-in?step=code');
		expect(await on.whoIs(half.cookie)).toBeUndefined();
		const code = codeOf(person.totpURI, 1);
		const whole = await postAuth(site, 'two-factor/verify-totp', { code }, half.cookie);
		expect(await on.whoIs(cookiesOf(whole))).toMatchObject({ email: person.email });
	});

	it('lets a person without a password set up a second factor once they have confirmed', async () => {
		const { user } = await invite();
		const { cookie } = await on.signIn(user);
		const age = (ms: number) =>
			site.database.write((trx) =>
				trx
					.updateTable('sessions')
					.set({ confirmed_at: new Date(Date.now() - ms).toISOString() })
					.execute(),
			);
		const enable = () => postAuth(site, 'two-factor/enable', { password: '' }, cookie);
		await age(11 * 60_000);
		expect(await enable()).toMatchObject({ status: 403, body: { code: 'reauth_required' } });
		await age(0);
		expect((await enable()).body.totpURI).toMatch(/^otpauth:/);
	});

	it('confirms by signing in at the provider again, as the same person', async () => {
		const { user, cookie, sessionId } = await join('admin');
		const readConfirmed = async () =>
			await site.database.read
				.selectFrom('sessions')
				.select(['confirmed_at', 'token_hash'])
				.where('id', '=', sessionId)
				.executeTakeFirstOrThrow();
		const old = new Date(Date.now() - 3_600_000).toISOString();
		await site.database.write((trx) =>
			trx.updateTable('sessions').set({ confirmed_at: old }).where('id', '=', sessionId).execute(),
		);
		const before = await readConfirmed();
		const begun = await on.open('?confirm=1&window=1', cookie);
		const { searchParams } = new URL(begun.location);
		expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);

		// A provider that does not ask again, and another person's account.
		provider.changeClaims((claims) => ({ ...claims, auth_time: Number(claims.iat) - 120 }));
		const stale = await on.signIn(user, '?confirm=1&window=1', cookie);
		provider.changeClaims(({ auth_time: _, ...claims }) => claims);
		const silent = await on.signIn(user, '?confirm=1&window=1', cookie);
		provider.changeClaims(undefined);
		const other = await on.signIn((await join('admin')).user, '?confirm=1&window=1', cookie);
		expect([stale.location, silent.location, other.location]).toEqual([
			'/sign-in?window=not_confirmed',
			'/sign-in?window=not_confirmed',
			'/sign-in?window=other_person',
		]);
		expect(await readConfirmed()).toEqual(before);

		const done = await on.signIn(user, '?confirm=1&window=1', cookie);
		expect(done.location).toBe('/sign-in?window=done');
		const after = await readConfirmed();
		expect(after.confirmed_at > old).toBe(true);
		expect(after.token_hash).not.toBe(before.token_hash);
		expect((await site.anyone('GET', '/account', undefined, { cookie })).status).toBe(401);
		expect(await on.whoIs(done.cookie)).toMatchObject({ session: { id: sessionId } });
		expect((await on.open('?confirm=1')).answer.statusCode).toBe(401);
	});

	it('ends the session at sign-out, and the previous one of the browser at a sign-in', async () => {
		const { user, cookie } = await join('viewer');
		const second = await on.signIn(user, '', cookie);
		expect(await on.whoIs(cookie)).toBeUndefined();
		await postAuth(site, 'sign-out', {}, second.cookie);
		expect(await on.whoIs(second.cookie)).toBeUndefined();
	});
});
