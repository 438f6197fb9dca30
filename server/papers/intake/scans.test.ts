import { beforeAll, expect, it } from 'vitest';
import type { Series } from '#shared/contract/content/exam-sets.ts';
import type { Intake, IntakeRow } from '#shared/contract/papers/intake.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { TEST_MS } from '../../../tests/patience.ts';
import { fillWithSample } from '../../cli/import/sample.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { paper, QUESTIONS } from '../extracted-text/fixtures/papers.ts';
import { type ScanOptions, scanPaper } from '../extracted-text/fixtures/scans.ts';
import { readFiles } from '../extracted-text/read-files.ts';
import { readScans } from '../extracted-text/read-scans.ts';

/** The scanners of staff rooms; six papers are scanned on each. */
const WAYS: ScanOptions[] = [
	{ dpi: 150, rotation: 2, noise: 12 },
	{ dpi: 100, quality: 30, rotation: 1 },
	{ dpi: 150, stamp: true },
	{ dpi: 150, rotation: 180 },
	{ dpi: 200, rotation: 90, noise: 8 },
	{ dpi: 150, shadow: 0.6, rotation: -3 },
	{ dpi: 300 },
	{ dpi: 110, noise: 20, quality: 50, rotation: 1 },
	{ dpi: 100, stamp: true, quality: 40 },
	{ dpi: 120, quality: 25, rotation: -2, shadow: 0.4 },
];

const SERIES: [Series, english: string, swahili: string][] = [
	['july', 'July', 'Julai'],
	['november', 'Oct./Nov.', 'Novemba'],
	['march', 'March/April', 'Machi'],
];

const COUNT = 60;
/** In `npm test`, one paper for each of six ways. */
const cases = Array.from({ length: COUNT }, (_, n) => n).filter(
	(n) => AT_LENGTH || (n < WAYS.length && n % 2 === 0) || n === 1,
);

let site: TestApp;
let subjects: { id: string; name: string }[];
beforeAll(async () => {
	site = await makeTestAppWith('sqlite', {});
	await fillWithSample(site.database, site.files);
	subjects = await site.database.read
		.selectFrom('subjects')
		.select(['id', 'name'])
		.orderBy('id')
		.execute();
	return site.close;
});

const describePaper = (n: number) => {
	const [series, english, swahili] = SERIES[n % SERIES.length] ?? SERIES[0] ?? [];
	const year = 2012 + (n % 13);
	const code = `${2100 + ((37 * n) % 800)}/${101 + 100 * (n % 3) + (n % 7)}`;
	const name = subjects[(5 * n) % subjects.length]?.name ?? '';
	const isSwahili = n % 10 === 9;
	const cover = [
		code,
		name.toUpperCase(),
		`${isSwahili ? swahili : english} ${year}`,
		isSwahili ? 'Muda: Saa 3' : 'Time: 3 hours',
		'THE KENYA NATIONAL EXAMINATIONS COUNCIL',
		...(isSwahili ? ['Jibu maswali yote katika kijitabu cha majibu'] : []),
		'INSTRUCTIONS TO CANDIDATES',
		'This paper consists of 1 printed page.',
		...QUESTIONS,
	];
	return { code, name, year, series, cover };
};

const isReady = ({ problems, reading, inside }: IntakeRow) =>
	problems.length === 0 && reading === null && inside !== null;

const readWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

it(
	`reads ${cases.length} scanned papers, and asks for a look where it is not sure`,
	async () => {
		const papers = cases.map((n) => ({ n, ...describePaper(n) }));
		const files = [];
		for (const { n, cover } of papers) {
			const scan = await scanPaper(await paper(cover, []), {
				...WAYS[n % WAYS.length],
				pages: [0],
			});
			const { body } = await upload(site, `scan ${n}.pdf`, scan);
			files.push({ path: `scan ${n}.pdf`, url: body.url });
		}
		const { id } = (await site.call('POST', '/intakes', {})).body.data;
		await site.call('POST', `/intakes/${id}/rows`, { files });
		await readFiles(site);
		await readScans(site);
		const intake: Intake = (await site.call('GET', `/intakes/${id}`)).body.data;
		const count = (holds: (paper: (typeof papers)[number], row: IntakeRow) => boolean) =>
			papers.filter((each) => {
				const row = intake.rows.find(({ path }) => path === `scan ${each.n}.pdf`);
				return row && holds(each, row);
			}).length / papers.length;
		const nameOf = ({ values }: IntakeRow) =>
			subjects.find((subject) => subject.id === values.subject_id)?.name;
		const hasCode = ({ code }: (typeof papers)[number], { values }: IntakeRow) =>
			values.codes.length === 1 && values.codes[0] === code;
		const hasSitting = ({ year, series }: (typeof papers)[number], { values }: IntakeRow) =>
			values.year === year && values.series === series;
		const asks = ({ problems }: IntakeRow) => problems.length > 0;
		const wrong = papers.flatMap((each) => {
			const row = intake.rows.find(({ path }) => path === `scan ${each.n}.pdf`) as IntakeRow;
			const isRight = hasCode(each, row) && hasSitting(each, row) && nameOf(row) === each.name;
			return isReady(row) && !isRight ? [{ ...each, values: row.values }] : [];
		});
		expect(wrong).toEqual([]);
		const countRight = (isRight: typeof hasCode) =>
			count((each, row) => isRight(each, row) || asks(row));
		expect(countRight(hasCode)).toBeGreaterThanOrEqual(0.95);
		expect(countRight(hasSitting)).toBeGreaterThanOrEqual(0.97);
		expect(countRight((each, row) => nameOf(row) === each.name)).toBeGreaterThanOrEqual(0.95);
		// Stamps hide the code, the title and the date.
		const isReadable = ({ n }: (typeof papers)[number]) => !WAYS[n % WAYS.length]?.stamp;
		const readable = papers.filter(isReadable).length / papers.length;
		const countRead = (isRight: typeof hasCode) =>
			count((each, row) => isReadable(each) && isRight(each, row)) / readable;
		expect(countRead(hasCode)).toBeGreaterThanOrEqual(0.8);
		expect(countRead(hasSitting)).toBeGreaterThanOrEqual(0.97);

		const rows = await site.database.read
			.selectFrom('inside_pages')
			.innerJoin('files', 'files.sha256', 'inside_pages.sha256')
			.select(['files.name', 'inside_pages.text'])
			.execute();
		const shares = papers
			.filter(({ n }) => WAYS[n % WAYS.length]?.dpi === 150)
			.map(({ n }) => {
				const read = new Set(
					readWords(rows.find(({ name }) => name === `scan ${n}.pdf`)?.text ?? ''),
				);
				const words = QUESTIONS.flatMap(readWords);
				return words.filter((word) => read.has(word)).length / words.length;
			});
		expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(
			0.9,
		);
	},
	(AT_LENGTH ? 20 : 4) * TEST_MS,
);
