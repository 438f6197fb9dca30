import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { findFile } from '../../features/files/store.ts';
import { openDiskStore } from '../../files/disk.ts';
import type { FileStore } from '../../files/store.ts';
import { onEveryEngine, type TestApp } from '../../test-app.ts';
import { importCatalogue } from './catalogue.ts';
import { makeFolder, SOUND } from './fixtures/folder.ts';

const everything = async ({ call }: TestApp) => {
	const { body: courses } = await call('GET', '/courses');
	const totals = ['subjects', 'topics', 'examsets', 'pastpapers'].map(
		async (kind) => (await call('GET', `/${kind}`)).body.data.total as number,
	);
	return [courses.data.length, ...(await Promise.all(totals))];
};

const contentsOf = async (files: FileStore) => {
	const hashes: string[] = [];
	for await (const { sha256 } of files.list()) hashes.push(sha256);
	return hashes.length;
};

onEveryEngine('an import', (site) => {
	const run = async (contents: Record<string, unknown>) => {
		const { database, dataDir } = site();
		const files = await openDiskStore(join(dataDir, 'files'));
		const folder = await makeFolder({ ...SOUND, ...contents });
		const report = await importCatalogue({ folder, database, files, by: SYSTEM_CONTEXT });
		return { ...report, files };
	};

	const newest = async () => {
		const { call } = site();
		const { body } = await call('GET', '/pastpapers?sort=-created_at&limit=1');
		return body.data.data[0];
	};

	it('changes nothing if any row is refused', async () => {
		const before = await everything(site());
		const { done, refused, files } = await run({ 'examsets.csv': 'key,course,name\ne,c,\n' });
		expect(done).toBe(false);
		expect(refused.map(({ file, row, message }) => [file, row, message])).toEqual([
			['examsets.csv', 2, 'Name is required'],
		]);
		expect(await everything(site())).toEqual(before);
		expect(await contentsOf(files)).toBe(0);
	});

	it('records the import in the audit row of each created row', async () => {
		const made = async (folder: Record<string, unknown>) => {
			await run(folder);
			const [newest] = (await site().call('GET', '/audit?limit=1')).body.data.data;
			expect(newest).toMatchObject({
				action: 'import',
				details: { operation: expect.any(String) },
			});
			const { operation } = newest.details;
			const { body } = await site().call('GET', `/audit?operation=${operation}&limit=100`);
			expect(body.data.data.length).toBeGreaterThan(4);
			return operation;
		};
		expect(await made({})).not.toEqual(await made({}));
	});

	it('creates rows like the API, with defaults and links to files', async () => {
		const { call, database } = site();
		const { done, counts, files } = await run({
			'topics.csv': 'subject,name,file\ns,One,notes-ohms-law.pdf\ns,Two,\n',
		});
		expect(done).toBe(true);
		expect(counts).toMatchObject({
			courses: 1,
			subjects: 1,
			topics: 2,
			examsets: 1,
			pastpapers: 1,
			files: 1,
		});
		const paper = await newest();
		expect(paper).toMatchObject({ name: 'Paper 1', order_num: 1, published: false, free: false });
		expect(paper).toMatchObject({
			course_name: 'Artisan in Masonry',
			subject_name: 'Masonry Trade Theory',
			examset_name: '2025 July Series',
		});
		const { body } = await call(
			'GET',
			`/courses/${paper.course_id}/subjects/${paper.subject_id}/topics`,
		);
		expect(body.data).toMatchObject([
			{ name: 'One', order_num: 1, isPublished: true, freeTopic: false, topicUrl: paper.url },
			{ name: 'Two', order_num: 2, topicUrl: null },
		]);
		const file = await findFile(database.read, paper.url);
		expect(file).toMatchObject({ name: 'notes-ohms-law.pdf', ext: 'pdf' });
		expect(await files.has(file?.sha256 ?? '')).toBe(true);
	});

	it('rolls back if it fails at the end', async () => {
		const { database, dataDir } = site();
		const before = await everything(site());
		const files = await openDiskStore(join(dataDir, 'files'));
		const failing = {
			...database,
			write: <T>(work: Parameters<typeof database.write<T>>[0]) =>
				database.write<T>(async (trx) => {
					const result = await work(trx);
					// Storing a file resolves to nothing; creating the rows resolves to true.
					if (result !== true) return result;
					throw new Error('the power went');
				}),
		};
		const folder = await makeFolder(SOUND);
		await expect(
			importCatalogue({ folder, database: failing, files, by: SYSTEM_CONTEXT }),
		).rejects.toThrow('the power went');
		expect(await everything(site())).toEqual(before);
	});
});
