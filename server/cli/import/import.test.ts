import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFile } from '../../content/files/store.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { openDiskStore } from '../../platform/files/disk.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { onEveryEngine, type TestApp } from '../../testing/app.ts';
import { importCatalogue } from './catalogue.ts';
import { makeFolder, SOUND } from './fixtures/folder.ts';
import { reportLines } from './report.ts';

const KILLED = join(import.meta.dirname, 'fixtures/killed-import.ts');

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
	const run = async (
		contents: Record<string, unknown>,
		mode: 'add' | 'again' | 'update' = 'again',
	) => {
		const { database, dataDir } = site();
		const files = await openDiskStore(join(dataDir, 'files'));
		const folder = await makeFolder({ ...SOUND, ...contents });
		const report = await importCatalogue({
			folder,
			database,
			files,
			mode,
			context: SYSTEM_CONTEXT,
		});
		return { ...report, files };
	};

	/** Runs an import in a process that is killed before it commits. */
	const killInTheMiddle = async (folder: string) => {
		const { dataDir, databaseUrl } = site();
		const args = [KILLED, dataDir, folder, ...(databaseUrl ? [databaseUrl] : [])];
		const [, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
		expect(signal).toBe('SIGKILL');
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

	it('accepts the example of the guide as it stands', async () => {
		const guide = await readFile(join(import.meta.dirname, '../../../docs/import.md'), 'utf8');
		const blocks = [...guide.matchAll(/^`(\w+\.csv)`:\n\n```csv\n(.*?)^```/gms)];
		const contents = Object.fromEntries(blocks.map(([, name = '', text]) => [name, text]));
		expect(Object.keys(contents)).toEqual(['courses.csv', 'subjects.csv']);
		const { database, dataDir } = site();
		const files = await openDiskStore(join(dataDir, 'files'));
		const folder = await makeFolder(contents);
		const { done, refused } = await importCatalogue({
			folder,
			database,
			files,
			mode: 'add',
			context: SYSTEM_CONTEXT,
		});
		expect({ done, refused }).toMatchObject({ done: true, refused: [] });
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

	it('makes the accounts of accounts.csv once', async () => {
		const sheet = (text: string) => makeFolder({ 'accounts.csv': `account\n${text}\n` });
		const importFrom = async (folder: string) => {
			const { database, dataDir } = site();
			const files = await openDiskStore(join(dataDir, 'files'));
			return importCatalogue({ folder, database, files, mode: 'update', context: SYSTEM_CONTEXT });
		};
		expect(await importFrom(await sheet('ADM/2026/1\nfees'))).toMatchObject({
			done: false,
			refused: [{ file: 'accounts.csv', row: 3, message: 'Account must have at least 3 digits' }],
		});
		const folder = await sheet('ADM/2026/1\nADM/2026/2');
		expect(await importFrom(folder)).toMatchObject({
			done: true,
			counts: { accounts: 2 },
		});
		expect(await importFrom(folder)).toMatchObject({
			notes: expect.arrayContaining(['2 accounts existed already.']),
		});
		const { body } = await site().call('GET', '/accounts?search=adm/2026');
		expect(body.data).toMatchObject({ total: 2, data: [{ made_by: 'System' }, {}] });
	});

	it('asks before it adds a course whose name exists', async () => {
		await run({});
		const before = await everything(site());
		const { refused } = await run({}, 'add');
		expect(refused).toEqual([
			{
				file: 'courses.csv',
				row: 2,
				message:
					'There is a course “Artisan in Masonry”. Use --update to change it, or --again to import it once more',
			},
		]);
		expect(await everything(site())).toEqual(before);
	});

	it('with --update writes only differences and doubles nothing, also after a kill', async () => {
		const papers = Array.from({ length: 6 }, (_, n) => `p${n},e${n % 3},,Paper ${n},${n + 1}`);
		const folder = (price: number, name: string, order: number) => ({
			'courses.csv': `key,name,order_num,category_id,price\n${[0, 1, 2].map((n) => `c${n},Course ${n},1,cat_artisan,${n === 1 ? price : 5}`).join('\n')}\n`,
			'subjects.csv': `key,course,name\ns,c0,${name}\n`,
			'topics.csv': `key,subject,name,order_num\nt,s,Foundations,${order}\n`,
			'examsets.csv': `key,course,name,year\n${[0, 1, 2].map((n) => `e${n},c${n},2025,2025`).join('\n')}\n`,
			'pastpapers.csv': `key,examset,subject,name,order_num\n${papers.join('\n')}\n`,
		});
		const before = await everything(site());
		const first = await run(folder(5, 'One', 1), 'update');
		expect([first.refused, first.notes.filter((note) => note.endsWith(': added')).length]).toEqual([
			[],
			14,
		]);
		const after = await everything(site());
		expect(after).toEqual(before.map((count, n) => count + ([3, 1, 1, 3, 6][n] ?? 0)));
		const outline = async () =>
			(await site().call('GET', '/subjects?external_id=s')).body.data.data[0];
		const unchanged = await outline();
		await killInTheMiddle(await makeFolder({ ...SOUND, ...folder(700, 'Two', 4) }));
		expect([await everything(site()), await outline()]).toEqual([after, unchanged]);
		const again = await run(folder(700, 'Two', 4), 'update');
		expect(again.notes.filter((note) => !note.includes('ignored'))).toEqual([
			'courses.csv, row 3: changed price',
			'subjects.csv, row 2: changed name',
			'topics.csv, row 2: changed order_num',
		]);
		const third = await run(folder(700, 'Two', 4), 'update');
		expect(third.notes.filter((note) => !note.includes('ignored'))).toEqual([]);
		expect(await everything(site())).toEqual(after);
		expect(await outline()).toMatchObject({ name: 'Two', external_id: 's', version: 2 });
		// Rows can be added to an existing course without its own row.
		const more = await run(
			{
				...{
					'courses.csv': 'key,name,order_num,category_id\n',
					'topics.csv': 'key,subject,name\n',
				},
				...{ 'subjects.csv': 'key,course,name\ns2,c0,More\ns,c1,Two\n' },
				...{ 'examsets.csv': 'key,course,name,year\n', 'pastpapers.csv': 'key,examset,name\n' },
			},
			'update',
		);
		expect(more.refused.map(({ row, message }) => [row, message])).toEqual([
			[3, 'The row with the external id “s” is under another course; an import moves nothing'],
		]);
	});

	it('with --update leaves what empty cells name, empties what (empty) names, and counts rows', async () => {
		const folder = (courses: string, papers: string) => ({
			'courses.csv': `key,name,order_num,category_id,price,description,external_id\n${courses}\n`,
			'subjects.csv': 'key,course,name\nu-s,u-c,Wiring\n',
			'topics.csv': 'key,subject,name\n',
			'examsets.csv': 'key,course,name,year\nu-e,u-c,2025,2025\n',
			'pastpapers.csv': `key,examset,subject,name,codes\n${papers}\n`,
		});
		const update = async (...cells: [string, string]) => {
			const report = await run(folder(...cells), 'update');
			return [report.refused.map(({ message }) => message), reportLines(report, false).at(-1)];
		};
		const read = async () => {
			const find = async (path: string) => {
				const { data } = (await site().call('GET', path)).body;
				return (data.data ?? data)[0];
			};
			const course = await find('/courses?external_id=u-c');
			const paper = await find('/pastpapers?external_id=u-p');
			const { price, description } = course;
			return { price, description, codes: paper.codes, subject: typeof paper.subject_id };
		};
		await update('u-c,Emptied,1,cat_artisan,700,About wires,', 'u-p,u-e,u-s,Paper,2521/303');
		const before = await read();
		expect(before).toEqual({
			price: 700,
			description: 'About wires',
			codes: ['2521/303'],
			subject: 'string',
		});
		expect(await update('u-c,Emptied,1,cat_artisan,,,u-c', 'u-p,u-e,,Paper,')).toEqual([
			[],
			'Read 1 course, 1 subject, 1 exam set and 1 past paper: 4 unchanged.',
		]);
		expect(await read()).toEqual(before);
		expect(
			await update('u-c,Emptied,1,cat_artisan,(empty),(Empty),', 'u-p,u-e,(empty),Paper,(empty)'),
		).toEqual([
			[],
			'Read 1 course, 1 subject, 1 exam set and 1 past paper: 2 changed, 2 unchanged.',
		]);
		expect(await read()).toEqual({ price: null, description: null, codes: [], subject: 'object' });
		expect((await update('u-c,Emptied,1,cat_artisan,,,u-x', 'u-p,u-e,,Paper,'))[0]).toEqual([
			'The key “u-c” and the external id “u-x” differ. With --update, the key becomes the external id: leave one out',
		]);
		expect((await update('u-c,(empty),1,cat_artisan,,,', 'u-p,u-e,,Paper,'))[0]).toEqual([
			expect.stringMatching(/name|Name/),
		]);
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
					// Storing a file resolves to nothing; creating the rows resolves to their numbers.
					if (result === undefined) return result;
					throw new Error('the power went');
				}),
		};
		const folder = await makeFolder(SOUND);
		await expect(
			importCatalogue({ folder, database: failing, files, mode: 'again', context: SYSTEM_CONTEXT }),
		).rejects.toThrow('the power went');
		expect(await everything(site())).toEqual(before);
	});
});
