import { expect, it } from 'vitest';
import { VIEWS_MAX } from '#shared/contract/platform/views.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { joinAs } from '../sign-in/fixtures/accounts.ts';

onEveryEngine('the views of a person', (site) => {
	it('keeps at most 20 views, which only their owner and administrators remove', async () => {
		const { call } = await joinAs(site(), 'editor');
		const listNames = async () =>
			(await call('GET', '/account')).body.data.views.map(({ name }: { name: string }) => name);
		const drafts = { name: 'My drafts', address: '/admin/topics?published=false' };
		const kept = await call('POST', '/account/views', drafts);
		expect(kept).toMatchObject({ status: 201, body: { data: { ...drafts, own: true } } });
		expect((await call('POST', '/account/views', { ...drafts, shared: true })).status).toBe(403);
		for (const address of ['https://example.org/admin/topics', '/admin/topics?a b', '/sign-in'])
			expect((await call('POST', '/account/views', { ...drafts, address })).status).toBe(422);
		const shared = { name: 'For all', address: '/admin/pastpapers?free=true', shared: true };
		const { id } = (await site().call('POST', '/account/views', shared)).body.data;
		expect(await listNames()).toEqual(['For all', 'My drafts']);
		expect((await call('DELETE', `/account/views/${id}`)).status).toBe(404);
		const own = `/account/views/${kept.body.data.id}`;
		expect((await site().call('DELETE', own)).status).toBe(404);
		for (let count = 1; count < VIEWS_MAX; count++)
			expect((await call('POST', '/account/views', drafts)).status).toBe(201);
		expect((await call('POST', '/account/views', drafts)).status).toBe(409);
		expect((await call('DELETE', own)).status).toBe(200);
		expect((await site().call('DELETE', `/account/views/${id}`)).status).toBe(200);
		expect(await listNames()).toHaveLength(VIEWS_MAX - 1);
	});
});
