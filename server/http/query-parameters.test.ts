import { expect, it } from 'vitest';
import { access } from '../access.ts';
import { onEveryEngine } from '../test-app.ts';
import { refused } from '../test-content.ts';

const calls = Object.entries(access).flatMap(([url, methods]) =>
	url.startsWith('/api/') && !url.startsWith('/api/hooks/')
		? Object.keys(methods).map((method) => ({ method: method as 'GET' | 'POST', url }))
		: [],
);

onEveryEngine('a query parameter that a call does not have', (site) => {
	it('is refused by name on every route', async () => {
		expect(calls.length).toBeGreaterThan(100);
		for (const { method, url } of calls) {
			const { status, body } = await site().call(method, `${url.slice('/api'.length)}?statuss=x`);
			expect({ method, url, status, fields: body.fields }).toEqual({
				...{ method, url, status: 422 },
				fields: {
					statuss: expect.stringMatching(/^Unknown query parameter "statuss"\. This call accepts/),
				},
			});
		}
	});

	it('is reported with the known parameters, and never exports everything', async () => {
		expect((await site().call('GET', '/subjects/x/topics?form=2026-01-01')).status).toBe(404);
		const none = 'Unknown query parameter "form". This call accepts no query parameters.';
		expect(await site().call('GET', '/courses?form=2026-01-01')).toMatchObject(
			refused({ form: none }),
		);
		const csv = await site().call('GET', '/transactions/export.csv?status=failed&statuss=failed');
		expect(csv.body.error).toContain('This call accepts: search, status, from, to,');
		expect((await site().call('GET', '/transactions?status=failed&page=1')).status).toBe(200);
	});

	it('is not reported to callers without access, and does not refuse a callback', async () => {
		expect((await site().anyone('GET', '/transactions?x=1')).status).toBe(401);
		const { call } = await site().as('viewer');
		expect((await call('GET', '/transactions?x=1')).status).toBe(403);
		// No such address without a token: what counts is that the parameter is no reason to refuse it.
		expect((await site().anyone('POST', '/hooks/nothing/stk?x=1', {})).status).toBe(404);
	});
});
