import { expect, it } from 'vitest';
import { onEveryEngine, type TestApp } from '../../testing/app.ts';
import { joinAs, PASSWORD } from '../sign-in/fixtures/accounts.ts';

let names = 0;

/** Creates an administrator with two keys, an invitation and a reset link for another person. */
const makeIssuer = async (site: TestApp) => {
	const someone = await joinAs(site, 'admin');
	const key = async (name: string) => {
		const { body } = await someone.call('POST', '/keys', { name, role: 'editor', days: 30 });
		const authorization = `Bearer ${body.data.secret}`;
		const works = async () =>
			(await site.anyone('GET', '/courses', undefined, { authorization })).status;
		return { id: body.data.key.id as string, works };
	};
	const number = ++names;
	const keys = [await key('The learner app'), await key('The importer')] as const;
	const invitee = { name: 'Akinyi', email: `akinyi-${number}@example.org`, role: 'admin' };
	const { body: invited } = await someone.call('POST', '/people', invitee);
	const other = await joinAs(site, 'finance');
	const { body: reset } = await someone.call('POST', `/people/${other.id}/link`);
	const [invitation, link] = [invited.data.link.url, reset.data.url].map(
		(url: string) => url.split('#')[1] as string,
	) as [string, string];
	const use = async (token: string) =>
		(await site.anyone('POST', '/links/use', { token, password: PASSWORD })).status;
	return { ...someone, keys, invitee, other, invitation, link, use };
};

onEveryEngine('the keys and links that a person created', (site) => {
	const issuedCredentials = async (id: string) =>
		(await site().call('GET', `/people/${id}/credentials`)).body.data;

	it('are listed with their recipients, without secrets, while they work', async () => {
		const { id, keys, invitee, other, invitation, use } = await makeIssuer(site());
		const before = await issuedCredentials(id);
		expect(before.keys.map(({ name }: { name: string }) => name)).toEqual([
			'The importer',
			'The learner app',
		]);
		expect(before.invitations).toMatchObject([{ ...invitee, expires_at: expect.any(String) }]);
		expect(before.resets).toMatchObject([{ person_id: other.id, email: other.email }]);
		expect(JSON.stringify(before)).not.toContain(invitation);
		expect(await use(invitation)).toBe(200);
		await site().call('DELETE', `/keys/${keys[0].id}`);
		expect(await issuedCredentials(id)).toMatchObject({
			keys: [{ id: keys[1].id }],
			invitations: [],
		});
		const { call } = await site().as('editor');
		expect((await call('GET', `/people/${id}/credentials`)).status).toBe(403);
	});

	it.each([
		['disabling', { disabled: true }],
		['another role', { role: 'editor' }],
	])('ends with their %s, and is written down', async (_, change) => {
		const { id, keys, invitation, link, use, other } = await makeIssuer(site());
		expect(await keys[0].works()).toBe(200);
		expect((await site().call('PUT', `/people/${id}`, change)).status).toBe(200);
		expect(await Promise.all(keys.map(({ works }) => works()))).toEqual([401, 401]);
		expect([await use(invitation), await use(link)]).toEqual([400, 400]);
		expect(await issuedCredentials(id)).toEqual({ keys: [], invitations: [], resets: [] });
		const trail = async (item: string) =>
			(await site().call('GET', `/audit?item_id=${item}`)).body.data.data[0];
		expect(await trail(keys[0].id)).toMatchObject({ action: 'delete', item: { kind: 'key' } });
		expect((await trail(other.id)).details).toMatchObject({ link_ended: 'reset' });
		await site().call('PUT', `/people/${id}`, { disabled: false, role: 'admin' });
		expect(await keys[0].works()).toBe(401);
	});

	it('stay valid after a new name and after help from others', async () => {
		const { id, keys, invitation, use } = await makeIssuer(site());
		await site().call('PUT', `/people/${id}`, { name: 'Otieno' });
		expect(await keys[0].works()).toBe(200);
		const [{ person_id }] = (await issuedCredentials(id)).invitations;
		// The person who creates the link again owns it.
		const { body } = await site().call('POST', `/people/${person_id}/link`);
		await site().call('PUT', `/people/${id}`, { disabled: true });
		expect(await use(invitation)).toBe(400);
		expect(await use(body.data.url.split('#')[1])).toBe(200);
	});

	it('leave the keys that another administrator takes over', async () => {
		const { id, keys } = await makeIssuer(site());
		const heir = await site().as('admin');
		const keys_to = { [keys[1].id]: heir.id };
		await site().call('PUT', `/people/${id}`, { disabled: true, keys_to });
		expect([await keys[0].works(), await keys[1].works()]).toEqual([401, 200]);
		expect((await issuedCredentials(heir.id)).keys).toMatchObject([{ id: keys[1].id }]);
		const { body } = await site().call('GET', `/audit?item_id=${keys[1].id}`);
		expect(body.data.data[0]).toMatchObject({ action: 'update', item: { kind: 'key' } });
		await site().call('PUT', `/people/${heir.id}`, { role: 'viewer' });
		expect(await keys[1].works()).toBe(401);
	});

	it('are transferred only to administrators, or nothing changes', async () => {
		const { id, keys } = await makeIssuer(site());
		const stranger = await makeIssuer(site());
		const editor = await site().as('editor');
		for (const keys_to of [
			...[{ [keys[0].id]: editor.id }, { [keys[0].id]: id }, { [keys[0].id]: 'unknown' }],
			...[{ [stranger.keys[0].id]: stranger.id }, { none: stranger.id }, ['x'], 'x'],
		])
			expect(
				await site().call('PUT', `/people/${id}`, { disabled: true, keys_to }),
				JSON.stringify(keys_to),
			).toMatchObject({ status: 422, body: { fields: { keys_to: expect.any(String) } } });
		expect(await keys[0].works()).toBe(200);
	});

	it('are revoked also if created while the person is being disabled', async () => {
		const { id, keys, invitation, link, use } = await makeIssuer(site());
		await site().database.write((trx) =>
			trx
				.updateTable('people')
				.set({ disabled_at: new Date().toISOString() })
				.where('id', '=', id)
				.execute(),
		);
		expect(await keys[0].works()).toBe(401);
		expect([await use(invitation), await use(link)]).toEqual([400, 400]);
	});

	it('of a session end when the person is disabled, also if the session is still stored', async () => {
		const person = await site().as('editor');
		await site().database.write((trx) =>
			trx
				.updateTable('people')
				.set({ disabled_at: new Date().toISOString() })
				.where('id', '=', person.id)
				.execute(),
		);
		expect((await person.call('GET', '/account')).status).toBe(401);
	});
});
