import { expect, it } from 'vitest';
import { sweepFiles } from '../../content/files/sweep.ts';
import { docx, ppt } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { onSomeEngines } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { paper, scanOf } from './fixtures/papers.ts';
import { shareReader } from './fixtures/shared-reader.ts';
import { wordOf } from './fixtures/word.ts';
import { readFilesJob } from './read-files.ts';

const readFiles = shareReader();

const sides = (x: number) => (x < 32 ? 20 : 220);
const stripes = (x: number, y: number) => ((x >> 3) % 2) * 100 + y;

onSomeEngines('the content of a file', (site) => {
	const take = async (name: string, content: Buffer) => {
		const { body } = await upload(site(), name, content);
		return body.url as string;
	};
	const see = async (url: string) => (await site().call('GET', url)).body.data;
	const hashOf = async (url: string) => {
		const rows = await site().database.read.selectFrom('files').selectAll().execute();
		return rows.find(({ key }) => url.includes(key))?.sha256 as string;
	};

	it('is read once, soon after the upload', async () => {
		const url = await take('a.pdf', await paper());
		expect((await see(url)).inside).toBeNull();
		const job = readFilesJob(site());
		expect(await job.isDue?.()).toBe(true);
		expect(await job.run(new AbortController().signal)).toBe('1 files read');
		expect(await job.isDue?.()).toBe(false);
		expect((await see(url)).inside).toMatchObject({
			pages: 2,
			text: 'text',
			codes: ['2521/303', '2602/303'],
			year: 2023,
			series: 'july',
			stated_pages: 4,
			stated_questions: 8,
			picture: true,
			problem: null,
		});
		await take('b.pdf', await paper());
		expect(await readFiles(site())).toBe(0);
	});

	it('is listed with the papers that use the file', async () => {
		const make = createContent(site());
		const url = await take('used.pdf', await paper(['A cover']));
		const { courseId, examSetId } = await make.family();
		await make.paper({ courseId, examSetId }, { name: 'Paper 1', url });
		await readFiles(site());
		const { body } = await site().call('GET', `/files?names=${url.slice(7)}`);
		expect(body.data).toMatchObject([{ url, inside: { pages: 2, text: 'text', picture: true } }]);
		expect((await see(url)).used_by).toMatchObject([
			{
				kind: 'pastpapers',
				name: 'Paper 1',
				path: [{ kind: 'courses', name: 'Plumbing' }, { name: 'July' }],
			},
		]);
	});

	it('has a picture of its first page, which browsers cache', async () => {
		const url = await take('picture.pdf', await paper(['With a picture']));
		await readFiles(site());
		const ask = (headers = {}) =>
			site().inject({ method: 'GET', url: `/api${url}/picture`, headers });
		const first = await ask();
		expect(first.statusCode).toBe(200);
		expect(first.headers).toMatchObject({ 'content-type': 'image/webp' });
		expect(first.rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
		expect(first.rawPayload.length).toBeLessThan(20_000);
		const again = await ask({ 'if-none-match': first.headers.etag as string });
		expect(again.statusCode).toBe(304);
		const none = await take('none.ppt', ppt());
		expect((await site().call('GET', `${none}/picture`)).status).toBe(404);
	});

	it('gets a new picture if its picture is missing, as after a restored backup', async () => {
		const url = await take('lost.pdf', await paper(['Its picture is lost']));
		await readFiles(site());
		const sha256 = await hashOf(url);
		const row = await site()
			.database.read.selectFrom('insides')
			.selectAll()
			.where('sha256', '=', sha256)
			.executeTakeFirstOrThrow();
		await site().files.remove(row.picture as string);
		expect((await site().call('GET', `${url}/picture`)).status).toBe(404);
		expect(await readFiles(site())).toBe(1);
		expect((await site().call('GET', `${url}/picture`)).status).toBe(200);
	});

	it('reports a scan as pictures', async () => {
		const url = await take('scan.pdf', scanOf(sides, stripes));
		await readFiles(site());
		expect((await see(url)).inside).toMatchObject({ pages: 2, text: 'scan', codes: [] });
	});

	it('contains the text of a Word document', async () => {
		const url = await take('a.docx', docx('The star-delta starter &amp; the rest'));
		await readFiles(site());
		expect((await see(url)).inside).toMatchObject({ pages: null, text: 'text', picture: false });
		const pages = await site()
			.database.read.selectFrom('inside_pages')
			.select('text')
			.where('sha256', '=', await hashOf(url))
			.execute();
		expect(pages).toEqual([{ text: 'The star-delta starter & the rest' }]);
	});

	it('contains the text of an old Word document without field codes and footers', async () => {
		const first =
			'2521/303\rELECTRICAL INSTALLATION\rJuly 2023\x0cThe \x13 PAGE \x14star\x15-delta';
		const url = await take('a.doc', wordOf(first, ' starter – caf\u00e9\r'));
		const locked = await take('locked.doc', wordOf('unseen', '', 0x0300));
		const slides = await take('a.ppt', ppt());
		await readFiles(site());
		expect((await see(url)).inside).toMatchObject({
			pages: null,
			text: 'text',
			picture: false,
			problem: null,
			codes: ['2521/303'],
			year: 2023,
			series: 'july',
		});
		const pages = await site()
			.database.read.selectFrom('inside_pages')
			.select('text')
			.where('sha256', '=', await hashOf(url))
			.orderBy('page')
			.execute();
		expect(pages.map(({ text }) => text)).toEqual([
			'2521/303 ELECTRICAL INSTALLATION July 2023',
			'The star-delta starter – café',
		]);
		expect((await see(locked)).inside.problem).toBe('It has a password.');
		expect((await see(slides)).inside.problem).toMatch(/old PowerPoint/);
	});

	it('is deleted with its content, and then its picture', async () => {
		const url = await take('deleted.pdf', await paper(['Deleted soon']));
		await readFiles(site());
		const sha256 = await hashOf(url);
		await site().database.write((trx) =>
			trx
				.updateTable('files')
				.set({ uploaded_at: '2020-01-01T00:00:00.000Z' })
				.where('sha256', '=', sha256)
				.execute(),
		);
		await sweepFiles(site(), { youngMs: -60_000 });
		for (const table of ['insides', 'inside_pages'] as const) {
			const query = site().database.read.selectFrom(table).selectAll().where('sha256', '=', sha256);
			expect(await query.execute()).toEqual([]);
		}
		expect((await site().call('GET', url)).status).toBe(404);
	});
});
