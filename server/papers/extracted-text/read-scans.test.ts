import { afterAll, expect, it } from 'vitest';
import { upload } from '../../platform/files/fixtures/form.ts';
import { rawPdf, stream } from '../../platform/files/fixtures/raw-pdf.ts';
import type { FileReader } from '../../platform/files/reading/file-reader.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { COVER, paper, QUESTIONS } from './fixtures/papers.ts';
import { pdfOfPictures, scanPaper } from './fixtures/scans.ts';
import { shareReader } from './fixtures/shared-reader.ts';
import { openScanReader, readScans, readScansJob } from './read-scans.ts';

const readFiles = shareReader();
const ocr = openScanReader();
afterAll(() => ocr.close());
const shared: FileReader = { ...ocr, close: async () => {} };
/** Answers a file as a process that died does. */
const die: FileReader['read'] = async (_header, content) => {
	for await (const _ of content);
	return { end: 'died' };
};
const never = new AbortController().signal;

onEveryEngine('a scan', (site) => {
	const take = async (name: string, content: Buffer) => {
		const { body } = await upload(site(), name, content);
		await readFiles(site());
		return body.url as string;
	};
	const see = async (url: string) => (await site().call('GET', url)).body.data.inside;
	const readAll = () => readScans(site(), never, shared);
	const pages = () =>
		site()
			.database.read.selectFrom('scanned_pages')
			.select(['page', 'state', 'tries', 'turn'])
			.orderBy('page')
			.execute();

	it('is read by OCR after the upload, with its facts and their confidence', async () => {
		const url = await take('scan.pdf', await scanPaper(await paper()));
		expect(await see(url)).toMatchObject({ text: 'scan', read: null, confidence: null, codes: [] });
		const job = readScansJob(site());
		expect(await job.isDue?.()).toBe(true);
		expect(await readAll()).toBe(2);
		expect(await job.isDue?.()).toBe(false);
		const inside = await see(url);
		expect(inside).toMatchObject({
			text: 'scan',
			read: 'ocr',
			codes: ['2521/303', '2602/303'],
			title: 'Electrical Installation Technology',
			year: 2023,
			series: 'july',
			kind: 'paper',
			stated_pages: 4,
			stated_questions: 8,
			repaired: false,
		});
		expect(inside.confidence).toBeGreaterThanOrEqual(80);
		const texts = await site()
			.database.read.selectFrom('inside_pages')
			.select('text')
			.orderBy('page')
			.execute();
		expect(texts[1]?.text).toContain(QUESTIONS[0]?.slice(3));
	});

	it('is turned upright, and reads only pages without a text', async () => {
		const text = await take(
			'text.pdf',
			await paper(['A paper with a text layer of its own'], COVER),
		);
		await take('turned.pdf', await scanPaper(await paper(COVER, []), { rotation: 92, pages: [0] }));
		// The first page of the paper has few characters, but no picture.
		await readAll();
		expect((await pages()).filter(({ turn }) => turn !== 0)).toEqual([
			{ page: 1, state: 'read', tries: 0, turn: 270 },
		]);
		expect(await see(text)).toMatchObject({ text: 'text', read: 'layer' });
	});

	it('loses at most a page when the process is killed, and reads each page once', async () => {
		const url = await take(
			'killed.pdf',
			await scanPaper(await paper(COVER, ['Killed', ...QUESTIONS])),
		);
		const stopping = new AbortController();
		let count = 0;
		const dying: FileReader = {
			...shared,
			read: async (...file) => {
				if (++count === 2) {
					stopping.abort();
					return die(...file);
				}
				return shared.read(...file);
			},
		};
		await readScans(site(), stopping.signal, dying);
		const afterKill = await see(url);
		expect(afterKill).toMatchObject({ read: 'ocr', codes: ['2521/303', '2602/303'] });
		expect(await readAll()).toBe(1);
		expect(await see(url)).toMatchObject({ codes: ['2521/303', '2602/303'], year: 2023 });
		// A second server that read the same page saves nothing.
		const before = await pages();
		expect(await readAll()).toBe(0);
		expect(await pages()).toEqual(before);
	});

	it('gives a page up after two attempts, and reads the others', async () => {
		await take('died.pdf', await scanPaper(await paper(['Dies'], ['Lives', ...QUESTIONS])));
		const dying: FileReader = {
			...shared,
			read: (header, ...rest) => (header.page === 1 ? die : shared.read)(header, ...rest),
		};
		await readScans(site(), never, dying);
		const rows = await site()
			.database.read.selectFrom('scanned_pages')
			.select(['page', 'state', 'tries'])
			.where('state', '=', 'failed')
			.execute();
		expect(rows).toEqual([{ page: 1, state: 'failed', tries: 2 }]);
		const { body } = await site().call('GET', '/system');
		expect(body.data.checks).toContainEqual(
			expect.objectContaining({
				name: 'Scans',
				state: 'warning',
				says: expect.stringMatching(/1 page could not be read/),
			}),
		);
	});

	it('reads the covers of files that are being filed first, and then the newest file', async () => {
		const cover = async (name: string) =>
			take(`${name}.pdf`, await scanPaper(await paper([name], QUESTIONS)));
		const filed = await cover('Filed');
		await cover('Newest');
		const { body } = await site().call('POST', '/intakes', {});
		await site().call('POST', `/intakes/${body.data.id}/rows`, {
			files: [{ path: 'filed.pdf', url: filed }],
		});
		const sizes: number[] = [];
		const watching: FileReader = {
			...shared,
			read: (header, ...rest) => {
				sizes.push(header.size);
				return shared.read(header, ...rest);
			},
		};
		const rowOf = async () =>
			(await site().call('GET', `/intakes/${body.data.id}`)).body.data.rows[0];
		expect(await rowOf()).toMatchObject({ reading: { page: 1, of: 2 } });
		await readScans(site(), never, watching);
		const rows = await site().database.read.selectFrom('files').selectAll().execute();
		const sizeOf = (name: string) => rows.find((row) => row.name === name)?.size;
		expect(sizes).toEqual(['Filed.pdf', 'Filed.pdf', 'Newest.pdf', 'Newest.pdf'].map(sizeOf));
		expect(await rowOf()).toMatchObject({ reading: null });
	});
});

