import { expect, it } from 'vitest';
import { onEveryEngine, type TestApp } from '../../test-app.ts';
import { post } from './fixtures/enrolled.ts';
import { cookiesOf, join, PASSWORD } from './fixtures/joined.ts';

const signIn = (site: TestApp, email: string, cookie?: string) =>
	post(site, 'sign-in/email', { email, password: PASSWORD }, cookie);

onEveryEngine('signing in', (site) => {
	it('ends the previous session of the browser, of any person', async () => {
		const [first, second] = [await join(site(), 'viewer'), await join(site(), 'editor')];
		const me = (cookie: string) => site().anyone('GET', '/account', undefined, { cookie });
		const again = await signIn(site(), first.email, first.cookie);
		expect((await me(first.cookie)).status).toBe(401);
		const other = await signIn(site(), second.email, cookiesOf(again));
		expect((await me(cookiesOf(again))).status).toBe(401);
		expect((await me(cookiesOf(other))).body.data.email).toBe(second.email);
		expect((await me(second.cookie)).status).toBe(200);
	});

	it('keeps ten sessions of a person, and ends the oldest', async () => {
		const { email } = await join(site(), 'viewer');
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
});
