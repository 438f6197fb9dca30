import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, makeTestAppWith } from '../../testing/app.ts';
import {
	cookiesOf,
	joinAs,
	joinWithSecondFactor,
	PASSWORD,
	postAuth,
} from './fixtures/accounts.ts';
import { startProvider, type TestProvider } from './fixtures/provider.ts';
import { openSignIn } from './fixtures/provider-browser.ts';

const SITE = 'http://127.0.0.1:4000';

describe.each(engines)('the settings of the identity provider (%s)', (engine) => {
	let provider: TestProvider;
	beforeAll(async () => {
		provider = await startProvider(() => SITE);
	});
	afterAll(() => provider.close());

	it('count its sign-in as both factors with OIDC_SECOND_FACTOR=trusted', async () => {
		const trusting = await makeTestAppWith(engine, {
			config: { oidc: { ...provider.settings, trusted: true } },
		});
		const on = openSignIn(trusting, provider);
		const other = await joinWithSecondFactor(trusting, 'editor');
		const { cookie } = await on.signIn(on.addUser(other.email));
		expect(await on.whoIs(cookie)).toMatchObject({ email: other.email });
		const plain = await joinAs(trusting, 'finance');
		await trusting.call('PUT', '/settings/second-factor', { roles: ['finance'] });
		const signedIn = await on.signIn(on.addUser(plain.email));
		const byPassword = await postAuth(trusting, 'sign-in/email', {
			email: plain.email,
			password: PASSWORD,
		});
		const factors = [];
		for (const each of [signedIn.cookie, cookiesOf(byPassword)])
			factors.push((await on.whoIs(each)).second_factor.missing);
		expect(factors).toEqual([false, true]);
		await trusting.close();
	});

	it('leaves the password when it is down, and says so', async () => {
		const gone = await startProvider(() => SITE);
		const lone = await makeTestAppWith(engine, { config: { oidc: gone.settings } });
		await gone.close();
		const { email } = await joinAs(lone, 'viewer');
		expect((await openSignIn(lone, gone).open('?to=/admin/topics')).location).toBe(
			'/sign-in?problem=provider_down&to=%2Fadmin%2Ftopics',
		);
		expect((await postAuth(lone, 'sign-in/email', { email, password: PASSWORD })).status).toBe(200);
		expect((await lone.anyone('GET', '/site')).body.data).toMatchObject({
			password: true,
			provider: 'College',
		});
		await lone.close();
	});

	it('replaces the password with OIDC_ONLY, except after a link of an administrator', async () => {
		const strict = await makeTestAppWith(engine, {
			config: { oidc: { ...provider.settings, only: true } },
		});
		const on = openSignIn(strict, provider);
		const { email, id } = await joinAs(strict, 'viewer');
		const refused = await postAuth(strict, 'sign-in/email', { email, password: PASSWORD });
		expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
		expect((await strict.anyone('POST', '/password-resets', { email })).status).toBe(403);
		expect((await strict.anyone('GET', '/site')).body.data.password).toBe(false);
		const readToken = (url: string) => new URL(url).hash.slice(1);
		const { body } = await strict.call('POST', `/people/${id}/link`);
		const token = readToken(body.data.url);
		const used = await strict.anyone('POST', '/links/use', { token, password: PASSWORD });
		expect(used.body.data).toEqual({ signed_in: true, code_needed: false });
		expect(await on.whoIs(cookiesOf(used))).toMatchObject({ email });

		const address = `strict-${engine}@example.org`;
		const invited = await strict.call('POST', '/people', {
			name: 'N',
			email: address,
			role: 'viewer',
		});
		const invitation = readToken(invited.body.data.link.url);
		const accepted = await strict.anyone('POST', '/links/use', {
			token: invitation,
			password: PASSWORD,
		});
		expect(accepted.status).toBe(403);
		expect((await on.signIn(on.addUser(address))).location).toBe('/admin');
		await strict.close();
	});

	it('is not there without its settings', async () => {
		const plain = await makeTestAppWith(engine, {});
		for (const path of ['provider', 'provider/callback'])
			expect((await plain.anyone('GET', `/auth/${path}`)).status).toBe(404);
		expect((await plain.anyone('GET', '/site')).body.data.provider).toBeNull();
		await plain.close();
	});
});
