import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import type { SystemCheck } from '#shared/contract/platform/system.ts';
import { buildConfig, engines, makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { makeKey } from '../../testing/people.ts';
import { pdf } from '../files/fixtures/documents.ts';
import { upload } from '../files/fixtures/form.ts';
import { claim } from '../jobs.ts';

let site: TestApp;
afterEach(() => site.close());

const ready = async () => {
	const { statusCode, body } = await site.app.inject({ url: '/readyz' });
	return { statusCode, ...JSON.parse(body) };
};
const check = async (name: string) =>
	((await site.call('GET', '/system')).body.data.checks as SystemCheck[]).find(
		(one) => one.name === name,
	);
const metrics = async () => {
	const headers = { authorization: `Bearer ${await makeKey(site.database, 'metrics')}` };
	return (await site.app.inject({ url: '/metrics', headers })).body;
};
const soon = (what: () => Promise<void>) => vi.waitFor(what, { timeout: 120_000, interval: 200 });

it.each(engines)('reports a missing folder of files, or a missing file (%s)', async (engine) => {
	site = await makeTestAppWith(engine, {});
	await upload(site, 'Paper 1.pdf', await pdf('Paper 1'));
	expect(await ready()).toEqual({
		statusCode: 200,
		status: 'ready',
		database: 'ok',
		files: 'ok',
	});
	expect(await metrics()).toContain('ufundi_file_store_up 1\n');
	const folder = join(site.dataDir, 'files');
	await rename(folder, `${folder}.away`);
	await soon(async () =>
		expect(await ready()).toMatchObject({ statusCode: 503, files: 'missing' }),
	);
	expect(await check('Files')).toMatchObject({ state: 'error' });
	expect(await metrics()).toContain('ufundi_file_store_up 0\n');
	await rename(`${folder}.away`, folder);
	await soon(async () => expect(await ready()).toMatchObject({ statusCode: 200, files: 'ok' }));
	for await (const { sha256 } of site.files.list()) await site.files.remove(sha256);
	await soon(async () => expect(await ready()).toMatchObject({ statusCode: 200, files: 'lost' }));
	expect(await check('Files')).toMatchObject({ state: 'error' });
});

it.each(engines)(
	'refuses changes after a newer version updated the database (%s)',
	async (engine) => {
		const token = 'a-token-of-at-least-32-characters-for-hooks';
		site = await makeTestAppWith(engine, {
			version: '1.2.3+1a2b3c4d',
			config: { mpesa: { ...buildConfig({}).mpesa, hookTokens: [token] } },
		});
		const change = (name: string) =>
			site.call('POST', '/courses', { name, order_num: 1, category_id: 'cat_artisan' });
		const deliver = () =>
			site.app.inject({ method: 'POST', url: `/api/hooks/${token}/stk`, payload: '{}' });
		const countRows = async (table: 'mpesa_messages' | 'payment_queue') =>
			(await site.database.read.selectFrom(table).selectAll().execute()).length;
		expect((await change('Before')).status).toBe(201);
		await site.database.write((trx) =>
			sql`insert into kysely_migration values ('9999-future', '2030-01-01')`.execute(trx),
		);
		expect(await ready()).toMatchObject({ statusCode: 503, status: 'outdated' });
		expect(await change('After')).toMatchObject({
			status: 503,
			headers: { 'retry-after': '10' },
			body: { code: 'unavailable', error: 'The program is being updated. Try again in a minute.' },
		});
		expect((await site.call('GET', '/courses')).body.data).toMatchObject([{ name: 'Before' }]);
		// Stored, and left to a server of the newer version, as are the background jobs.
		expect((await deliver()).statusCode).toBe(200);
		const job = { name: 'some', holder: 'this', leaseMs: 60_000 };
		expect(await claim(site.database, job, 0, Date.now())).toBe(false);
		expect([await countRows('mpesa_messages'), await countRows('payment_queue')]).toEqual([1, 1]);
		const health = await site.app.inject({ url: '/healthz' });
		expect(health.json()).toEqual({ status: 'ok', version: '1.2.3+1a2b3c4d' });
	},
);
