import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { beforeAll, expect, it } from 'vitest';
import { openDiskStore } from '../../platform/files/disk.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { previewImport } from './catalogue.ts';
import type { Counts } from './report.ts';
import { fillWithSample, SAMPLE_CATALOGUE } from './sample.ts';

let counts: Counts;
beforeAll(async () => {
	const { refused, notes, ...preview } = await previewImport(SAMPLE_CATALOGUE);
	expect({ refused, notes }, 'accepted without notes').toEqual({ refused: [], notes: [] });
	({ counts } = preview);
});

it('every file of the sample catalogue opens and has a page', async () => {
	const folder = join(SAMPLE_CATALOGUE, 'files');
	for (const name of await readdir(folder)) {
		const pdf = await PDFDocument.load(await readFile(join(folder, name)));
		expect(pdf.getPageCount(), name).toBeGreaterThan(0);
	}
});

onEveryEngine('the sample catalogue', (site) => {
	const total = async (kind: string) =>
		(await site().call('GET', `/${kind}?limit=1`)).body.data.total as number;

	it('fills an empty database once, also if two servers start together', async () => {
		const { call, database, dataDir } = site();
		const files = await openDiskStore(join(dataDir, 'files'));
		await Promise.all([fillWithSample(database, files), fillWithSample(database, files)]);
		await fillWithSample(database, files);
		expect(counts.courses).toBeGreaterThanOrEqual(8);
		expect((await call('GET', '/courses')).body.data).toHaveLength(counts.courses);
		expect(await total('topics')).toBe(counts.topics);
		expect(await total('pastpapers')).toBe(counts.pastpapers);
	});

	it('has drafts and published, free and premium, in every category', async () => {
		const { call } = site();
		for (const kind of ['subjects', 'topics', 'pastpapers'])
			for (const filter of ['published=true', 'published=false', 'free=true', 'free=false']) {
				const { body } = await call('GET', `/${kind}?${filter}&limit=1`);
				expect(body.data.total, `${kind} ${filter}`).toBeGreaterThan(0);
			}
		const { body } = await call('GET', '/courses');
		const categories = body.data.map((course: { category_id: string }) => course.category_id);
		expect(new Set(categories)).toEqual(new Set(['cat_diploma', 'cat_certificate', 'cat_artisan']));
	});

	it('does not change a database with a course', async () => {
		const { call, database, dataDir } = site();
		const [first, ...others] = (await call('GET', '/courses')).body.data;
		for (const { id } of others) await call('DELETE', `/courses/${id}`);
		await fillWithSample(database, await openDiskStore(join(dataDir, 'files')));
		expect((await call('GET', '/courses')).body.data).toEqual([first]);
	});
});
