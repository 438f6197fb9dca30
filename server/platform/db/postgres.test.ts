import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { joinAs, PASSWORD } from '../sign-in/fixtures/accounts.ts';
import { openPostgres } from './postgres.ts';

describe('PostgreSQL', () => {
	let site: TestApp;
	let admin: pg.Client;
	beforeAll(async () => {
		site = await makeTestAppWith('postgres', { impatient: true });
		admin = new pg.Client(inject('postgresUrl'));
		await admin.connect();
	});
	afterAll(async () => {
		await admin.end();
		await site.close();
	});

	const cutConnections = async () => {
		const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
			site.database.read,
		);
		await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
			rows[0]?.name,
		]);
	};

	it('can close every connection, and the next requests succeed', async () => {
		const { id } = await createContent(site).course();
		for (let round = 0; round < 3; round++) {
			await cutConnections();
			const answers = await Promise.all(
				Array.from({ length: 5 }, () => site.call('GET', `/courses/${id}`)),
			);
			for (const { status, body } of answers) {
				expect([200, 503]).toContain(status);
				if (status === 503) expect(body).toMatchObject({ success: false, code: 'unavailable' });
			}
			await expect.poll(async () => (await site.call('GET', `/courses/${id}`)).status).toBe(200);
		}
	});

	it('aborts a write that waits too long for a lock, with a retry answer', async () => {
		const { id } = await createContent(site).course();
		const answer = await site.database.write(async (trx) => {
			await trx.selectFrom('courses').select('id').where('id', '=', id).forUpdate().execute();
			return site.call('PUT', `/courses/${id}`, { name: 'Waiting' });
		});
		expect(answer).toMatchObject({
			status: 503,
			body: { success: false, code: 'unavailable', requestId: expect.any(String) },
			headers: { 'retry-after': '2' },
		});
		expect(JSON.stringify(answer.body)).not.toMatch(/lock|sql|timeout/i);
		expect((await site.call('PUT', `/courses/${id}`, { name: 'Served' })).status).toBe(200);
	});

	it('can refuse the session of a sign-in, which gets a retry answer', async () => {
		const { email } = await joinAs(site, 'viewer');
		const who = { email, password: PASSWORD };
		const signIn = () => site.anyone('POST', '/auth/sign-in/email', who);
		const answer = await site.database.write(async (trx) => {
			await sql`lock table sessions in exclusive mode`.execute(trx);
			return signIn();
		});
		expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } });
		expect((await signIn()).status).toBe(200);
		expect(
			(await site.anyone('POST', '/auth/sign-in/email', { ...who, password: 'x' })).status,
		).toBe(401);
	});

	it('can deadlock two writes, and both succeed in the end', async () => {
		const { course } = createContent(site);
		const [a, b] = await Promise.all([course(), course()]);
		const meet = new Map<string, () => void>();
		const both = Promise.all(['a', 'b'].map((who) => new Promise<void>((go) => meet.set(who, go))));
		let tries = 0;
		const rename = (who: string, first: string, second: string) =>
			site.database.write(async (trx) => {
				tries++;
				const set = (id: string) =>
					trx.updateTable('courses').set({ name: who }).where('id', '=', id).execute();
				await set(first);
				meet.get(who)?.();
				await both;
				await set(second);
			});
		await Promise.all([rename('a', a.id, b.id), rename('b', b.id, a.id)]);
		expect(tries).toBe(3);
	});

	it('can let two writes insert the same row, and the second sees the first', async () => {
		const meet = new Map<string, () => void>();
		const both = Promise.all(['a', 'b'].map((who) => new Promise<void>((go) => meet.set(who, go))));
		const claim = (who: string) =>
			site.database.write(async (trx) => {
				const settings = trx.selectFrom('settings').select('value').where('name', '=', 'claim');
				const known = await settings.executeTakeFirst();
				if (known) return known.value;
				meet.get(who)?.();
				await both;
				await trx.insertInto('settings').values({ name: 'claim', value: who }).execute();
				return who;
			});
		const [one, other] = await Promise.all([claim('a'), claim('b')]);
		expect(['a', 'b']).toContain(one);
		expect(other).toBe(one);
	});

	it('that is missing or not ours fails to open with the reason', async () => {
		await expect(openPostgres('postgres://nobody:x@127.0.0.1:1/none')).rejects.toMatchObject({
			code: 'ECONNREFUSED',
		});
		const wrong = new URL(inject('postgresUrl'));
		wrong.password = 'wrong';
		await expect(openPostgres(wrong.href)).rejects.toThrow(/password/);
		wrong.href = inject('postgresUrl');
		wrong.pathname = '/no_such_database';
		await expect(openPostgres(wrong.href)).rejects.toThrow(/does not exist/);
	});
});
