import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { makeTopics } from './fixtures/topics.ts';

onEveryEngine('an undone operation', (site) => {
	const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
		site().call(method, path, body);
	const publish = async (ids: readonly (string | undefined)[]) => {
		const { body } = await call('POST', '/bulk', { kind: 'topics', action: 'publish', ids });
		return body.data;
	};
	const undo = (operation: string, headers?: Record<string, string>) =>
		site().call('POST', `/operations/${operation}/undo`, undefined, headers);
	const readPublished = async (list: string) =>
		(await call('GET', list)).body.data.map((one: { isPublished: boolean }) => one.isPublished);

	it('restores the previous values of changed items, and does not touch others', async () => {
		const { ids, list } = await makeTopics(site(), 3);
		await call('PUT', `${list}/${ids[1]}`, { isPublished: true });
		const done = await publish(ids);
		expect(await readPublished(list)).toEqual([true, true, true]);
		expect(Date.parse(done.undo_until) - Date.parse(done.at)).toBe(30 * 86_400_000);
		const { status, body } = await undo(done.operation);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ kind: 'topics', action: 'undo', done: 3, failed: 0 });
		expect(body.data.undo_until).toBeNull();
		expect(await readPublished(list)).toEqual([false, true, false]);
		const after = await call('GET', `/operations/${done.operation}`);
		expect(after.body.data.undo_until).toBeNull();
		const audit = await call('GET', `/audit?item_id=${body.data.operation}`);
		expect(audit.body.data.data).toMatchObject([
			{ action: 'bulk', details: { action: 'undo', undo_of: done.operation } },
		]);
	});

	it('skips items that someone changed since, by name, and deleted items', async () => {
		const { ids, list, topics } = await makeTopics(site(), 3);
		const done = await publish(ids);
		await call('PUT', `${list}/${ids[0]}`, { name: 'Renamed' });
		await call('DELETE', `${list}/${ids[1]}`);
		const { body } = await undo(done.operation);
		expect(body.data).toMatchObject({ done: 1, failed: 2 });
		expect(body.data.results).toEqual([
			{
				id: ids[0],
				name: topics[0]?.name,
				ok: false,
				code: 'changed',
				error: 'Someone else changed “Renamed”.',
			},
			{ id: ids[1], name: topics[1]?.name, ok: false, code: 'not_found', error: 'Topic not found' },
			{ id: ids[2], name: topics[2]?.name, ok: true, code: null, error: null },
		]);
		expect(await readPublished(list)).toEqual([true, false]);
	});

	it('is undone once by concurrent requests, and repeats the answer for the same request', async () => {
		const { ids, list } = await makeTopics(site(), 2);
		const { operation } = await publish(ids);
		const key = { 'idempotency-key': `undo-${operation}` };
		const answers = await Promise.all([
			undo(operation, key),
			undo(operation, key),
			undo(operation),
			undo(operation),
		]);
		expect(await readPublished(list)).toEqual([false, false]);
		expect((await call('GET', list)).body.data[0].version).toBe(3);
		const done = answers.filter(({ status }) => status === 200);
		expect(done.length).toBeGreaterThanOrEqual(2);
		const made = done[0]?.body.data.operation;
		for (const { status, body } of answers)
			if (status === 200) expect(body.data).toMatchObject({ operation: made, remaining: 0 });
			else expect(body.code).toBe('conflict');
		expect(await undo(operation)).toMatchObject({ status: 409, body: { code: 'conflict' } });
		expect(await undo(made)).toMatchObject({ status: 409, body: { code: 'conflict' } });
	});

	it('can be retried for the rows that were not restored', async () => {
		const { ids, courseId, subjectId, list } = await makeTopics(site(), 3);
		const untouched = ids[2];
		const { body } = await call('POST', '/bulk', {
			kind: 'topics',
			action: 'delete',
			ids: ids.slice(0, 2),
		});
		const { operation } = body.data;
		const removal = await call('DELETE', `/courses/${courseId}/subjects/${subjectId}`);
		const first = (await undo(operation)).body.data;
		expect(first).toMatchObject({ done: 0, failed: 2, remaining: 0 });
		for (const { code } of first.results) expect(code).toBe('parent_gone');
		const open = await call('GET', `/operations/${operation}`);
		expect(open.body.data.undo_until).not.toBeNull();
		await call('POST', `/trash/${removal.body.deletion}/restore`);
		const editor = await site().as('editor');
		const again = await editor.call('POST', `/operations/${operation}/undo`);
		expect(again).toMatchObject({
			status: 200,
			body: { data: { operation: first.operation, done: 2, failed: 0, remaining: 0 } },
		});
		const topics = (await call('GET', list)).body.data as { id: string }[];
		expect(topics.map(({ id }) => id)).toEqual([ids[0], ids[1], untouched]);
		expect(await undo(operation)).toMatchObject({ status: 409 });
		// The second person finished what the first began.
		const audit = await call('GET', `/audit?item_id=${first.operation}`);
		expect(audit.body.data.data[0].details.begun_by).toBe(first.by.name);
		expect(audit.body.data.data[0].actor.name).not.toBe(first.by.name);
		const over = await call('GET', `/operations/${operation}`);
		expect(over.body.data.undo_until).toBeNull();
	});

	it('puts deleted rows back at their places, before rows that were created since', async () => {
		const { ids, list, courseId, subjectId } = await makeTopics(site(), 5);
		const deleted = [ids[4], ids[1], ids[2]];
		const { body } = await call('POST', '/bulk', {
			kind: 'topics',
			action: 'delete',
			ids: deleted,
		});
		const newer = await createContent(site()).topic({ courseId, subjectId }, { name: 'Newer' });
		expect(newer.order_num).toBe(5);
		expect((await undo(body.data.operation)).body.data).toMatchObject({ done: 3, failed: 0 });
		const rows = (await call('GET', list)).body.data as { id: string; order_num: number }[];
		expect(rows.map(({ id, order_num }) => [order_num, id])).toEqual([
			...ids.map((id, index) => [index + 1, id]),
			[6, newer.id],
		]);
	});

	it('tells the external ids that other items have meanwhile', async () => {
		const { ids, list } = await makeTopics(site(), 2);
		const give = (id: string | undefined) =>
			call('PUT', `${list}/${id}`, { external_id: 'undone-7' });
		await give(ids[0]);
		const deleted = { kind: 'topics', action: 'delete', ids: ids.slice(0, 1) };
		const { body } = await call('POST', '/bulk', deleted);
		expect((await give(ids[1])).status).toBe(200);
		const undone = (await undo(body.data.operation)).body.data;
		expect(undone).toMatchObject({ done: 1, failed: 0 });
		expect(undone.results).toMatchObject([
			{ ok: true, error: 'Another topic now has the external ID “undone-7” of “Topic 1”.' },
		]);
	});

	it('can be undone for 30 days by callers who may change its kind', async () => {
		const { ids, list } = await makeTopics(site(), 1);
		const { operation } = await publish(ids);
		for (const role of ['viewer', 'finance'] as const) {
			const { call } = await site().as(role);
			expect((await call('POST', `/operations/${operation}/undo`)).status).toBe(403);
		}
		const age = (days: number) =>
			site().database.write((trx) =>
				trx
					.updateTable('operations')
					.set({ at: new Date(Date.now() - days * 86_400_000).toISOString() })
					.where('id', '=', operation)
					.execute(),
			);
		await age(30.1);
		expect(await undo(operation)).toMatchObject({ status: 409, body: { code: 'conflict' } });
		expect((await call('GET', `/operations/${operation}`)).body.data.undo_until).toBeNull();
		await age(29.9);
		const editor = await site().as('editor');
		expect((await editor.call('POST', `/operations/${operation}/undo`)).status).toBe(200);
		expect(await readPublished(list)).toEqual([false]);
	});

	it('restores deleted items with the items below them, except those that someone restored before', async () => {
		const one = await makeTopics(site(), 3);
		const other = await makeTopics(site(), 1);
		const subjects = [one.subjectId, other.subjectId];
		const { body } = await call('POST', '/bulk', {
			kind: 'subjects',
			action: 'delete',
			ids: [...subjects, one.courseId],
		});
		expect(body.data).toMatchObject({ done: 2, failed: 1 });
		expect(body.data.results[2]).toMatchObject({ code: 'not_found', error: 'Subject not found' });
		expect((await call('GET', one.list)).status).toBe(404);
		const trash = (await call('GET', `/trash?item=${other.subjectId}`)).body.data;
		const [deletion] = trash.data;
		await call('POST', `/trash/${deletion.id}/restore`);
		const undone = (await undo(body.data.operation)).body.data;
		expect(undone).toMatchObject({ total: 2, done: 1, failed: 1 });
		expect(undone.results).toMatchObject([
			{ id: one.subjectId, ok: true, name: 'Pipework' },
			{ id: other.subjectId, ok: false, name: 'Pipework', code: 'changed' },
		]);
		expect((await call('GET', one.list)).body.data).toEqual(one.topics);
		expect((await call('GET', other.list)).body.data).toEqual(other.topics);
	});

	it('moves items back to where their old parent is now', async () => {
		const from = await makeTopics(site(), 1);
		const to = await makeTopics(site(), 0);
		const { body } = await call('POST', '/bulk', {
			kind: 'topics',
			action: 'move',
			ids: from.ids,
			to: { subject_id: to.subjectId },
		});
		await call('POST', '/bulk', {
			kind: 'subjects',
			action: 'move',
			ids: [from.subjectId],
			to: { course_id: to.courseId },
		});
		expect((await undo(body.data.operation)).body.data).toMatchObject({ done: 1, failed: 0 });
		const list = `/courses/${to.courseId}/subjects/${from.subjectId}/topics`;
		expect((await call('GET', list)).body.data).toMatchObject([{ id: from.ids[0] }]);
	});
});
