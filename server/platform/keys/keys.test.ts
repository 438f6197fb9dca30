import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';

onEveryEngine('a key', (site) => {
	const make = async (role: string, name = 'The learner app') => {
		const { status, body } = await site().call('POST', '/keys', { name, role, days: 30 });
		expect(status).toBe(201);
		const { key, secret } = body.data;
		const call = (method: 'GET' | 'POST', path: string, sent?: object) =>
			site().anyone(method, path, sent, { authorization: `Bearer ${secret}` });
		return { key, secret, call };
	};

	it('is shown once, stored as a hash, and listed by its prefix', async () => {
		const { key, secret } = await make('viewer');
		expect(secret).toMatch(/^ufundi_[\w-]{43}$/);
		expect(secret.startsWith(key.start)).toBe(true);
		expect(Date.parse(key.expires_at) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
		const { body } = await site().call('GET', '/keys');
		expect(body.data[0]).toMatchObject({ ...key, role: 'viewer', last_used_at: null });
		expect(JSON.stringify(body)).not.toContain(secret);
		const stored = await site().database.read.selectFrom('api_keys').selectAll().execute();
		expect(JSON.stringify(stored)).not.toContain(secret);
	});

	it('has the permissions of its role, is audited by name, and shows its last use', async () => {
		const { key, call } = await make('editor', 'The importer');
		const course = { name: 'By a program', order_num: 1, category_id: 'cat_artisan' };
		const { status, body } = await call('POST', '/courses', course);
		expect(status).toBe(201);
		expect((await call('GET', '/transactions')).status).toBe(403);
		expect((await call('GET', '/people')).status).toBe(403);
		const trail = await site().call('GET', `/audit?item_kind=course&item_id=${body.data.id}`);
		expect(trail.body.data.data[0].actor).toEqual({
			kind: 'program',
			id: key.id,
			name: 'The importer',
			role: 'editor',
		});
		await site().app.identity.settled();
		const { body: keys } = await site().call('GET', '/keys');
		expect(keys.data.find(({ id }: { id: string }) => id === key.id).last_used_at).not.toBeNull();
	});

	it('stops working when it is removed or expires', async () => {
		const { key, call } = await make('viewer');
		expect((await call('GET', '/courses')).status).toBe(200);
		expect((await site().call('DELETE', `/keys/${key.id}`)).status).toBe(200);
		expect((await call('GET', '/courses')).status).toBe(401);
		expect((await site().call('DELETE', `/keys/${key.id}`)).status).toBe(404);
		const old = await make('viewer');
		await site().database.write((trx) =>
			trx
				.updateTable('api_keys')
				.set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
				.where('id', '=', old.key.id)
				.execute(),
		);
		expect((await old.call('GET', '/courses')).status).toBe(401);
	});

	it('is accepted only whole and in its header', async () => {
		const { secret } = await make('viewer');
		const cookie = site().headers.cookie ?? '';
		const request = (headers: Record<string, string>) =>
			site().anyone('GET', '/courses', undefined, headers);
		// Also with a valid session, because a key overrides the session.
		for (const authorization of [
			...[secret, `Basic ${secret}`, `Bearer ${secret}x`, `Bearer ${secret.slice(0, -1)}`],
			...['Bearer', 'Bearer ', `Bearer ${secret} ${secret}`, `bearer: ${secret}`],
		])
			for (const more of [{}, { cookie }])
				expect((await request({ authorization, ...more })).status, authorization).toBe(401);
		expect((await site().anyone('GET', `/courses?key=${secret}`)).status).toBe(401);
		expect((await request({ 'x-api-key': secret })).status).toBe(401);
	});
});
