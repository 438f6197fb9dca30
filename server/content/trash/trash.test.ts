import { expect, it } from 'vitest';
import { bySlug } from '#shared/contract/content/resources.ts';
import type { Deletion } from '#shared/contract/content/trash.ts';
import { onEveryEngine } from '../../testing/app.ts';
import {
	absent,
	buildItemAddress,
	buildListPath,
	contentRows,
	createContent,
	kinds,
	refused,
} from '../../testing/content.ts';
import { makeManyTopics } from '../operations/fixtures/topics.ts';
import { trashOf } from './fixtures/trash-of.ts';

onEveryEngine('the trash', (site) => {
	const { call, remove, restore, trash } = trashOf(site);

	it.each(kinds)('restores $name unchanged, with the next version', async ({ resource, full }) => {
		const mine = await createContent(site()).family();
		const { body } = await call('POST', buildListPath(resource, mine), full);
		const own = { ...mine, [resource.param]: body.data.id };
		const path = buildItemAddress(resource, own);
		const before = (await call('GET', path)).body.data;
		const deletion = await remove(path);
		expect(await call('GET', path)).toMatchObject(absent(resource.label));
		expect((await restore(deletion)).body.data).toMatchObject({ id: body.data.id });
		const after = await call('GET', path);
		expect(after.body.data).toEqual({
			...before,
			order_num: resource.key === 'courses' ? expect.any(Number) : 2,
			version: 2,
			updated_at: expect.any(String),
		});
		expect(after.body.data.updated_at > before.updated_at).toBe(true);
		expect(after.headers.etag).toBe('"2"');
	});

	it('restores everything in a course, row by row', async () => {
		const { family, paper } = createContent(site());
		const { courseId, subjectId } = await makeManyTopics(site().database, 205);
		const mine = await family({ courseId, subjectId });
		await paper(mine, {
			subject_id: mine.subjectId,
			published: true,
			url: 'https://example.org/a.pdf',
		});
		const before = await contentRows(site());
		const deletion = await remove(`/courses/${mine.courseId}`);
		const without = (rows: { id: string }[], column: string) =>
			rows.filter((row) => (row as Record<string, unknown>)[column] !== mine.courseId);
		expect(await contentRows(site())).toEqual(
			before.map((rows, at) => without(rows, at === 0 ? 'id' : 'course_id')),
		);
		const [listed] = (await trash()).data as Deletion[];
		expect(listed).toMatchObject({
			id: deletion,
			kind: 'courses',
			item_id: mine.courseId,
			path: [],
			counts: { subjects: 1, topics: 206, examsets: 1, pastpapers: 2 },
		});
		expect((await restore(deletion)).status).toBe(200);
		const after = await contentRows(site());
		const changed = { version: 2, updated_at: expect.any(String), order_num: expect.any(Number) };
		expect(after).toEqual(
			before.map((rows) =>
				rows.map((row) => (row.id === mine.courseId ? { ...row, ...changed } : row)),
			),
		);
	});

	it('restores items last in order, and returns their place', async () => {
		const { family, topic } = createContent(site());
		const mine = await family();
		const first = `/courses/${mine.courseId}/subjects/${mine.subjectId}/topics`;
		for (let n = 0; n < 3; n++) await topic(mine);
		const deletion = await remove(`${first}/${mine.topicId}`);
		expect((await restore(deletion)).body).toEqual({
			success: true,
			data: {
				kind: 'topics',
				id: mine.topicId,
				path: [
					{ kind: 'courses', id: mine.courseId, name: 'Plumbing' },
					{ kind: 'subjects', id: mine.subjectId, name: 'Pipework' },
				],
				lost: [],
			},
		});
		const list = (await call('GET', first)).body.data as { id: string; order_num: number }[];
		expect(list.map(({ order_num }) => order_num)).toEqual([2, 3, 4, 5]);
		expect(list.at(-1)?.id).toBe(mine.topicId);
	});

	it('hides deleted items everywhere else', async () => {
		const mine = await createContent(site()).family();
		const name = `Hidden ${mine.topicId}`;
		const topics = `/courses/${mine.courseId}/subjects/${mine.subjectId}/topics`;
		await call('PUT', `${topics}/${mine.topicId}`, { name });
		await remove(`${topics}/${mine.topicId}`);
		expect((await call('GET', topics)).body.data).toEqual([]);
		expect((await call('GET', `${topics}/next-order`)).body.data).toEqual({ order_num: 1 });
		expect((await call('GET', `/topics/${mine.topicId}`)).status).toBe(404);
		expect((await call('GET', `/topics?search=${name}`)).body.data).toEqual({ data: [], total: 0 });
		const subject = await call('GET', `/subjects/${mine.subjectId}`);
		expect(subject.body.data.stats.topicCount).toBe(0);
		const contents = await call('GET', `/courses/${mine.courseId}/deletion-impact`);
		expect(contents.body.data.topics).toBe(0);
		expect((await call('PUT', `${topics}/${mine.topicId}`, { name })).status).toBe(404);
		expect((await call('DELETE', `${topics}/${mine.topicId}`)).status).toBe(404);
	});

	it('lists what was deleted together, newest first, by kind, name and item', async () => {
		const mine = await createContent(site()).family();
		const word = `Zq${mine.courseId.slice(-6)}`;
		const course = `/courses/${mine.courseId}`;
		await call('PUT', course, { name: `${word} course` });
		await call('PUT', `${course}/subjects/${mine.subjectId}`, { name: `${word} subject` });
		const topic = await remove(`${course}/subjects/${mine.subjectId}/topics/${mine.topicId}`);
		const subject = await remove(`${course}/subjects/${mine.subjectId}`);
		const courseDeletion = await remove(course);
		const ids = async (query: string) =>
			(await trash(query)).data.map(({ id }: Deletion) => id) as string[];
		expect(await ids('limit=3')).toEqual([courseDeletion, subject, topic]);
		expect(await ids(`search=${word.toUpperCase()}`)).toEqual([courseDeletion, subject, topic]);
		expect(await ids(`search=${word} joi`)).toEqual([topic]);
		expect(await ids(`search=${word}&kind=subjects`)).toEqual([subject]);
		expect(await ids(`search=${word}&page=2&limit=1`)).toEqual([subject]);
		expect(await ids(`item=${mine.topicId}`)).toEqual([topic]);
		expect(await ids(`item=${mine.paperId}`)).toEqual([courseDeletion]);
		expect(await ids('item=none')).toEqual([]);
		expect((await trash(`search=${word}&limit=1`)).total).toBe(3);
		expect((await trash('search=%25')).total).toBe(0);
		const [deletion] = (await trash(`item=${mine.topicId}`)).data as [Deletion];
		expect(deletion).toEqual({
			id: topic,
			at: expect.any(String),
			by: { kind: 'person', id: expect.any(String), name: expect.stringMatching(/^admin/) },
			kind: 'topics',
			item_id: mine.topicId,
			name: 'Joints',
			path: [`${word} course`, `${word} subject`],
			counts: {},
			published: true,
			until: new Date(Date.parse(deletion.at) + 30 * 86_400_000).toISOString(),
		});
		expect(await call('GET', '/trash?kind=people')).toMatchObject(
			refused({ kind: `Kind must be one of ${Object.keys(bySlug).join(', ')}` }),
		);
		for (const query of ['limit=0', 'limit=101', 'page=x', 'item=a&item=b'])
			expect((await call('GET', `/trash?${query}`)).status).toBe(422);
	});

	it('does not restore an item before its deleted parent', async () => {
		const mine = await createContent(site()).family();
		const subjectPath = `/courses/${mine.courseId}/subjects/${mine.subjectId}`;
		const topic = await remove(`${subjectPath}/topics/${mine.topicId}`);
		const subject = await remove(subjectPath);
		const courseDeletion = await remove(`/courses/${mine.courseId}`);
		const parentMissing = (deletion: string | null, error: string) => ({
			status: 409,
			body: { success: false, code: 'parent_gone', error, data: { deletion } },
		});
		expect(await restore(topic)).toMatchObject(
			parentMissing(subject, 'Its subject “Pipework” is in the trash too. Restore that first.'),
		);
		expect(await restore(subject)).toMatchObject(
			parentMissing(
				courseDeletion,
				'Its course “Plumbing” is in the trash too. Restore that first.',
			),
		);
		for (const id of [courseDeletion, subject, topic]) expect((await restore(id)).status).toBe(200);
		expect((await call('GET', `${subjectPath}/topics/${mine.topicId}`)).status).toBe(200);

		const again = await remove(`${subjectPath}/topics/${mine.topicId}`);
		const parent = await remove(subjectPath);
		expect((await call('DELETE', `/trash/${parent}`)).body).toEqual({ success: true, data: null });
		expect(await restore(again)).toMatchObject(
			parentMissing(null, 'Its subject “Pipework” is permanently deleted.'),
		);
		expect((await trash(`item=${mine.topicId}`)).total).toBe(1);
	});
});
