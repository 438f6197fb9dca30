import { expect, it } from 'vitest';
import type { Role } from '#shared/contract/platform/access.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { cookiesOf, joinAs } from '../sign-in/fixtures/accounts.ts';
import { makePasskey } from './fixtures/authenticator.ts';

/** The addresses of the test's site; passkeys belong to the one with a name. */
const ORIGIN = 'http://localhost:4000';
const publicUrls: [string, ...string[]] = ['http://127.0.0.1:4000', ORIGIN];

onEveryEngine(
	'passkeys',
	(site) => {
		const send = (path: string, body: object | undefined, cookie: string) =>
			site().anyone('POST', path, body, {
				cookie,
				origin: ORIGIN,
				'x-requested-with': 'console',
			});
		const openPage = () => makePasskey({ origin: ORIGIN, rpId: 'localhost' });
		type Passkey = ReturnType<typeof openPage>;
		const ask = async (path: string, cookie = '') => {
			const answer = await send(path, undefined, cookie);
			const all = [cookie, cookiesOf(answer)].filter(Boolean).join('; ');
			return { options: answer.body.data, cookie: all, status: answer.status };
		};
		const add = async (passkey: Passkey, cookie: string, name = 'Phone') => {
			const asked = await ask('/account/passkeys/options', cookie);
			const response = passkey.register(asked.options);
			return send('/account/passkeys', { name, response }, asked.cookie);
		};
		const signIn = async (passkey: Passkey, more: object = {}) => {
			const { options, cookie } = await ask('/auth/passkey/options');
			return send('/auth/passkey', { response: passkey.use(options), ...more }, cookie);
		};
		const joinWithPasskey = async (role: Role = 'editor') => {
			const [person, passkey] = [await joinAs(site(), role), openPage()];
			const added = await add(passkey, person.cookie);
			expect(added.status).toBe(200);
			return { ...person, passkey, passkeyId: added.body.data[0].id as string };
		};
		const whoIs = async (cookie: string) =>
			(await site().anyone('GET', '/account', undefined, { cookie })).body.data;
		const age = (sessionId: string, ms: number) =>
			site().database.write((trx) =>
				trx
					.updateTable('sessions')
					.set({ confirmed_at: new Date(Date.now() - ms).toISOString() })
					.where('id', '=', sessionId)
					.execute(),
			);
		const details = async (id: string) =>
			(await site().call('GET', `/audit?item_id=${id}`)).body.data.data.map(
				(row: { details: object }) => row.details,
			);

		it('sign in without an e-mail address, and are in the audit trail', async () => {
			const { passkey, email, id } = await joinWithPasskey();
			const answer = await signIn(passkey);
			expect(answer.status).toBe(200);
			expect(await whoIs(cookiesOf(answer))).toMatchObject({ email, ways_in: { passkeys: 1 } });
			expect(await details(id)).toEqual(
				expect.arrayContaining([{ passkey: 'added', name: 'Phone' }, { way: 'passkey' }]),
			);
			const { body } = await site().call('GET', `/people/${id}/ways-in`);
			expect(body.data.passkeys).toMatchObject([
				{ name: 'Phone', last_used_at: expect.any(String) },
			]);
		});

		it('stay signed in for 30 days only on a trusted device', async () => {
			const { passkey } = await joinWithPasskey();
			for (const trusted of [false, true]) {
				const answer = await signIn(passkey, { trusted });
				const { session } = await whoIs(cookiesOf(answer));
				expect(session.trusted).toBe(trusted);
				const days = (Date.parse(session.expires_at) - Date.now()) / 86_400_000;
				expect(Math.round(days * 2)).toBe(trusted ? 60 : 1);
				expect(String(answer.headers['set-cookie']).includes('Max-Age')).toBe(trusted);
			}
		});

		it('name no one before they are used, and require the verification of the user', async () => {
			const { cookie } = await joinWithPasskey();
			const { options } = await ask('/auth/passkey/options');
			expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
			expect(options.allowCredentials).toBeUndefined();
			expect((await ask('/auth/passkey/options', cookie)).options.allowCredentials).toHaveLength(1);
			expect((await ask('/account/passkeys/options', cookie)).options).toMatchObject({
				rp: { id: 'localhost' },
				attestation: 'none',
				authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			});
		});

		const wrongs = {
			'another origin': { origin: 'https://console.example.org' },
			'another host': { rpId: 'example.org' },
			'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
			'no verification of the user': { verified: false },
			'another ceremony': { type: 'payment.get' },
		};
		it.each(Object.entries(wrongs))('are refused with %s', async (_what, wrong) => {
			const { passkey, cookie } = await joinWithPasskey();
			const signingIn = await ask('/auth/passkey/options');
			const used = { response: passkey.use(signingIn.options, wrong) };
			const adding = await ask('/account/passkeys/options', cookie);
			const added = { name: 'Other', response: openPage().register(adding.options, wrong) };
			for (const answer of [
				await send('/auth/passkey', used, signingIn.cookie),
				await send('/account/passkeys', added, adding.cookie),
			]) {
				expect(answer).toMatchObject({ status: 400, body: { code: 'passkey_refused' } });
				expect(cookiesOf(answer)).not.toContain('session=');
			}
		});

		it('are refused when replayed, cloned, unknown, or for another ceremony or person', async () => {
			const { passkey } = await joinWithPasskey();
			const refused = { status: 400, body: { code: 'passkey_refused' } };
			const { options, cookie } = await ask('/auth/passkey/options');
			const response = passkey.use(options, { counter: 50 });
			expect((await send('/auth/passkey', { response }, cookie)).status).toBe(200);
			expect(await send('/auth/passkey', { response }, cookie)).toMatchObject(refused);
			const next = await ask('/auth/passkey/options');
			const cloned = { response: passkey.use(next.options, { counter: 50 }) };
			expect(await send('/auth/passkey', cloned, next.cookie)).toMatchObject(refused);
			expect(await signIn(openPage())).toMatchObject(refused);
			expect(await send('/auth/passkey', { response: passkey.use(options) }, '')).toMatchObject(
				refused,
			);
			const other = await joinWithPasskey();
			const forOther = await signIn(other.passkey, { email: 'someone.else@example.org' });
			expect(forOther).toMatchObject(refused);
			expect((await signIn(other.passkey, { email: other.email })).status).toBe(200);
			const adding = await ask('/account/passkeys/options', other.cookie);
			const mixed = { response: other.passkey.use(adding.options) };
			expect(await send('/auth/passkey', mixed, adding.cookie)).toMatchObject(refused);
		});

		it('say so to a disabled person, and sign in no longer', async () => {
			const { id, passkey } = await joinWithPasskey();
			await site().call('PUT', `/people/${id}`, { disabled: true });
			const answer = await signIn(passkey);
			expect(answer).toMatchObject({
				status: 403,
				body: { error: expect.stringContaining('disabled') },
			});
			expect(cookiesOf(answer)).not.toContain('session=');
		});

		it('confirm like a password, each for its own person', async () => {
			const { passkey, cookie, sessionId } = await joinWithPasskey('admin');
			await age(sessionId, 3_600_000);
			const remove = (as: string) =>
				site().anyone('DELETE', `/account/passkeys/${crypto.randomUUID()}`, undefined, {
					cookie: as,
					'x-requested-with': 'console',
				});
			expect(await remove(cookie)).toMatchObject({
				status: 403,
				body: { code: 'reauth_required' },
			});
			expect((await ask('/account/passkeys/options', cookie)).status).toBe(403);
			const other = await joinWithPasskey('admin');
			const stolen = await ask('/auth/passkey/options', cookie);
			const foreign = { response: other.passkey.use(stolen.options) };
			expect((await send('/account/confirm/passkey', foreign, stolen.cookie)).status).toBe(400);
			const asked = await ask('/auth/passkey/options', cookie);
			const own = { response: passkey.use(asked.options) };
			const confirmed = await send('/account/confirm/passkey', own, asked.cookie);
			expect(confirmed.status).toBe(200);
			const renewed = cookiesOf(confirmed);
			expect(await whoIs(renewed)).toMatchObject({ session: { id: sessionId } });
			expect(await whoIs(cookie)).toBeUndefined();
			expect((await remove(renewed)).status).toBe(404);
			const sessions = await site().anyone('GET', '/account/sessions', undefined, {
				cookie: renewed,
			});
			expect(sessions.body.data).toHaveLength(1);
		});

		it('keep the last way in, and belong to their person', async () => {
			const { id, passkey, passkeyId, cookie } = await joinWithPasskey();
			const headers = { cookie, 'x-requested-with': 'console' };
			const path = `/account/passkeys/${passkeyId}`;
			const other = await joinWithPasskey();
			for (const [method, body] of [['DELETE'], ['PUT', { name: 'Mine' }]] as const)
				expect(
					(await site().anyone(method, path, body, { ...headers, cookie: other.cookie })).status,
				).toBe(404);
			expect((await site().anyone('PUT', path, { name: 'Desk' }, headers)).body.data).toMatchObject(
				[{ name: 'Desk' }],
			);
			await site().call('DELETE', `/people/${id}/ways-in/password`);
			expect(await whoIs(cookie)).toBeUndefined();
			const signedIn = { ...headers, cookie: cookiesOf(await signIn(passkey)) };
			expect(await site().anyone('DELETE', path, undefined, signedIn)).toMatchObject({
				status: 409,
				body: { error: expect.stringContaining('only way') },
			});
			expect((await add(openPage(), signedIn.cookie, 'Second')).body.data).toHaveLength(2);
			expect((await site().anyone('DELETE', path, undefined, signedIn)).status).toBe(200);
			expect((await signIn(passkey)).status).toBe(400);
			expect(await details(id)).toContainEqual({ passkey: 'removed', name: 'Desk' });
		});

		it('count as both factors where a role requires two', async () => {
			const { passkey, cookie, id } = await joinWithPasskey('finance');
			const plain = await joinAs(site(), 'finance');
			await site().call('PUT', '/settings/second-factor', { roles: ['finance'] });
			for (const [whose, missing] of [
				[cookiesOf(await signIn(passkey)), false],
				// The session in which the passkey was made, and that of someone without one.
				[cookie, false],
				[plain.cookie, true],
			] as const)
				expect((await whoIs(whose)).second_factor.missing).toBe(missing);
			const { body } = await site().call('GET', `/people/${id}/ways-in`);
			expect(body.data).toMatchObject({ password: true, provider: false });
			await site().call('PUT', '/settings/second-factor', { roles: [] });
		});
	},
	{ publicUrls },
);
