import { describe, expect, it } from 'vitest';
import { engines, makeTestApp } from '../../testing/app.ts';
import { makePasskey } from '../profile/fixtures/authenticator.ts';
import { cookiesOf, joinAs } from './fixtures/accounts.ts';
import { siteWithMail } from './fixtures/mail-server.ts';

describe.each(engines)('with a mail server (%s)', (engine) => {
	const { site, emails } = siteWithMail(engine);

	const emailTo = async (email: string) => {
		const sent = () => emails().find(({ to }) => to === email)?.text ?? '';
		await expect.poll(sent).not.toBe('');
		return sent();
	};
	const tokenIn = (text: string, page: string) =>
		new RegExp(`http://127\\.0\\.0\\.1:4000/${page}#([\\w-]{43})`).exec(text)?.[1] ?? '';

	it('e-mails invitations and resets without showing their links', async () => {
		const invited = { name: 'Jane', email: 'jane@example.org', role: 'editor' };
		const { body } = await site().call('POST', '/people', invited);
		expect(body.data.link).toMatchObject({ sent: true, url: null });
		const token = tokenIn(await emailTo(invited.email), 'invitation');
		expect(JSON.stringify(body)).not.toContain(token);
		expect((await site().anyone('POST', '/links/check', { token })).status).toBe(200);
		const { id, email } = await joinAs(site(), 'admin');
		const { body: reset } = await site().call('POST', `/people/${id}/link`);
		expect(reset.data).toMatchObject({ sent: true, url: null });
		const sent = tokenIn(await emailTo(email), 'reset');
		expect(JSON.stringify(reset)).not.toContain(sent);
		expect((await site().anyone('POST', '/links/check', { token: sent })).status).toBe(200);
	});

	it('tells people about a new passkey', async () => {
		const { email, cookie } = await joinAs(site(), 'viewer');
		const headers = { cookie, 'x-requested-with': 'console' };
		const asked = await site().anyone('POST', '/account/passkeys/options', undefined, headers);
		const passkey = makePasskey({ origin: 'http://127.0.0.1:4000', rpId: 'localhost' });
		const body = { name: 'Phone', response: passkey.register(asked.body.data) };
		const both = { ...headers, cookie: `${cookie}; ${cookiesOf(asked)}` };
		expect((await site().anyone('POST', '/account/passkeys', body, both)).status).toBe(200);
		expect(await emailTo(email)).toMatch(/The passkey .*Phone.* was added to your account\./);
	});

	it('e-mails a ten-minute link for a forgotten password without revealing accounts', async () => {
		expect((await site().anyone('GET', '/site')).body.data.mail).toBe(true);
		const { email, id } = await joinAs(site(), 'viewer');
		const known = await site().anyone('POST', '/password-resets', { email });
		const unknown = await site().anyone('POST', '/password-resets', {
			email: 'nobody@example.org',
		});
		expect([known.status, unknown.status]).toEqual([202, 202]);
		expect(known.body).toEqual(unknown.body);
		const token = tokenIn(await emailTo(email), 'reset');
		const link = await site()
			.database.read.selectFrom('links')
			.select('expires_at')
			.where('person_id', '=', id)
			.executeTakeFirstOrThrow();
		expect(Date.parse(link.expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
		const password = 'a phrase that is quite new';
		expect((await site().anyone('POST', '/links/use', { token, password })).status).toBe(200);
		const signIn = await site().anyone('POST', '/auth/sign-in/email', { email, password });
		expect(signIn.status).toBe(200);
		expect(emails().some(({ to }) => to === 'nobody@example.org')).toBe(false);
	});

	const askFrom = async (remoteAddress: string, email: string) =>
		(
			await site().app.inject({
				method: 'POST',
				url: '/api/password-resets',
				payload: { email },
				remoteAddress,
			})
		).statusCode;

	it('limits an address to three links an hour for a person, but not other addresses', async () => {
		const ask = () => askFrom('203.0.113.7', 'often@example.org');
		expect([await ask(), await ask(), await ask(), await ask()]).toEqual([202, 202, 202, 429]);
		expect(await askFrom('203.0.113.8', 'often@example.org')).toBe(202);
	});

	it('keeps earlier links valid and limits the e-mails when another link is requested', async () => {
		const { email, id } = await joinAs(site(), 'viewer');
		await site().call('POST', `/people/${id}/link`);
		const handed = tokenIn(await emailTo(email), 'reset');
		const toThem = () => emails().filter(({ to }) => to === email);
		for (let n = 0; n < 8; n++) {
			expect(await askFrom(`203.0.113.${20 + n}`, email)).toBe(202);
			await expect.poll(() => toThem().length).toBe(1 + Math.min(n + 1, 3));
		}
		// E-mails are sent some time after the answers, in order: this one would follow any other.
		const { email: next } = await joinAs(site(), 'viewer');
		expect(await askFrom('203.0.113.30', next)).toBe(202);
		await emailTo(next);
		expect(toThem()).toHaveLength(4);
		for (const token of [handed, ...toThem().map(({ text }) => tokenIn(text, 'reset'))])
			expect((await site().anyone('POST', '/links/check', { token })).status).toBe(200);
		const password = 'a phrase that is quite new';
		expect((await site().anyone('POST', '/links/use', { token: handed, password })).status).toBe(
			200,
		);
		for (const { text } of toThem()) {
			const token = tokenIn(text, 'reset');
			expect((await site().anyone('POST', '/links/check', { token })).status).toBe(400);
		}
	});
});

it('does not promise an e-mail without a mail server', async () => {
	const site = await makeTestApp('sqlite');
	const answer = await site.anyone('POST', '/password-resets', { email: 'a@example.org' });
	expect(answer).toMatchObject({ status: 503, body: { code: 'mail_off' } });
	await site.close();
});