const page = (width: number, content: Buffer | string, more: string[] = []) =>
	rawPdf(
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${width}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
		stream(`q ${width} 0 0 ${width} 0 0 cm /I Do Q`),
		...[content, ...more],
	);

it.each([
	[
		'a page of 20,000 × 20,000 pixels',
		() =>
			page(
				20_000,
				stream(
					Buffer.alloc(2_500 * 20_000, 0xff),
					'/Type/XObject/Subtype/Image/Width 20000/Height 20000/ColorSpace/DeviceGray/BitsPerComponent 1',
				),
			),
	],
	[
		'a JPEG that claims 60,000 × 60,000 pixels',
		async () => {
			const jpeg = Buffer.from('ffd8ffc0000b08ea60ea6001011100ffda0008010100003f00', 'hex');
			return pdfOfPictures([{ width: 60_000, height: 60_000, jpeg }]);
		},
	],
])('reads or refuses %s within its limits', async (_, make) => {
	const content = await make();
	const header = { work: 'scan' as const, ext: 'pdf' as const, size: content.length, page: 1 };
	expect(['scanned', 'died', 'refused', 'slow']).toContain((await ocr.read(header, [content])).end);
	const sound = await scanPaper(await paper(COVER, []), { pages: [0] });
	const next = await ocr.read({ ...header, size: sound.length, cover: [] }, [sound]);
	expect(next).toMatchObject({ end: 'scanned', facts: { codes: ['2521/303', '2602/303'] } });
});
