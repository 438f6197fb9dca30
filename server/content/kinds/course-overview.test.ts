import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent } from '../../testing/content.ts';

onEveryEngine('the contents of a course', (site) => {
	const read = async (path: string) => (await site().call('GET', path)).body.data;

	/** Creates a course with content, and another one that must not be counted. */
	const grown = async () => {
		const make = createContent(site());
		await make.family();
		const { id: courseId } = await make.course();
		const { id: subjectId } = await make.subject({ courseId });
		const { id: topicId } = await make.topic({ courseId, subjectId });
		const { id: examSetId } = await make.examSet({ courseId });
		await make.paper({ courseId, examSetId });
		const mine = { courseId, subjectId, topicId };
		const draft = await make.subject(mine, { name: 'Drawing', published: false });
		const place = { courseId, subjectId: draft.id };
		await make.topic(place, { name: 'Filed', topicUrl: 'https://example.org/a.pdf' });
		await make.topic(place, { name: 'Held back', isPublished: false });
		const bare = await make.examSet(mine, { name: 'Bare', is_published: true });
		return { ...mine, draft, bare };
	};

	it('are counted on every course, with all drafts together, without a new version', async () => {
		const { courseId } = await grown();
		// The exam set and the paper are drafts by default.
		const stats = { subjectCount: 2, topicCount: 3, examSetCount: 2, paperCount: 1, drafts: 4 };
		const one = await site().call('GET', `/courses/${courseId}`);
		expect(one.body.data.stats).toMatchObject(stats);
		expect(one.headers.etag).toBe('"1"');
		const list = await read('/courses');
		expect(list.find(({ id }: { id: string }) => id === courseId)).toEqual(one.body.data);
		const { body } = await site().call('PUT', `/courses/${courseId}`, { price: 1, stats: null });
		expect(body.data.stats).toMatchObject(stats);
	});

	it('are empty in a new course', async () => {
		const { id, stats } = await createContent(site()).course();
		const none = { subjectCount: 0, topicCount: 0, examSetCount: 0, paperCount: 0, drafts: 0 };
		expect(stats).toMatchObject(none);
		expect(await read(`/courses/${id}/overview`)).toMatchObject({
			drafts: { subjects: 0, topics: 0, examsets: 0, pastpapers: 0 },
			without_file: { topics: 0, pastpapers: 0 },
			without_papers: { examsets: 0 },
			coverage: { missing: 0, of: 0 },
			changed: [],
		});
	});

	it('have an overview of what is missing and recent changes', async () => {
		const { courseId, subjectId, topicId, draft, bare } = await grown();
		await site().call('PUT', `/courses/${courseId}/subjects/${subjectId}/topics/${topicId}`, {
			name: 'Changed',
		});
		const { changed, ...lacks } = await read(`/courses/${courseId}/overview`);
		expect(lacks).toMatchObject({
			drafts: { subjects: 1, topics: 1, examsets: 1, pastpapers: 1 },
			without_file: { topics: 2, pastpapers: 1 },
			without_papers: { examsets: 1 },
			coverage: { missing: 2, of: 3 },
		});
		expect(changed).toHaveLength(6);
		expect(changed[0]).toMatchObject({
			kind: 'topic',
			id: topicId,
			name: 'Changed',
			parent_id: subjectId,
			action: 'update',
			by: { kind: 'person', name: expect.stringMatching(/./) },
		});
		const viewer = await site().as('viewer');
		const { body } = await viewer.call('GET', `/courses/${courseId}/overview`);
		expect(body.data.changed).toMatchObject(changed.map(() => ({ by: null })));
		expect(changed[1]).toMatchObject({
			kind: 'examset',
			id: bare.id,
			parent_id: null,
			action: 'create',
		});
		await site().call('PUT', `/courses/${courseId}/examsets/${bare.id}`, { is_published: false });
		expect((await read(`/courses/${courseId}/overview`)).changed[0].action).toBe('unpublish');
		expect(changed).toContainEqual(expect.objectContaining({ kind: 'subject', id: draft.id }));
		const at = changed.map(({ updated_at }: { updated_at: string }) => updated_at);
		expect(at).toEqual([...at].sort().reverse());
	});

	it('have no overview for an unknown course', async () => {
		const path = (id: string) => site().call('GET', `/courses/${id}/overview`);
		expect(await path('no-such')).toMatchObject(absent('Course'));
		expect(await path('019b7810-9f40-7c3e-8a15-3d2f6c1b0e77')).toMatchObject(absent('Course'));
	});
});
