import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent } from '../../testing/content.ts';
import { batchOf, uploaded } from './fixtures/batch.ts';

const codesOf = (problems: { code: string }[]) => problems.map(({ code }) => code);

onEveryEngine('an intake', (site) => {
	const plumbing = async () => {
		const content = createContent(site());
		const { id: courseId } = await content.course({ name: 'Diploma in Plumbing (2505)' });
		const { id: maths } = await content.subject({ courseId }, { name: 'Engineering Mathematics' });
		const { id: pipes } = await content.subject({ courseId }, { name: 'Pipework Technology' });
		return { content, courseId, maths, pipes };
	};

	it('reads values from names and folders, with their origins', async () => {
		const { courseId, maths } = await plumbing();
		const batch = await batchOf(
			site(),
			['2023 July/2505-301-ENGINEERING MATHEMATICS III.pdf', 'Scan_20231104_0001.pdf'],
			courseId,
		);
		const [read, scan] = await batch.rows();
		expect(read).toMatchObject({
			values: {
				course_id: courseId,
				subject_id: maths,
				year: 2023,
				series: 'july',
				exam_set: { id: null, name: '2023 July Series' },
				name: 'Engineering Mathematics III',
				codes: ['2505/301'],
				kind: 'paper',
				source: null,
			},
			from: { year: 'folder', series: 'folder', name: 'name', codes: 'name', subject_id: 'name' },
			problems: [],
			skipped: false,
			paper_id: null,
			error: null,
		});
		expect(scan?.values).toMatchObject({ year: null, series: null, name: null, codes: [] });
		expect(codesOf(scan?.problems ?? [])).toEqual([
			'no_year',
			'no_series',
			'no_name',
			'no_subject',
		]);
		expect(await batch.get()).toMatchObject({ state: 'open', total: 2, outcome: null });
	});

	it('finds the course by its digits, and course and subject by codes of papers', async () => {
		const { content, courseId, pipes } = await plumbing();
		const { id: examSetId } = await content.examSet({ courseId }, { name: 'Old', year: 2019 });
		await content.paper(
			{ courseId, examSetId },
			{ name: 'Pipes', codes: ['1999/777', '2999/204'], subject_id: pipes },
		);
		const other = await content.course({ name: 'Welding (2777)' });
		const batch = await batchOf(site(), ['2777-101 July 2022.pdf', '2999_204 nov 2022.pdf']);
		const [byDigits, byCode] = await batch.rows();
		expect(byDigits?.values).toMatchObject({ course_id: other.id, subject_id: null });
		expect(byCode?.values).toMatchObject({ course_id: courseId, subject_id: pipes });
		expect(byCode?.from).toMatchObject({ course_id: 'name', subject_id: 'name' });
		expect(byCode?.values.name).toBe('Pipework Technology');
	});

	it('follows a title that is the name of a subject, not a code of older papers, and says so', async () => {
		const { content, courseId, maths, pipes } = await plumbing();
		const { id: examSetId } = await content.examSet({ courseId }, { name: 'Old', year: 2019 });
		const codes = ['2998/301'];
		await content.paper({ courseId, examSetId }, { name: 'P', codes, subject_id: pipes });
		const name = '2998-301 Engineering Mathematics July 2022.pdf';
		const batch = await batchOf(site(), [name], courseId);
		const conflict = {
			code: 'differs',
			severity: 'warns',
			text: 'Papers 2998/301 belong to “Pipework Technology”, the name says “Engineering Mathematics”.',
			field: 'subject_id',
			ref: null,
		};
		const row = await batch.row(1);
		expect(row.values).toMatchObject({ subject_id: maths });
		expect(row.problems).toEqual([conflict]);
		await batch.set([1], { subject_id: maths });
		expect((await batch.row(1)).problems).toEqual([]);

		const { id: other } = await content.course({ name: 'Diploma in Glazing' });
		const { id: glass } = await content.subject({ courseId: other }, { name: 'Glass Cutting' });
		const [elsewhere] = await (
			await batchOf(site(), ['2998-301 Glass Cutting July 2022.pdf'])
		).rows();
		expect(elsewhere?.values).toMatchObject({ course_id: other, subject_id: glass });
		expect(elsewhere?.problems).toMatchObject([{ code: 'differs', field: 'course_id' }]);
	});

	it('gives a corrected cell its own value back when the correction is undone', async () => {
		const { courseId, maths } = await plumbing();
		const batch = await batchOf(site(), ['a/1111-201 July 2020.pdf', 'b/1111-201 July 2021.pdf']);
		const set = await batch.set([1], { course_id: courseId, subject_id: maths });
		const [one, two] = set.body.data.rows;
		expect(one.from).toMatchObject({ course_id: 'person', subject_id: 'person' });
		expect(two.values.course_id).toBeNull();
		const undone = await batch.set([1], {}, { forget: ['course_id', 'subject_id'] });
		expect(undone.body.data.rows[0].values.course_id).toBeNull();
	});

	it('lists rows by path, each marking scheme after its paper, in any order of upload', async () => {
		const { courseId } = await plumbing();
		const paths = [
			'2023 July/Paper 10 2505-310.pdf',
			'2023 July/Marking Scheme 2505-302.pdf',
			'2023 July/2505-302 Pipework.pdf',
			'2023 July/2505-301 Mathematics.pdf',
			'2022 July/2505-302 Marking Scheme.pdf',
			'2023 July/Paper 9 2505-309.pdf',
		];
		const batch = await batchOf(site(), paths, courseId);
		const rows = await batch.rows();
		expect(rows.map(({ n, path }) => [n, path])).toEqual(
			[4, 3, 2, 1, 5, 0].map((at, n) => [n + 1, paths[at]]),
		);
	});

	it('explains contradictions, and lets a person decide', async () => {
		const { courseId } = await plumbing();
		const batch = await batchOf(site(), ['2505-302 2019 and 2021 July.pdf'], courseId);
		const { problems } = await batch.row(1);
		expect(problems[0]).toEqual({
			code: 'two_years',
			severity: 'stops',
			text: 'Two years in the name: 2019 and 2021.',
			field: 'year',
			ref: null,
		});
		await batch.set([1], { year: 2019 });
		const mended = await batch.row(1);
		expect(codesOf(mended.problems)).toEqual(['no_subject']);
		expect(mended.values.exam_set).toEqual({ id: null, name: '2019 July Series' });
	});

	it('removes subject and exam set when the course changes', async () => {
		const { content, courseId, maths } = await plumbing();
		const { id: set } = await content.examSet({ courseId }, { name: 'Mine', year: 2018 });
		const other = await content.course();
		const batch = await batchOf(site(), ['x July 2020.pdf']);
		await batch.set([1], {
			course_id: courseId,
			subject_id: maths,
			exam_set: { id: set, name: '-' },
		});
		expect((await batch.row(1)).values).toMatchObject({
			subject_id: maths,
			exam_set: { id: set, name: 'Mine' },
			year: 2018,
		});
		await batch.set([1], { course_id: other.id });
		expect((await batch.row(1)).values).toMatchObject({
			subject_id: null,
			exam_set: { id: null, name: '2020 July Series' },
			year: 2020,
		});
	});

	it('reports the same file in the batch and in the catalogue', async () => {
		const { content, courseId } = await plumbing();
		const url = await uploaded(site(), 'one.pdf', 'the same words');
		const renamed = await uploaded(site(), 'other.pdf', 'the same words');
		const { id: examSetId } = await content.examSet(
			{ courseId },
			{ name: '2023 July Series', year: 2023, series: 'july' },
		);
		const paper = await content.paper({ courseId, examSetId }, { name: 'Paper 1', url });
		const batch = await batchOf(site(), [], courseId);
		await batch.add([
			{ path: '2023 July/Pipes.pdf', url: renamed },
			{ path: '2022 July/Pipes.pdf', url: renamed },
		]);
		const twice = await uploaded(site(), 'twice.pdf', 'twice');
		await batch.add([
			{ path: '2021 July/Ropes.pdf', url: twice },
			{ path: '2021 July/Ropes again.pdf', url: twice },
		]);
		const same = (await batch.rows()).map(({ problems }) =>
			problems.find(({ code }) => code === 'same_file'),
		);
		const text = 'The same file is “Paper 1” of 2023 July Series.';
		const ref = { kind: 'pastpapers', id: paper.id, name: 'Paper 1' };
		expect(same).toMatchObject([
			undefined,
			{ severity: 'stops', text: 'The same file is row 1.' },
			{ severity: 'warns', text, ref },
			{ severity: 'stops', text, ref },
		]);
	});

	it('rejects missing items by field', async () => {
		const batch = await batchOf(site(), ['a.pdf']);
		const unknownId = '01900000-0000-7000-8000-000000000000';
		expect(await batch.set([1], { course_id: unknownId })).toMatchObject({
			status: 422,
			body: { fields: { course_id: 'Course not found' } },
		});
		expect(await batch.set([1], { year: 1066 })).toMatchObject({ status: 422 });
		const odd = await site().call('POST', `${batch.address}/rows`, { files: ['a.pdf'] });
		expect(odd.body.fields).toEqual({ files: 'Files must each have a path and a url' });
		const none = await site().call('PUT', `${batch.address}/rows`, { changes: [null] });
		expect(none.body.fields).toEqual({ changes: 'Changes must each name rows' });
		expect((await batch.add([{ path: 'x.pdf', url: `/files/${'0'.repeat(64)}.pdf` }])).status).toBe(
			422,
		);
		for (const address of [`/intakes/${unknownId}`, '/intakes/nothing'])
			expect(await site().call('GET', address)).toMatchObject(absent('Intake'));
	});

	it('accepts any file name, and cuts values to the limits of a paper', async () => {
		const { courseId } = await plumbing();
		const codes = Array.from({ length: 25 }, (_, n) => `${2101 + n}-101`).join(' ');
		const url = await uploaded(site(), 'odd.pdf');
		const batch = await batchOf(site(), [], courseId);
		const odd = `2023 July/\u202ex\u0007 Paper 2 ${'Pipes '.repeat(60)}.pdf`;
		const added = await batch.add([
			{ path: odd, url },
			{ path: `2022 July/${codes}.pdf`, url },
		]);
		expect(added.status).toBe(201);
		const [named, coded] = added.body.data;
		expect(named.values.name).toMatch(/^Paper 2: x Pipes Pipes/);
		expect(named.values.name.length).toBeLessThanOrEqual(200);
		expect(coded.values.codes).toHaveLength(20);
		expect((await batch.save()).body.data).toMatchObject({ done: 2, failed: 0 });
	});

	it('is open to all editors only, and can be deleted', async () => {
		const batch = await batchOf(site(), ['a.pdf', 'b.pdf']);
		const editor = await site().as('editor');
		expect((await editor.call('GET', batch.address)).body.data.total).toBe(2);
		for (const role of ['viewer', 'finance'] as const) {
			const { call } = await site().as(role);
			for (const address of ['/intakes', batch.address])
				expect((await call('GET', address)).status).toBe(403);
		}
		const [row] = await batch.rows();
		const left = await editor.call('POST', `${batch.address}/rows/remove`, { ids: [row?.id] });
		expect(left.body.data.rows).toMatchObject([{ n: 1, path: 'b.pdf' }]);
		const list = (await editor.call('GET', '/intakes')).body.data;
		expect(list[0]).toMatchObject({ id: batch.id, state: 'open', total: 1 });
		expect((await editor.call('DELETE', batch.address)).status).toBe(200);
		expect((await editor.call('GET', batch.address)).status).toBe(404);
		const trail = await site().call('GET', `/audit?item_id=${batch.id}`);
		const actions = trail.body.data.data.map(({ action }: { action: string }) => action);
		expect(actions).toEqual(['delete', 'update', 'update', 'create']);
	});

	it('keeps simultaneous corrections of different cells', async () => {
		const { courseId } = await plumbing();
		const batch = await batchOf(site(), ['a.pdf', 'b.pdf'], courseId);
		const editor = await site().as('editor');
		const [one, two] = await batch.rows();
		const change = (ids: unknown[], values: object) =>
			editor.call('PUT', `${batch.address}/rows`, { changes: [{ ids, values }] });
		const answers = await Promise.all([
			batch.set([1, 2], { year: 2020 }),
			change([one?.id, two?.id], { series: 'march' }),
			change([one?.id], { name: 'First' }),
			batch.set([2], { name: 'Second' }),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		for (const [at, name] of ['First', 'Second'].entries())
			expect((await batch.rows())[at]?.values).toMatchObject({ year: 2020, series: 'march', name });
	});
});
