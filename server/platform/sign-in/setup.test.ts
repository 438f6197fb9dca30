import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, makeTestApp, type TestApp } from '../../testing/app.ts';
import { cookiesOf, PASSWORD } from './fixtures/accounts.ts';
import { makeFirstAdmin, setupAddress } from './routes.ts';

describe.each(engines)('the first administrator (%s)', (engine) => {
	let site: TestApp;
	beforeEach(async () => {
		site = await makeTestApp(engine);
		await site.database.write(async (trx) => {
			await trx.deleteFrom('people').execute();
		});
	});
	afterEach(() => site.close());

	const body = (token: string, more = {}) => ({
		token,
		name: 'Jane',
		email: 'jane@example.org',
		password: PASSWORD,
		sample_data: false,
		...more,
	});
	const link = async () => (await setupAddress(site.app.identity))?.split('#')[1] ?? '';
	const setUp = (token: string, more = {}) => site.anyone('POST', '/setup', body(token, more));
	const needed = async () => (await site.anyone('GET', '/site')).body.data.setup;

	it('is created and signed in with the printed link, which works once', async () => {
		expect(await needed()).toBe(true);
		const token = await link();
		expect(token).toMatch(/^[\w-]{43}$/);
		// After a refused password the link still works.
		expect(await setUp(token, { password: 'ufundi admin 1' })).toMatchObject({
			status: 422,
			body: { fields: { password: expect.any(String) } },
		});
		const made = await setUp(token);
		expect(made).toMatchObject({ status: 201, body: { data: { signed_in: true } } });
		const me = await site.anyone('GET', '/account', undefined, { cookie: cookiesOf(made) });
		expect(me.body.data).toMatchObject({ email: 'jane@example.org', role: 'admin' });
		expect(await needed()).toBe(false);
		expect((await setUp(token, { email: 'other@example.org' })).status).toBe(404);
		expect(await setupAddress(site.app.identity)).toBeUndefined();
	});

	it('is created once, also of eight requests at once', async () => {
		const token = await link();
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, n) => setUp(token, { email: `jane-${n}@example.org` })),
		);
		const statuses = answers.map(({ status }) => status);
		expect(
			statuses.filter((status) => status === 201),
			String(statuses),
		).toHaveLength(1);
		for (const status of statuses) expect(status).toBeOneOf([201, 400, 404, 429]);
		const people = await site.database.read.selectFrom('people').select('id').execute();
		expect(people).toHaveLength(1);
	});

	it('is not created with a wrong, replaced or hour-old token', async () => {
		const earlier = await link();
		const token = await link();
		for (const wrong of [earlier, 'x'.repeat(43), ''])
			expect(await setUp(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
		await site.database.write((trx) =>
			trx
				.updateTable('links')
				.set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
				.execute(),
		);
		expect((await setUp(token)).status).toBe(400);
		expect(await needed()).toBe(true);
	});

	it('is created from the settings only if there is none', async () => {
		const { database } = site;
		const make = (email: string, password = PASSWORD) =>
			makeFirstAdmin(database, { email, password }, 'Ufundi');
		expect(await make('a@example.org', 'password12345')).toBe('is too easy to guess');
		expect(await make('a@example.org')).toBeUndefined();
		expect(await make('b@example.org')).toBeUndefined();
		const people = await database.read.selectFrom('people').select('email').execute();
		expect(people).toEqual([{ email: 'a@example.org' }]);
		const answer = await site.anyone('POST', '/auth/sign-in/email', {
			email: 'a@example.org',
			password: PASSWORD,
		});
		expect(answer.status).toBe(200);
	});
});
