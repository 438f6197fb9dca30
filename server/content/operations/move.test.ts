import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { makeTopics } from './fixtures/topics.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

onEveryEngine('a move of many', (site) => {
	const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
		site().call(method, path, body);
	const move = async (kind: string, ids: readonly (string | undefined)[], to: unknown) =>
		call('POST', '/bulk', { kind, action: 'move', ids, to });
	const undo = async (operation: string) =>
		(await call('POST', `/operations/${operation}/undo`)).body.data;
	const listOrder = async (list: string) =>
		(await call('GET', list)).body.data.map(
			({ id, order_num }: { id: string; order_num: number }) => [order_num, id],
		);
	const get = async (path: string) => (await call('GET', path)).body.data;
	const history = async (id: string | undefined) =>
		(await call('GET', `/audit?item_id=${id}`)).body.data.data;

	it('puts topics last under another subject, in the requested order, and back at their old places', async () => {
		const from = await makeTopics(site(), 5);
		const to = await makeTopics(site(), 2);
		const before = await listOrder(from.list);
		const target = { course_id: to.courseId, subject_id: to.subjectId };
		const moved = [from.ids[3], from.ids[1]];
		const { status, body } = await move('topics', moved, target);
		expect({ status, ...body.data }).toMatchObject({ status: 200, done: 2, failed: 0 });
		expect(await listOrder(to.list)).toEqual([
			...[1, 2].map((n) => [n, to.ids[n - 1]]),
			[3, moved[0]],
			[4, moved[1]],
		]);
		expect((await listOrder(from.list)).map(([n]: [number]) => n)).toEqual([1, 3, 5]);
		const one = await get(`${to.list}/${moved[0]}`);
		expect(one).toMatchObject({ subject_id: to.subjectId, version: 2, order_num: 3 });
		expect((await call('GET', `${from.list}/${moved[0]}`)).status).toBe(404);
		const [row] = await history(moved[0]);
		expect(row).toMatchObject({
			action: 'move',
			item: { parents: [{ id: to.courseId }, { id: to.subjectId, name: 'Pipework' }] },
			before: {
				course_id: { id: from.courseId, name: 'Plumbing' },
				subject_id: { id: from.subjectId, name: 'Pipework' },
				order_num: 4,
			},
			after: { subject_id: { id: to.subjectId, name: 'Pipework' }, order_num: 3 },
			details: { operation: body.data.operation },
		});

		expect(await undo(body.data.operation)).toMatchObject({ done: 2, failed: 0 });
		const versions = (await call('GET', `/versions/topics/${moved[0]}`)).body.data;
		expect(versions.map(({ item }: { item: { order_num: number } }) => item.order_num)).toEqual([
			4, 3, 4,
		]);
		expect(await listOrder(from.list)).toEqual(before);
		expect((await listOrder(to.list)).length).toBe(2);
	});

	it('includes all rows under a subject, and unlinks papers of the old course', async () => {
		const content = createContent(site());
		const { ids, topics, list, courseId, subjectId } = await makeTopics(site(), 3);
		const { id: examSetId } = await content.examSet({ courseId });
		const papers = [];
		for (const name of ['Kept', 'Renamed', 'Other'])
			papers.push(
				await content.paper(
					{ courseId, examSetId },
					{ name, subject_id: name === 'Other' ? null : subjectId },
				),
			);
		const [kept, renamed, other] = papers.map(
			({ id }) => `/courses/${courseId}/examsets/${examSetId}/pastpapers/${id}`,
		) as [string, string, string];
		const { id: target } = await content.course({ name: 'Welding' });
		const { body } = await move('subjects', [subjectId], { course_id: target });
		expect(body.data).toMatchObject({ done: 1, failed: 0 });
		const moved = `/courses/${target}/subjects/${subjectId}`;
		expect((await get(`${moved}/topics`)).map(({ id }: { id: string }) => id)).toEqual(ids);
		// The topics do not change, because they store no parent above their subject.
		expect(await get(`${moved}/topics/${ids[0]}`)).toEqual(topics[0]);
		expect((await call('GET', list)).status).toBe(404);
		for (const paper of [kept, renamed])
			expect(await get(paper)).toMatchObject({ subject_id: null, version: 2 });
		expect((await get(other)).version).toBe(1);
		expect((await history(subjectId))[0]).toMatchObject({ action: 'move', details: { topics: 3 } });
		expect((await history(papers[0]?.id))[0]).toMatchObject({
			before: { subject_id: { id: subjectId, name: 'Pipework' } },
			after: { subject_id: null },
			details: { cause: 'subject_moved', operation: body.data.operation },
		});

		await call('PUT', renamed, { name: 'Changed since' });
		expect(await undo(body.data.operation)).toMatchObject({ done: 1, failed: 0 });
		expect((await get(list)).length).toBe(3);
		expect(await get(kept)).toMatchObject({ subject_id: subjectId, version: 3 });
		expect(await get(renamed)).toMatchObject({ subject_id: subjectId, name: 'Changed since' });
	});

	it('unlinks papers from subjects that do not move, in an exam set and alone', async () => {
		const content = createContent(site());
		const { id: courseId } = await content.course();
		const { id: subjectId } = await content.subject({ courseId });
		const { id: first } = await content.examSet({ courseId });
		const { id: second } = await content.examSet({ courseId });
		const { id: target } = await content.course({ name: 'Welding' });
		const { id: third } = await content.examSet({ courseId: target });
		const make = (examSetId: string) =>
			content.paper({ courseId, examSetId }, { subject_id: subjectId });
		const along = await make(first);
		const alone = await make(second);
		const near = await make(second);
		const paper = (course: string, set: string, { id }: { id: string }) =>
			get(`/courses/${course}/examsets/${set}/pastpapers/${id}`);

		const set = await move('examsets', [first], { course_id: target });
		expect(set.body.data).toMatchObject({ done: 1, failed: 0 });
		expect(await paper(target, first, along)).toMatchObject({ subject_id: null, version: 2 });
		const one = await move('pastpapers', [alone.id], { course_id: target, examset_id: third });
		expect(one.body.data).toMatchObject({ done: 1, failed: 0 });
		expect(await paper(target, third, alone)).toMatchObject({ subject_id: null, version: 2 });
		expect((await history(alone.id))[0]).toMatchObject({
			before: { subject_id: { id: subjectId, name: 'Pipework' } },
			after: { subject_id: null },
		});
		// A move within a course unlinks nothing, and needs no ids above the new parent.
		const { id: fourth } = await content.examSet({ courseId });
		const inside = await move('pastpapers', [near.id], { examset_id: fourth });
		expect(inside.body.data).toMatchObject({ done: 1 });
		expect(await paper(courseId, fourth, near)).toMatchObject({ subject_id: subjectId });

		const moved = `/courses/${target}/examsets/${first}/pastpapers/${along.id}`;
		await call('PUT', moved, { published: true });
		for (const { body } of [set, one, inside])
			expect(await undo(body.data.operation)).toMatchObject({ done: 1, failed: 0 });
		expect(await paper(courseId, first, along)).toMatchObject({ subject_id: subjectId });
		expect(await paper(courseId, second, alone)).toMatchObject({ subject_id: subjectId });
		expect(await paper(courseId, second, near)).toMatchObject({ subject_id: subjectId });
	});

	it('is undone to its old place before a newer row, and without a deleted subject', async () => {
		const content = createContent(site());
		const { id: courseId } = await content.course();
		const { id: subjectId } = await content.subject({ courseId });
		const { id: examSetId } = await content.examSet({ courseId });
		const { id: target } = await content.course({ name: 'Welding' });
		const { id: there } = await content.examSet({ courseId: target });
		const paper = await content.paper({ courseId, examSetId }, { subject_id: subjectId });
		const { body } = await move('pastpapers', [paper.id], { examset_id: there });
		const newer = await content.paper({ courseId, examSetId }, { name: 'Newer' });
		expect(newer.order_num).toBe(paper.order_num);
		await call('DELETE', `/courses/${courseId}/subjects/${subjectId}`);
		expect(await undo(body.data.operation)).toMatchObject({ done: 1, failed: 0 });
		const list = `/courses/${courseId}/examsets/${examSetId}/pastpapers`;
		expect(await listOrder(list)).toEqual([
			[1, paper.id],
			[2, newer.id],
		]);
		expect((await get(`${list}/${paper.id}`)).subject_id).toBeNull();
	});

	it('is not undone if the item was changed or its parent is missing', async () => {
		const from = await makeTopics(site(), 2);
		const to = await makeTopics(site(), 0);
		const first = await move('topics', [from.ids[0]], { subject_id: to.subjectId });
		const second = await move('topics', [from.ids[1]], { subject_id: to.subjectId });
		await call('PUT', `${to.list}/${from.ids[0]}`, { name: 'Changed since' });
		await call('DELETE', `/courses/${from.courseId}/subjects/${from.subjectId}`);
		expect((await undo(first.body.data.operation)).results).toMatchObject([{ code: 'changed' }]);
		expect((await undo(second.body.data.operation)).results).toMatchObject([
			{ code: 'not_found', error: 'Subject not found' },
		]);
		expect((await listOrder(to.list)).length).toBe(2);
	});

	it('of two people in opposite directions leaves every row at one place', async () => {
		const content = createContent(site());
		const { id: a } = await content.course({ name: 'A' });
		const { id: b } = await content.course({ name: 'B' });
		const subjects = [];
		for (const courseId of [a, a, a, a, b, b, b, b]) {
			const { id: subjectId } = await content.subject({ courseId });
			await content.topic({ courseId, subjectId });
			subjects.push(subjectId);
		}
		const there = subjects.slice(0, 4);
		const back = subjects.slice(4);
		const answers = await Promise.all([
			move('subjects', there, { course_id: b }),
			move('subjects', back, { course_id: a }),
			move('subjects', there, { course_id: a }),
		]);
		for (const { body } of answers) expect(body.data).toMatchObject({ done: 4, failed: 0 });
		const [inA, inB] = [
			await listOrder(`/courses/${a}/subjects`),
			await listOrder(`/courses/${b}/subjects`),
		];
		expect([...inA, ...inB].map(([, id]) => id).sort()).toEqual([...subjects].sort());
		const rows = await site()
			.database.read.selectFrom('topics')
			.innerJoin('subjects', (join) =>
				join
					.onRef('subjects.id', '=', 'topics.subject_id')
					.onRef('subjects.course_id', '=', 'topics.course_id'),
			)
			.select('topics.id')
			.where('subjects.id', 'in', subjects)
			.execute();
		expect(rows).toHaveLength(8);
	});

	it.each([
		['without an id', {}],
		['to an unknown id', { subject_id: UNKNOWN_ID }],
		['to a parent of another course', 'elsewhere'],
		['to an unknown kind of parent', { subject_id: UNKNOWN_ID, colour: 'red' }],
		['to an invalid id', { subject_id: 'nothing' }],
	])('is refused %s', async (_, to) => {
		const { ids, subjectId } = await makeTopics(site(), 1);
		const { id } = await createContent(site()).course();
		const target = to === 'elsewhere' ? { course_id: id, subject_id: subjectId } : to;
		const answer = await move('topics', ids, target);
		expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
		expect(Object.keys(answer.body.fields)).toEqual(['to']);
	});
});
