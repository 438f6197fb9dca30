import { describe, expect, it } from 'vitest';
import { engines, makeTestAppWith, onEveryEngine, TEST_SECRET } from '../../testing/app.ts';
import { openSeal } from '../identity/identity.ts';
import { openMailServer } from '../sign-in/fixtures/mail-server.ts';

let last = 0;
const invitation = () => {
	const email = `once.${++last}@example.org`;
	return { path: '/people', body: { name: 'Achieng', email, role: 'viewer' } };
};
const key = () => ({ path: '/keys', body: { name: `Once ${++last}`, role: 'viewer', days: 30 } });

onEveryEngine('a secret that is shown once', (site) => {
	const send = ({ path, body }: { path: string; body: object }, under: string) =>
		site().call('POST', path, body, { 'idempotency-key': under });
	const listed = async ({ path, body }: { path: string; body: { name: string } }) => {
		const { data } = (await site().call('GET', path)).body;
		const named = 'email' in body ? 'email' : 'name';
		return data.filter((item: Record<string, unknown>) => item[named] === (body as never)[named]);
	};
	const secretIn = (data: { secret?: string; link?: { url: string } }) =>
		data.secret ?? (data.link?.url.split('#')[1] as string);

	describe.each([
		['an invitation', invitation],
		['a key', key],
	])('%s', (_, make) => {
		it('is the same in a repeated request, with one audit row', async () => {
			const request = make();
			const first = await send(request, `again-${last}`);
			expect(first.status).toBe(201);
			const again = await send(request, `again-${last}`);
			expect([again.status, again.body]).toEqual([201, first.body]);
			expect(await listed(request)).toHaveLength(1);
			const [{ id }] = await listed(request);
			const trail = await site().call('GET', `/audit?item_id=${id}`);
			expect(trail.body.data.data).toHaveLength(1);
		});

		it('is created once of eight requests at once', async () => {
			const request = make();
			const answers = await Promise.all(
				Array.from({ length: 8 }, () => send(request, `eight-${last}`)),
			);
			for (const { status, body } of answers) {
				expect(status).toBe(201);
				expect(body).toEqual(answers[0]?.body);
			}
			expect(await listed(request)).toHaveLength(1);
		});

		it('works from either answer', async () => {
			const request = make();
			await send(request, `works-${last}`);
			const secret = secretIn((await send(request, `works-${last}`)).body.data);
			const { status } =
				request.path === '/keys'
					? await site().anyone('GET', '/courses', undefined, { authorization: `Bearer ${secret}` })
					: await site().anyone('POST', '/links/check', { token: secret });
			expect(status).toBe(200);
		});

		it('is stored encrypted, bound to its own request', async () => {
			const request = make();
			const under = `sealed-${last}`;
			const { body } = await send(request, under);
			const secret = secretIn(body.data);
			const row = await site()
				.database.read.selectFrom('idempotency_keys')
				.selectAll()
				.where('key', '=', under)
				.executeTakeFirstOrThrow();
			expect(row.body).not.toContain(secret.slice(7, 20));
			expect(row.body).not.toContain(request.body.name);
			const { open } = openSeal(TEST_SECRET);
			const place = `${row.actor} ${under}`;
			expect(JSON.parse((await open(row.body, place)) ?? '')).toEqual(body);
			expect(await open(row.body, `${row.actor} other`)).toBeUndefined();
			expect(await openSeal(`${TEST_SECRET}x`).open(row.body, place)).toBeUndefined();
			// An attacker moves the row to a key of their own.
			await site().database.write((trx) =>
				trx
					.updateTable('idempotency_keys')
					.set({ key: `moved-${under}` })
					.where('key', '=', under)
					.execute(),
			);
			expect((await send(request, `moved-${under}`)).status).toBe(409);
		});
	});
});

it.each(engines)('sends the e-mail of an invitation once (%s)', async (engine) => {
	const mailServer = await openMailServer();
	const site = await makeTestAppWith(engine, { config: { mail: mailServer.settings } });
	const { path, body } = invitation();
	const send = () => site.call('POST', path, body, { 'idempotency-key': 'invitation' });
	const first = await send();
	expect((await send()).body).toEqual(first.body);
	// Closing sends pending e-mails first.
	await site.close();
	expect(mailServer.emails.map(({ to }) => to)).toEqual([body.email]);
	mailServer.close();
});
