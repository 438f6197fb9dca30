import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent } from '../../testing/content.ts';

onEveryEngine('subjects', (site) => {
	const create = async (body: unknown, courseId?: string) => {
		const course = courseId ?? (await createContent(site()).course()).id;
		return site().call('POST', `/courses/${course}/subjects`, body);
	};

	it('start with order 1, published and not free', async () => {
		const { body } = await create({ name: 'Welding' });
		expect(body.data).toMatchObject({
			order_num: 1,
			published: true,
			freeSubject: false,
			stats: { topicCount: 0, paperCount: 0 },
		});
		const second = await create({ name: 'Fitting' }, body.data.course_id);
		expect(second.body.data.order_num).toBe(1);
	});

	it('name their course', async () => {
		const { id } = await createContent(site()).course();
		expect((await create({ name: 'Welding' }, id)).body.data.course_id).toBe(id);
	});

	it('count their topics and their papers, of any exam set, without a change of version', async () => {
		const { family, topic, paper, examSet } = createContent(site());
		const mine = await family();
		await topic(mine);
		await paper(mine, { subject_id: mine.subjectId });
		const other = await examSet(mine, { name: 'November' });
		await paper(
			{ courseId: mine.courseId, examSetId: other.id },
			{ subject_id: mine.subjectId, published: true },
		);
		const stats = { topicCount: 2, paperCount: 2 };
		const one = await site().call('GET', `/courses/${mine.courseId}/subjects/${mine.subjectId}`);
		expect(one.body.data.stats).toEqual(stats);
		expect(one.headers.etag).toBe('"1"');
		const list = await site().call('GET', `/courses/${mine.courseId}/subjects`);
		expect(list.body.data).toEqual([one.body.data]);
		const anywhere = await site().call('GET', `/subjects/${mine.subjectId}`);
		expect(anywhere.body.data.stats).toEqual(stats);
	});

	it('are deleted with their topics, while their papers stay without a subject', async () => {
		const { family, paper } = createContent(site());
		const mine = await family();
		const place = `/courses/${mine.courseId}`;
		const linked = await paper(mine, {
			name: 'Linked',
			subject_id: mine.subjectId,
			url: 'https://example.org/a.pdf',
			free: true,
		});
		const contents = await site().call(
			'GET',
			`${place}/subjects/${mine.subjectId}/deletion-impact`,
		);
		expect(contents.body.data).toMatchObject({
			subjects: 0,
			topics: 1,
			examsets: 0,
			pastpapers: 0,
			unlinkedPapers: 1,
			restorable_until: expect.any(String),
		});
		const removal = await site().call('DELETE', `${place}/subjects/${mine.subjectId}`);
		expect(removal.status).toBe(200);
		expect(await site().call('GET', `/topics/${mine.topicId}`)).toMatchObject(absent('Topic'));
		const papers = `${place}/examsets/${mine.examSetId}/pastpapers`;
		const unlinked = await site().call('GET', `${papers}/${linked.id}`);
		const { updated_at } = unlinked.body.data;
		expect(unlinked.body.data).toEqual({ ...linked, subject_id: null, updated_at, version: 2 });
		expect(unlinked.headers.etag).toBe('"2"');
		const untouched = await site().call('GET', `${papers}/${mine.paperId}`);
		expect(untouched.headers.etag).toBe('"1"');
	});
});
