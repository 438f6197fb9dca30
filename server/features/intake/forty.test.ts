import { expect, it } from 'vitest';
import type { Intake, IntakeRow } from '#shared/contract/intake.ts';
import { upload } from '../../files/fixtures/form.ts';
import { onSomeEngines } from '../../test-app.ts';
import { contentOf } from '../../test-content.ts';
import { paper, scanOf } from '../insides/fixtures/papers.ts';
import { readFiles } from '../insides/read-files.ts';
import { batchOf } from './fixtures/batch.ts';

const UNITS = [
	['2705/301', 'Electrical Principles'],
	['2705/302', 'Electrical Machines'],
	['2705/303', 'Control Systems'],
	['2705/304', 'Engineering Mathematics'],
	['2705/305', 'Communication Skills'],
] as const;
const SITTINGS = [
	[2019, 'July'],
	[2019, 'November'],
	[2021, 'July'],
	[2021, 'November'],
	[2022, 'July'],
	[2022, 'November'],
	[2023, 'July'],
	[2023, 'November'],
] as const;

/** Questions that no other paper has. */
const questionsOf = (seed: string) =>
	Array.from({ length: 12 }, (_, n) => {
		const word = (at: number) => `${seed.replace(/\W/g, '')}x${n}y${at}`;
		return `${n + 1}. Explain ${word(1)} and ${word(2)} with ${word(3)} near ${word(4)} under ${word(5)}`;
	});

const coverOf = (code: string, title: string, sitting: string, pages = 2) => [
	...[
		code,
		title.toUpperCase(),
		sitting,
		'Time: 3 hours',
		'THE KENYA NATIONAL EXAMINATIONS COUNCIL',
	],
	'DIPLOMA IN ELECTRICAL ENGINEERING',
	...['INSTRUCTIONS TO CANDIDATES', 'This paper consists of EIGHT questions.'],
	`This paper consists of ${pages} printed pages.`,
];

interface Made {
	path: string;
	content: Buffer;
}

/** A folder as a college has it: forty papers, half of them called by their codes, half as a scanner calls them. */
const folderOf = async (salt: string): Promise<Made[]> => {
	const made: Made[] = [];
	for (const [year, month] of SITTINGS)
		for (const [code, title] of UNITS) {
			const n = made.length + 1;
			const isNamed = n % 2 === 1;
			const path = isNamed
				? `KNEC/${year} ${month}/${code.replace('/', '-')} ${title.toUpperCase()}.pdf`
				: `KNEC/new/Scan_20231104_${String(n).padStart(4, '0')}.pdf`;
			const cover = coverOf(code, title, `${month} ${year}`, n === 3 ? 4 : 2);
			made.push({ path, content: await paper(cover, questionsOf(`${salt}${path}`)) });
		}
	return made;
};

const only = (rows: IntakeRow[], code: string) =>
	rows.flatMap(({ path, problems }) => {
		const found = problems.find((problem) => problem.code === code);
		return found ? [[path, found.severity, found.text]] : [];
	});

onSomeEngines('a folder of forty papers', (site) => {
	it('becomes drafts under the right exam sets, and half of it again says so', {
		timeout: 240_000,
	}, async () => {
		const content = contentOf(site());
		const { id: courseId } = await content.course({ name: 'Diploma in Electrical Engineering' });
		for (const [, name] of UNITS) await content.subject({ courseId }, { name });
		const send = async (files: readonly Made[]) => {
			const sent = [];
			for (const { path, content: bytes } of files) {
				const { body } = await upload(site(), path.split('/').at(-1) as string, bytes);
				sent.push({ path, url: body.url as string });
			}
			return sent;
		};
		const folder = await folderOf('first');
		const batch = await batchOf(site(), [], courseId);
		await batch.add(await send(folder));
		const before = await batch.get();
		expect(before).toMatchObject({ total: 40, reading: 40 });
		expect(before.rows[0]).toMatchObject({ inside: null, values: { year: 2019, series: 'july' } });
		expect(before.rows[39]?.values).toMatchObject({ year: null, codes: [] });
		await batch.set([40], { source: 'Set before it was read' });

		await readFiles(site());
		const read = await batch.get();
		expect(read.reading).toBe(0);
		const rowOf = (path = '') => read.rows.find((row) => row.path === path) as IntakeRow;
		for (const [at, { path }] of folder.entries()) {
			const { values, problems, from } = rowOf(path);
			const [year, month] = SITTINGS[Math.floor(at / UNITS.length)] as (typeof SITTINGS)[number];
			const [code, title] = UNITS[at % UNITS.length] as (typeof UNITS)[number];
			expect(values).toMatchObject({
				course_id: courseId,
				year,
				series: month.toLowerCase(),
				codes: [code],
				name: title,
				kind: 'paper',
				subject_id: expect.any(String),
				exam_set: { id: null, name: `${year} ${month} Series` },
			});
			expect(from).toMatchObject({ year: 'page', codes: 'page', name: 'page' });
			if (at !== 2) expect(problems).toEqual([]);
		}
		expect(only(read.rows, 'pages_lack')).toEqual([
			[folder[2]?.path, 'warns', 'Says 4 printed pages, has 2.'],
		]);
		expect(read.rows[39]?.values.source).toBe('Set before it was read');

		const { body } = await batch.save();
		expect(body.data).toMatchObject({ total: 40, done: 40, failed: 0 });
		const saved: Intake = await batch.get();
		expect(saved).toMatchObject({ state: 'saved', outcome: { papers: 40, exam_sets: 8, left: 0 } });
		const sets = (await site().call('GET', `/courses/${courseId}/examsets`)).body.data;
		expect(sets.map(({ stats }: { stats: object }) => stats)).toEqual(
			Array.from({ length: 8 }, () => ({ paperCount: 5 })),
		);

		// Half of the folder again, a scan, and two files with a misleading name.
		const again = folder.slice(0, 20).map(({ path, content: bytes }) => ({
			path: path.replace('KNEC/', 'Again/'),
			content: bytes,
		}));
		const [code, title] = UNITS[0];
		const late = coverOf(code, title, 'July 2022');
		const second = await batchOf(site(), [], courseId);
		await second.add(
			await send([
				...again,
				{ path: 'scan.pdf', content: scanOf((x) => x * 4) },
				{ path: '2021 July/2705-301.pdf', content: await paper(late, questionsOf('other')) },
				{ path: 'syllabus.pdf', content: await paper(late, questionsOf('syllabus')) },
			]),
		);
		await readFiles(site());
		const { rows } = await second.get();
		expect(only(rows, 'same_file')).toHaveLength(20);
		const first = rows.find(({ path }) => path === again[0]?.path);
		expect(first?.problems[0]).toMatchObject({
			code: 'same_file',
			severity: 'stops',
			field: null,
			text: 'The same file is “Electrical Principles” of 2019 July Series.',
			ref: {
				kind: 'pastpapers',
				id: saved.rows.find(({ path }) => path === folder[0]?.path)?.paper_id,
			},
		});
		expect(only(rows, 'scan')).toEqual([['scan.pdf', 'warns', 'A scan without text.']]);
		expect(only(rows, 'differs')).toEqual([
			['2021 July/2705-301.pdf', 'warns', 'The folder says 2021, the first page 2022.'],
			['syllabus.pdf', 'warns', 'The name says other material, the first page paper.'],
		]);
		expect(rows[0]).toMatchObject({
			path: '2021 July/2705-301.pdf',
			values: { year: 2022, series: 'july' },
		});
	});
});
