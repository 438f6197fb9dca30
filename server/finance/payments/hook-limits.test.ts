import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../config.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { TOKEN } from './fixtures/desk.ts';

const SAFARICOM = '196.201.214.200';

let site: TestApp;
beforeAll(async () => {
	const account = undefined;
	const mpesa = { account, hookTokens: [TOKEN], sources: [SAFARICOM], shortCodes: [] };
	site = await makeTestAppWith('sqlite', { config: { rateLimits: true, mpesa } });
});
afterAll(() => site.close());

/** Posts deliveries in parallel; counts the answers by status. */
const deliver = async (times: number, token: string, remoteAddress: string) => {
	const answers = await Promise.all(
		Array.from({ length: times }, () =>
			site.app.inject({
				method: 'POST',
				url: `/api/hooks/${token}/c2b`,
				remoteAddress,
				payload: '{}',
			}),
		),
	);
	return Object.fromEntries(
		Map.groupBy(answers, ({ statusCode }) => statusCode)
			.entries()
			.map(([status, { length }]) => [status, length]),
	);
};

it('accepts deliveries despite many with a wrong token or from untrusted addresses', async () => {
	const { max } = LIMITS.address;
	const flood = deliver(LIMITS.hooks.max + 200, 'not-the-token-of-this-address', '203.0.113.9');
	const genuine = await deliver(50, TOKEN, SAFARICOM);
	expect(genuine).toEqual({ 200: 50 });
	expect(await flood).toEqual({ 404: max, 429: LIMITS.hooks.max + 200 - max });
	// Wrong tokens from another address still get 404.
	expect(await deliver(1, 'not-the-token-of-this-address', '203.0.113.10')).toEqual({ 404: 1 });
});

it('counts untrusted deliveries with the right token separately', async () => {
	const flood = deliver(LIMITS.hooks.max + 200, TOKEN, '203.0.113.9');
	const genuine = await deliver(50, TOKEN, SAFARICOM);
	expect(genuine).toEqual({ 200: 50 });
	await flood;
});
