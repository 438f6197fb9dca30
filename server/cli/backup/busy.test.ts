import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepFiles } from '../../content/files/sweep.ts';
import { withBackupLock } from '../../platform/db/data-lock.ts';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { engines, makeTestApp, type TestApp } from '../../testing/app.ts';
import { makeGroupFolder } from '../../testing/folder.ts';
import { runHere, runUfundi } from '../fixtures/run.ts';

const folder = makeGroupFolder();

/** Creates five papers or more with files, deletes some of them, and sweeps unused files, until the signal aborts. */
const work = async (site: TestApp, until: AbortSignal) => {
	const course = await site.call('POST', '/courses', {
		name: `C ${randomUUID()}`,
		order_num: 1,
		category_id: 'cat_artisan',
	});
	const sets = `/courses/${course.body.data.id}/examsets`;
	const set = await site.call('POST', sets, { name: 'E' });
	const papers = `${sets}/${set.body.data.id}/pastpapers`;
	let made = 0;
	while (!until.aborted || made < 5) {
		const { url } = (await upload(site, `${made}.pdf`, await pdf(randomUUID()))).body;
		const paper = await site.call('POST', papers, { name: `P ${made}`, url });
		// The other one's sweep may have been quicker.
		expect([201, 422]).toContain(paper.status);
		if (made % 2 && paper.status === 201)
			await site.call('DELETE', `${papers}/${paper.body.data.id}`);
		// Deletes unused files at once, as if a week had passed.
		if (made % 3) await sweepFiles(site, { graceMs: -1_000, youngMs: -1_000 });
		made++;
	}
};

describe.each(engines)('a backup while others work (%s)', (engine) => {
	it('keeps files that nothing refers to any more from being removed', async () => {
		const site = await makeTestApp(engine);
		await upload(site, 'a.pdf', await pdf(randomUUID()));
		const sweep = () => sweepFiles(site, { graceMs: -1_000, youngMs: -1_000 });
		expect(await withBackupLock(site, sweep)).toEqual({ files: 0, contents: 0 });
		expect(await sweep()).toEqual({ files: 1, contents: 1 });
		await site.close();
	});
});

it('a backup of SQLite next to writers has a file for every row', async () => {
	const site = await makeTestApp('sqlite');
	const to = join(folder, 'busy.tar');
	const ending = new AbortController();
	const working = Promise.all([work(site, ending.signal), work(site, ending.signal)]);
	const countPapers = async () => (await site.call('GET', '/pastpapers?limit=1')).body.data.total;
	await expect.poll(countPapers).toBeGreaterThan(0);
	const backup = await runUfundi(['backup', '--to', to], { DATA_DIR: site.dataDir });
	ending.abort();
	await working;
	await site.close();
	expect(backup).toMatchObject({ code: 0, err: '' });

	const restored = { DATA_DIR: await mkdtemp(join(folder, 'restored-')) };
	expect(await runHere(['restore', to], restored)).toMatchObject({ code: 0, err: '' });
	const files = await runHere(['files', 'verify'], restored);
	expect(files).toMatchObject({ code: 0, err: '' });
	// Files are listed after the copy of the database, so the backup may have one that was uploaded in between. It has
	// no row, and the server removes it later.
	expect(files.out).toMatch(/^\d+ files \(.* MB\) sound\.\n/);
});
