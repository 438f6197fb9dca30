import { expect, it } from 'vitest';
import { sweepFiles } from '../../content/files/sweep.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { batchOf, uploaded } from './fixtures/batch.ts';

import { saveIntake } from './save.ts';
import { forgetIntakes } from './store.ts';

const DAY_MS = 86_400_000;

onEveryEngine('the save of an intake', (site) => {
	const course = async () => {
		const content = createContent(site());
		const { id: courseId } = await content.course({ name: 'Diploma in Masonry' });
		const { id: subjectId } = await content.subject({ courseId }, { name: 'Masonry Theory' });
		return { content, courseId, subjectId };
	};
	const setsOf = async (courseId: string) =>
		(await site().call('GET', `/courses/${courseId}/examsets`)).body.data;
	const papersIn = async (courseId: string, examSet: string) =>
		(await site().call('GET', `/courses/${courseId}/examsets/${examSet}/pastpapers`)).body.data;
	const undo = (operation: string) => site().call('POST', `/operations/${operation}/undo`);

	const PATHS = [
		'2023 July/2801-101 MASONRY THEORY.pdf',
		'2023 July/2801-102 BUILDING DRAWING.pdf',
		'2023 July/2801-101 MASONRY THEORY marking scheme.pdf',
		'2021 Nov/2801-101 MASONRY THEORY.pdf',
		'unknown.pdf',
		'2020 July/left out.pdf',
	];

	it('creates drafts and each missing exam set once, and reports them', async () => {
		const { courseId, subjectId } = await course();
		const batch = await batchOf(site(), PATHS, courseId);
		await batch.set([3], { source: 'The college library' });
		await batch.set([1], {}, { skipped: true });
		const { status, body } = await batch.save();
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			kind: 'pastpapers',
			action: 'create',
			total: 4,
			done: 4,
			failed: 0,
			remaining: 0,
		});
		const after = await batch.get();
		expect(after).toMatchObject({
			state: 'open',
			outcome: { papers: 4, exam_sets: 2, left: 1 },
			operation: body.data.operation,
		});
		const sets = await setsOf(courseId);
		expect(sets.map(({ name }: { name: string }) => name).sort()).toEqual([
			'2021 November Series',
			'2023 July Series',
		]);
		const july = sets.find(({ year }: { year: number }) => year === 2023);
		expect(july).toMatchObject({ series: 'july', is_published: false });
		const papers = await papersIn(courseId, july.id);
		expect(papers).toMatchObject([
			{
				name: 'Masonry Theory',
				order_num: 1,
				published: false,
				subject_id: subjectId,
				codes: ['2801/101'],
				kind: 'paper',
				source: 'The college library',
				url: after.rows[2]?.file.url,
			},
			{ name: 'Masonry Theory', order_num: 2, kind: 'marking_scheme' },
			{ name: 'Building Drawing', order_num: 3, subject_id: null },
		]);
		const july2023 = after.rows.filter(({ values: { year } }) => year === 2023);
		expect(july2023.map(({ paper_id }) => paper_id)).toEqual(
			papers.map(({ id }: { id: string }) => id),
		);
		expect(after.rows[2]?.values.exam_set?.id).toBe(july.id);
		// Rows that are papers stay unchanged; the others can be saved later.
		await batch.set([3, 6], { name: 'Renamed', year: 2021, series: 'november' });
		expect((await batch.row(3)).values.name).toBe('Masonry Theory');
		expect((await batch.save()).body.data).toMatchObject({ total: 1, done: 1 });
		expect(await batch.get()).toMatchObject({
			state: 'saved',
			outcome: { papers: 1, exam_sets: 0, left: 0 },
		});
		expect(await setsOf(courseId)).toHaveLength(2);
		expect(await batch.save()).toMatchObject({ status: 409, body: { code: 'conflict' } });
	});

	it('is undone with its exam sets, except items that changed since', async () => {
		const { content, courseId } = await course();
		const { id: kept } = await content.examSet(
			{ courseId },
			{ name: 'Of before', year: 2020, series: 'july' },
		);
		const batch = await batchOf(site(), PATHS, courseId);
		const { operation } = (await batch.save()).body.data;
		const { rows } = await batch.get();
		expect(rows[0]?.values.exam_set).toEqual({ id: kept, name: 'Of before' });
		const [, , , scheme] = rows;
		const orders = (await setsOf(courseId)).map(({ name, order_num }: Record<string, unknown>) => [
			name,
			order_num,
		]);
		expect(orders).toEqual([
			['Of before', 1],
			['2021 November Series', 2],
			['2023 July Series', 3],
		]);
		const { id: july } = scheme?.values.exam_set ?? {};
		const address = `/courses/${courseId}/examsets/${july}/pastpapers/${scheme?.paper_id}`;
		await site().call('PUT', address, { name: 'Changed since' });
		const isOffered = async () =>
			(await site().call('GET', `/operations/${operation}`)).body.data.undo_until !== null;
		expect(await isOffered()).toBe(true);
		await site().call('PUT', address, { published: true });
		expect(await isOffered()).toBe(false);
		const undone = (await undo(operation)).body.data;
		expect(undone).toMatchObject({ total: 5, done: 4, failed: 1 });
		expect(undone.results[3]).toMatchObject({ ok: false, code: 'changed' });
		const sets = await setsOf(courseId);
		expect(sets.map(({ id }: { id: string }) => id).sort()).toEqual([kept, july].sort());
		expect(await papersIn(courseId, kept)).toEqual([]);
		expect(await papersIn(courseId, july as string)).toMatchObject([{ name: 'Changed since' }]);
		// The rows are open again, except the one that is still a paper.
		const after = await batch.get();
		expect(after.rows.map(({ paper_id }) => paper_id === null)).toEqual([
			...[true, true, true, false, true, true],
		]);
		expect((await batch.save()).body.data).toMatchObject({ done: 4 });
	});

	it('runs once per key and for two people at once', async () => {
		const { courseId } = await course();
		const one = await batchOf(site(), PATHS.slice(0, 2), courseId);
		const other = await batchOf(site(), [], courseId);
		const url = await uploaded(site(), 'another.pdf', 'something else');
		await other.add([{ path: PATHS[1] as string, url }]);
		const key = { 'idempotency-key': `save-${courseId}` };
		const answers = await Promise.all([one.save(key), one.save(key), one.save(), other.save()]);
		const statuses = answers.map(({ status }) => status);
		for (const status of statuses) expect([200, 202, 409]).toContain(status);
		const sets = await setsOf(courseId);
		expect(sets).toHaveLength(1);
		const papers = await papersIn(courseId, sets[0].id);
		expect(papers).toHaveLength(3);
		expect((await one.get()).state).toBe('saved');
	});

	it('continues an interrupted save', async () => {
		const { courseId } = await course();
		const paths = PATHS.map((path) => `${courseId}/${path}`);
		const batch = await batchOf(site(), paths, courseId);
		const { database } = site();
		const left = await database.write((trx) =>
			saveIntake(trx, batch.id, SYSTEM_CONTEXT, Date.now() - 60_000),
		);
		expect((await batch.get()).state).toBe('saving');
		expect(await site().call('DELETE', batch.address)).toMatchObject({ status: 409 });
		expect(await batch.save()).toMatchObject({
			status: 200,
			body: { data: { operation: left.id, done: 5, remaining: 0 } },
		});
		const papers = (
			await Promise.all(
				(await setsOf(courseId)).map(({ id }: { id: string }) => papersIn(courseId, id)),
			)
		).flat();
		expect(papers).toHaveLength(5);
		expect(await batch.get()).toMatchObject({ outcome: { papers: 5, exam_sets: 3, left: 1 } });
	});

	it('keeps the files of a batch until it is deleted after 30 days', async () => {
		const batch = await batchOf(site(), ['kept.pdf']);
		const { file } = await batch.row(1);
		await site().database.write((trx) =>
			trx
				.updateTable('files')
				.set({ uploaded_at: new Date(0).toISOString() })
				.execute(),
		);
		await sweepFiles(site());
		expect((await site().call('GET', file.url)).status).toBe(200);
		expect(await forgetIntakes(site().database, Date.now() + 29.9 * DAY_MS)).toBe(0);
		expect(await forgetIntakes(site().database, Date.now() + 30.1 * DAY_MS)).toBeGreaterThan(0);
		expect((await site().call('GET', batch.address)).status).toBe(404);
		await sweepFiles(site());
		expect((await site().call('GET', file.url)).status).toBe(404);
	});
});
