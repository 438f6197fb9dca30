import { expect, it } from 'vitest';
import { onEveryEngine, type TestApp } from '../../testing/app.ts';
import { cookiesOf, joinAs, PASSWORD } from '../sign-in/fixtures/accounts.ts';

let names = 0;
const invite = async (site: TestApp, role = 'editor') => {
	const email = `invited-${++names}@example.org`;
	const { body, status } = await site.call('POST', '/people', { name: 'Jane', email, role });
	expect(status).toBe(201);
	const token = body.data.link.url.split('#')[1] as string;
	return { ...body.data.person, token, url: body.data.link.url };
};
const use = (site: TestApp, token: string, password = PASSWORD, more = {}) =>
	site.anyone('POST', '/links/use', { token, password, ...more });

onEveryEngine('an invitation', (site) => {
	it('is a link that works once and names its person', async () => {
		const { token, url, id } = await invite(site());
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/invitation#[\w-]{43}$/);
		const look = await site().anyone('POST', '/links/check', { token });
		expect(look.body.data).toMatchObject({ purpose: 'invitation', name: 'Jane', role: 'editor' });
		const used = await use(site(), token, PASSWORD, { name: 'Jane W.' });
		expect(used.body.data).toEqual({ signed_in: true, code_needed: false });
		const cookie = cookiesOf(used);
		const me = await site().anyone('GET', '/account', undefined, { cookie });
		expect(me.body.data).toMatchObject({ id, name: 'Jane W.', role: 'editor' });
		expect(await use(site(), token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
		const stored = await site().database.read.selectFrom('links').selectAll().execute();
		expect(JSON.stringify(stored)).not.toContain(token);
	});

	it('works for one of eight requests at once', async () => {
		const { token, email } = await invite(site());
		const answers = await Promise.all(Array.from({ length: 8 }, () => use(site(), token)));
		const statuses = answers.map(({ status }) => status);
		expect(
			statuses.filter((status) => status === 200),
			String(statuses),
		).toHaveLength(1);
		for (const status of statuses) expect(status).toBeOneOf([200, 400, 429]);
		const signIn = await site().anyone('POST', '/auth/sign-in/email', {
			email,
			password: PASSWORD,
		});
		expect(signIn.status).toBe(200);
	});

	it('expires after 72 hours, by a new one and by a withdrawal, with the same answer', async () => {
		const old = await invite(site());
		await site().database.write((trx) =>
			trx
				.updateTable('links')
				.set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
				.where('person_id', '=', old.id)
				.execute(),
		);
		const renewed = await invite(site());
		const key = { 'idempotency-key': `link-${renewed.id}` };
		const renew = () => site().call('POST', `/people/${renewed.id}/link`, undefined, key);
		const { body } = await renew();
		expect((await renew()).body).toEqual(body);
		expect(Date.parse(body.data.expires_at) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
		const deleted = await invite(site());
		expect((await site().call('DELETE', `/people/${deleted.id}`)).status).toBe(200);
		const answers = [old, renewed, deleted, { token: 'x'.repeat(43) }].map(({ token }) =>
			site().anyone('POST', '/links/check', { token }),
		);
		const refused = (await Promise.all(answers)).map(({ status, body }) => ({ status, body }));
		expect(refused[0]).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
		expect(new Set(refused.map((one) => JSON.stringify(one))).size).toBe(1);
		expect((await use(site(), body.data.url.split('#')[1])).status).toBe(200);
	});

	it('rejects passwords that are short, long, common, or contain the name or product', async () => {
		const { token, email } = await invite(site());
		const refused = [
			...[
				'short',
				'eleven char',
				'x'.repeat(129),
				'qwerty123456',
				'Password12345!',
				'1qaz2wsx3edc',
			],
			...[
				'ufundi-ufundi-2026',
				'abcdefghijklmn',
				'aaaaaaaaaaaaaa',
				`${email}`,
				'mpesa mpesa mpesa',
			],
		];
		for (const password of refused)
			expect(await use(site(), token, password), password).toMatchObject({
				status: 422,
				body: { fields: { password: expect.any(String) } },
			});
		const signs = Array.from({ length: 64 }, (_, n) =>
			String.fromCodePoint(0x1f600 + ((n * n * 7) % 71)),
		);
		expect((await use(site(), token, signs.join(''))).status).toBe(200);
	});

	it('is not created twice for an e-mail in any spelling', async () => {
		const { email } = await invite(site());
		const twin = { name: 'Twin', email: email.toUpperCase(), role: 'viewer' };
		expect((await site().call('POST', '/people', twin)).status).toBe(409);
		const wide = { ...twin, email: email.replace('@', '\uff20') };
		expect((await site().call('POST', '/people', wide)).status).toBe(409);
	});
});

onEveryEngine('people', (site) => {
	it('get a one-day reset link, which ends all their sessions', async () => {
		const { id, call, email } = await joinAs(site(), 'viewer');
		const { body } = await site().call('POST', `/people/${id}/link`);
		expect(body.data.url).toContain('/reset#');
		expect(body.data.sent).toBe(false);
		const token = body.data.url.split('#')[1];
		const another = 'an entirely different phrase';
		expect((await use(site(), token, another)).body.data).toEqual({
			signed_in: false,
			code_needed: false,
		});
		expect((await call('GET', '/account')).status).toBe(401);
		const signIn = (password: string) =>
			site().anyone('POST', '/auth/sign-in/email', { email, password });
		expect((await signIn(PASSWORD)).status).toBe(401);
		expect((await signIn(another)).status).toBe(200);
	});

	it('lose access at once with another role, a disabled account or a sign-out', async () => {
		const { id, call } = await site().as('editor');
		const course = { name: 'A', order_num: 1, category_id: 'cat_artisan' };
		expect((await call('POST', '/courses', course)).status).toBe(201);
		await site().call('PUT', `/people/${id}`, { role: 'viewer' });
		expect((await call('POST', '/courses', course)).status).toBe(403);
		await site().call('DELETE', `/people/${id}/sessions`);
		expect((await call('GET', '/courses')).status).toBe(401);
		const other = await site().as('editor');
		const { body } = await site().call('PUT', `/people/${other.id}`, { disabled: true });
		expect(body.data.status).toBe('disabled');
		expect((await other.call('GET', '/courses')).status).toBe(401);
		await site().call('PUT', `/people/${other.id}`, { disabled: false });
		expect((await other.call('GET', '/courses')).status).toBe(401);
	});

	it('are disabled, never removed, once they have joined', async () => {
		const { id } = await site().as('editor');
		expect((await site().call('DELETE', `/people/${id}`)).status).toBe(409);
		expect((await site().call('DELETE', '/people/unknown')).status).toBe(404);
	});

	it('are changed only within ten minutes of a password confirmation', async () => {
		const admin = await joinAs(site(), 'admin');
		const { id } = await site().as('viewer');
		const change = (headers = {}) =>
			admin.call('PUT', `/people/${id}`, { role: 'editor' }, headers);
		await site().database.write((trx) =>
			trx
				.updateTable('sessions')
				.set({ confirmed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
				.where('id', '=', admin.sessionId)
				.execute(),
		);
		const calls: [Parameters<typeof admin.call>[0], string][] = [
			['POST', '/people'],
			['PUT', `/people/${id}`],
			['POST', `/people/${id}/link`],
			['DELETE', `/people/${id}/second-factor`],
			['POST', '/keys'],
			['DELETE', '/keys/none'],
			['PUT', '/settings/second-factor'],
			['GET', '/transactions/export.csv'],
			['GET', '/periods/2026-07/pack.xlsx'],
		];
		for (const [method, path] of calls)
			expect(await admin.call(method, path), path).toMatchObject({
				status: 403,
				body: { code: 'reauth_required' },
			});
		const wrong = await admin.call('POST', '/account/confirm', { password: 'not my password' });
		expect(wrong).toMatchObject({
			status: 422,
			body: { fields: { password: expect.any(String) } },
		});
		expect((await change()).status).toBe(403);
		const confirmed = await admin.call('POST', '/account/confirm', { password: PASSWORD });
		expect(confirmed.status).toBe(200);
		expect((await change({ cookie: cookiesOf(confirmed) })).status).toBe(200);
	});

	it('keep a new name that they set while their role changes', async () => {
		const { id } = await site().as('viewer');
		let changing: Promise<unknown> | undefined;
		await site().database.write(async (trx) => {
			await trx.updateTable('people').set({ name: 'Grace' }).where('id', '=', id).execute();
			changing = site().call('PUT', `/people/${id}`, { role: 'editor' });
			await new Promise((done) => setTimeout(done, 100));
		});
		await changing;
		const { body } = await site().call('GET', `/people/${id}`);
		expect(body.data).toMatchObject({ name: 'Grace', role: 'editor' });
	});

	it('have a tag that rejects a stale change', async () => {
		const { id, call } = await site().as('viewer');
		const read = () => site().call('GET', `/people/${id}`);
		const put = (body: object, tag = '') =>
			site().call('PUT', `/people/${id}`, body, { 'if-match': tag });
		const { etag = '' } = (await read()).headers;
		// A later visit does not change the person.
		await call('GET', '/courses');
		expect((await read()).headers.etag).toBe(etag);
		const saved = await put({ name: 'Grace' }, `${etag}`);
		expect(saved.status).toBe(200);
		expect(saved.headers.etag).not.toBe(etag);
		expect((await read()).headers.etag).toBe(saved.headers.etag);
		expect(await put({ name: 'Late' }, `${etag}`)).toMatchObject({
			status: 412,
			body: { code: 'stale', data: { id, name: 'Grace' } },
			headers: { etag: saved.headers.etag },
		});
		const invited = await invite(site());
		const remove = (headers = {}) =>
			site().call('DELETE', `/people/${invited.id}`, undefined, headers);
		expect((await remove({ 'if-match': `${etag}` })).status).toBe(412);
		expect((await remove()).status).toBe(200);
	});

	it('are audited with their changed fields only', async () => {
		const { id } = await site().as('viewer');
		await site().call('PUT', `/people/${id}`, { role: 'editor' });
		await site().call('PUT', `/people/${id}`, { role: 'editor' });
		const { body } = await site().call('GET', `/audit?item_kind=person&item_id=${id}`);
		expect(body.data.data).toHaveLength(1);
		expect(body.data.data[0]).toMatchObject({
			action: 'update',
			before: { role: 'viewer' },
			after: { role: 'editor' },
			actor: { kind: 'person', role: 'admin' },
		});
	});
});
