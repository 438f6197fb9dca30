import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { engines, makeTestApp, TEST_SECRET, type TestApp } from '../../testing/app.ts';
import { hashOfToken, readSignedToken } from '../identity/tokens.ts';

const RACES = AT_LENGTH ? 200 : 8;

const hashOf = (cookie: string) =>
	hashOfToken(
		readSignedToken(decodeURIComponent(cookie.split('=').slice(1).join('=')), TEST_SECRET) ?? '',
	);
const times = () => {
	const at = new Date().toISOString();
	const expires_at = new Date(Date.now() + 3_600_000).toISOString();
	return { created_at: at, updated_at: at, last_seen_at: at, confirmed_at: at, expires_at };
};

describe.each(engines)('the last administrator (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp(engine);
	});
	afterAll(() => site.close());

	it('remains, also when two demote each other at once', async () => {
		const { database } = site;
		const [first, second] = [await site.as('admin'), await site.as('admin')];
		// The administrator of the test client is not one in this test.
		await database.write((trx) =>
			trx
				.updateTable('people')
				.set({ role: 'viewer' })
				.where('id', 'not in', [first.id, second.id])
				.execute(),
		);
		const admins = () =>
			database.read.selectFrom('people').select('id').where('role', '=', 'admin').execute();
		for (let round = 0; round < RACES; round++) {
			const change = round % 2 === 0 ? { role: 'viewer' } : { disabled: true };
			const answers = await Promise.all([
				first.call('PUT', `/people/${second.id}`, change),
				second.call('PUT', `/people/${first.id}`, change),
			]);
			for (const { status } of answers) expect(status).toBeOneOf([200, 401, 403, 409]);
			const administrators = await database.read
				.selectFrom('people')
				.select('id')
				.where('role', '=', 'admin')
				.where('disabled_at', 'is', null)
				.execute();
			expect(administrators.length).toBeGreaterThan(0);
			await database.write((trx) =>
				trx
					.updateTable('people')
					.set({ role: 'admin', disabled_at: null })
					.where('id', 'in', [first.id, second.id])
					.execute(),
			);
			for (const one of [first, second])
				if ((await one.call('GET', '/account')).status === 401) {
					await database.write((trx) =>
						trx
							.insertInto('sessions')
							.values({
								id: one.sessionId,
								person_id: one.id,
								token_hash: hashOf(one.cookie),
								trusted_device: false,
								ip_address: null,
								user_agent: null,
								...times(),
							})
							.execute(),
					);
				}
		}
		expect(await admins()).toHaveLength(2);
		await first.call('PUT', `/people/${second.id}`, { role: 'viewer' });
		const alone = await first.call('PUT', `/people/${first.id}`, { role: 'viewer' });
		expect(alone).toMatchObject({ status: 409, body: { code: 'conflict' } });
	}, 600_000);
});
