import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { SystemCheck } from '#shared/contract/system.ts';
import { pdf } from '../../files/fixtures/documents.ts';
import { upload } from '../../files/fixtures/form.ts';
import { engines, makeTestAppWith, type TestApp } from '../../test-app.ts';
import { makeKey } from '../../test-people.ts';
import { recordBackup } from './last-backup.ts';

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
	await soon(async () => expect(await ready()).toMatchObject({ statusCode: 503, files: 'gone' }));
	expect(await check('Files')).toMatchObject({ state: 'act' });
	expect(await metrics()).toContain('ufundi_file_store_up 0\n');
	await rename(`${folder}.away`, folder);
	await soon(async () => expect(await ready()).toMatchObject({ statusCode: 200, files: 'ok' }));
	for await (const { sha256 } of site.files.list()) await site.files.remove(sha256);
	await soon(async () => expect(await ready()).toMatchObject({ statusCode: 200, files: 'lost' }));
	expect(await check('Files')).toMatchObject({ state: 'act' });
});

it.each(engines)('shares the age of the last backup among servers (%s)', async (engine) => {
	site = await makeTestAppWith(engine, {});
	// Alerts compare the value with the current time, so the series must exist.
	expect(await metrics()).toContain('ufundi_last_backup_timestamp_seconds 0\n');
	const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000).toISOString();
	for (const destination of ['-', '/backups/a.tar'])
		await site.database.write((trx) => recordBackup(trx, { at, destination, lost: 0 }));
	expect(await check('Backup')).toMatchObject({ state: 'ok', at });
	expect(await metrics()).toContain(
		`ufundi_last_backup_timestamp_seconds ${Date.parse(at) / 1_000}\n`,
	);
});
