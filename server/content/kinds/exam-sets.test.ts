import { beforeAll, expect, it } from 'vitest';
import { toYear } from '#shared/east-africa-time.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent, type Family } from '../../testing/content.ts';

onEveryEngine('exam sets', (site) => {
	let family: Family;
	let list: string;
	beforeAll(async () => {
		family = await createContent(site()).family();
		list = `/courses/${family.courseId}/examsets`;
	});
	const create = (body: unknown) => site().call('POST', list, body);

	it('start unpublished, of this year and with order 1', async () => {
		const { body } = await create({ name: 'July' });
		expect(body.data).toMatchObject({
			year: toYear(new Date()),
			order_num: 1,
			is_published: false,
			course_id: family.courseId,
		});
		expect((await create({ name: 'November' })).body.data.order_num).toBe(1);
	});

	it.each([2000, 2050])('accept the year %i', async (year) => {
		expect((await create({ name: 'July', year })).body.data.year).toBe(year);
	});

	it('are deleted with their papers but without subjects', async () => {
		const { family: make, paper } = createContent(site());
		const mine = await make();
		const linked = await paper(mine, { subject_id: mine.subjectId });
		const one = `/courses/${mine.courseId}/examsets/${mine.examSetId}`;
		expect((await site().call('GET', `${one}/deletion-impact`)).body.data).toMatchObject({
			subjects: 0,
			topics: 0,
			examsets: 0,
			pastpapers: 2,
			unlinkedPapers: 0,
			restorable_until: expect.any(String),
		});
		expect((await site().call('DELETE', one)).status).toBe(200);
		for (const id of [mine.paperId, linked.id])
			expect(await site().call('GET', `/pastpapers/${id}`)).toMatchObject(absent('Past Paper'));
		const subject = await site().call('GET', `/courses/${mine.courseId}/subjects`);
		expect(subject.body.data).toMatchObject([{ stats: { topicCount: 1, paperCount: 0 } }]);
	});
});
