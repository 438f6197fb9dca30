import { describe, expect, it, vi } from 'vitest';
import { engines, makeTestApp } from '../../test-app.ts';
import { join } from './fixtures/joined.ts';
import { siteWithMail } from './fixtures/post-office.ts';

describe.each(engines)('where mail is set up (%s)', (engine) => {
	const { site, letters } = siteWithMail(engine);

	const letterTo = (email: string) =>
		vi.waitFor(() => {
			const letter = letters().find(({ to }) => to === email);
			if (!letter) throw new Error('No letter yet');
			return letter.text;
		}, 10_000);
	const tokenIn = (text: string, page: string) =>
		new RegExp(`http://127\\.0\\.0\\.1:4000/${page}#([\\w-]{43})`).exec(text)?.[1] ?? '';

	it('an invitation and a reset are sent, and never shown to whoever asks for them', async () => {
		const invited = { name: 'Jane', email: 'jane@example.org', role: 'editor' };
		const { body } = await site().call('POST', '/people', invited);
		expect(body.data.link).toMatchObject({ sent: true, url: null });
		const token = tokenIn(await letterTo(invited.email), 'invitation');
		expect(JSON.stringify(body)).not.toContain(token);
		expect((await site().anyone('POST', '/links/look', { token })).status).toBe(200);
		const { id, email } = await join(site(), 'admin');
		const { body: reset } = await site().call('POST', `/people/${id}/link`);
		expect(reset.data).toMatchObject({ sent: true, url: null });
		const sent = tokenIn(await letterTo(email), 'reset');
		expect(JSON.stringify(reset)).not.toContain(sent);
		expect((await site().anyone('POST', '/links/look', { token: sent })).status).toBe(200);
	});

	it('a forgotten password is helped by a link of ten minutes, and nobody learns who is here', async () => {
		expect((await site().anyone('GET', '/site')).body.data.mail).toBe(true);
		const { email, id } = await join(site(), 'viewer');
		const known = await site().anyone('POST', '/forgotten', { email });
		const unknown = await site().anyone('POST', '/forgotten', { email: 'nobody@example.org' });
		expect([known.status, unknown.status]).toEqual([202, 202]);
		expect(known.body).toEqual(unknown.body);
		const token = tokenIn(await letterTo(email), 'reset');
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
		expect(letters().some(({ to }) => to === 'nobody@example.org')).toBe(false);
	});

	it('an address is sent three links an hour and no more', async () => {
		const ask = () => site().anyone('POST', '/forgotten', { email: 'often@example.org' });
		const answers = [await ask(), await ask(), await ask(), await ask()];
		expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
	});
});

it('without mail nobody is promised a letter', async () => {
	const site = await makeTestApp('sqlite');
	const answer = await site.anyone('POST', '/forgotten', { email: 'a@example.org' });
	expect(answer).toMatchObject({ status: 503, body: { code: 'mail_off' } });
	await site.close();
});
