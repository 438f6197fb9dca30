import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';

onEveryEngine('the impact of deleting several items', (site) => {
	const contents = async (query: Record<string, string>) => {
		const { status, body } = await site().call(
			'GET',
			`/deletion-impact?${new URLSearchParams(query)}`,
		);
		return { status, body };
	};

	it('is the sum of the impact of each', async () => {
		const make = createContent(site());
		const [one, two] = [await make.family(), await make.family()];
		await make.family();
		const bare = await make.subject(one, { name: 'Bare' });
		const paper = await make.paper(one, { name: 'About both', subject_id: one.subjectId });
		expect(paper.id).toBeTruthy();
		const ids = [one.subjectId, two.subjectId, bare.id];
		const { body } = await contents({ kind: 'subjects', ids: ids.join() });
		const alone = await Promise.all(
			[one, two].map(
				async ({ courseId, subjectId }) =>
					(await site().call('GET', `/courses/${courseId}/subjects/${subjectId}/deletion-impact`))
						.body.data,
			),
		);
		const { restorable_until, ...sum } = body.data;
		expect(restorable_until).toMatch(/^20/);
		for (const kind of Object.keys(sum))
			expect(sum[kind], kind).toBe(alone[0][kind] + alone[1][kind]);
		expect(sum).toMatchObject({ subjects: 0, topics: 2, examsets: 0, pastpapers: 0 });
		expect(sum.unlinkedPapers).toBeGreaterThan(0);

		const courses = await contents({ kind: 'courses', ids: [one.courseId, two.courseId].join() });
		expect(courses.body.data).toMatchObject({ subjects: 3, topics: 2, examsets: 2 });
	});

	it('includes all matches of a search, and no missing items', async () => {
		const make = createContent(site());
		const { courseId, subjectId } = await make.family();
		await make.topic({ courseId, subjectId }, { name: 'Second' });
		const where = new URLSearchParams({ course_id: courseId }).toString();
		expect((await contents({ kind: 'subjects', where })).body.data.topics).toBe(2);
		const odd = await contents({ kind: 'subjects', ids: `no-such,'; drop table topics; --,` });
		expect(odd.body.data).toMatchObject({ topics: 0, unlinkedPapers: 0 });
		const nowhere = await contents({ kind: 'subjects', where: 'course_id=no-such' });
		expect(nowhere.body.data).toMatchObject({ topics: 0 });
	});

	it('is refused for an ambiguous query', async () => {
		for (const query of [
			{ kind: 'subjects' },
			{ kind: 'subjects', ids: 'a', where: '' },
			{ kind: 'subjects', ids: Array(201).fill('a').join() },
			{ kind: 'subjects', where: 'colour=red' },
			{ kind: 'people', ids: 'a' },
		] as Record<string, string>[])
			expect((await contents(query)).status, JSON.stringify(query).slice(0, 60)).toBe(422);
	});
});
