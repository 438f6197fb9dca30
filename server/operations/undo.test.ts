import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { someTopics } from './fixtures/some-topics.ts';

onEveryEngine('an operation that is taken back', (site) => {
	const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
		site().call(method, path, body);
	const publish = async (ids: readonly (string | undefined)[]) => {
		const { body } = await call('POST', '/bulk', { kind: 'topics', action: 'publish', ids });
		return body.data;
	};
	const undo = (operation: string, headers?: Record<string, string>) =>
		site().call('POST', `/operations/${operation}/undo`, undefined, headers);
	const published = async (list: string) =>
		(await call('GET', list)).body.data.map((one: { isPublished: boolean }) => one.isPublished);

	it('gives each item back what it had, and leaves those alone that had it before', async () => {
		const { ids, list } = await someTopics(site(), 3);
		await call('PUT', `${list}/${ids[1]}`, { isPublished: true });
		const done = await publish(ids);
		expect(await published(list)).toEqual([true, true, true]);
		expect(Date.parse(done.undo_until) - Date.parse(done.at)).toBe(30 * 86_400_000);
		const { status, body } = await undo(done.operation);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ kind: 'topics', action: 'undo', done: 3, failed: 0 });
		expect(body.data.undo_until).toBeNull();
		expect(await published(list)).toEqual([false, true, false]);
		const after = await call('GET', `/operations/${done.operation}`);
		expect(after.body.data.undo_until).toBeNull();
		const audit = await call('GET', `/audit?item_id=${body.data.operation}`);
		expect(audit.body.data.data).toMatchObject([
			{ action: 'bulk', details: { action: 'undo', undo_of: done.operation } },
		]);
	});

	it('leaves alone what somebody changed since, by name, and what has gone', async () => {
		const { ids, list, topics } = await someTopics(site(), 3);
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
				error: 'Somebody else has changed “Renamed” since.',
			},
			{ id: ids[1], name: topics[1]?.name, ok: false, code: 'not_found', error: 'Topic not found' },
			{ id: ids[2], name: topics[2]?.name, ok: true, code: null, error: null },
		]);
		expect(await published(list)).toEqual([true, false]);
	});

	it('is taken back once, by one of many at once, and the same request again gets its answer', async () => {
		const { ids, list } = await someTopics(site(), 2);
		const { operation } = await publish(ids);
		const key = { 'idempotency-key': `undo-${operation}` };
		const answers = await Promise.all([
			undo(operation, key),
			undo(operation, key),
			undo(operation),
			undo(operation),
		]);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
		expect(await published(list)).toEqual([false, false]);
		expect((await call('GET', list)).body.data[0].version).toBe(3);
		const again = await undo(operation);
		expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
		const made = answers.find(({ status }) => status === 200)?.body.data.operation;
		for (const { status, body } of answers)
			if (status === 200) expect(body.data.operation).toBe(made);
			else expect(body.code).toBe('conflict');
		// What takes something back cannot be taken back itself.
		expect(await undo(made)).toMatchObject({ status: 409, body: { code: 'conflict' } });
	});

	it('can be taken back for 30 days, by whoever may change such things', async () => {
		const { ids, list } = await someTopics(site(), 1);
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
		expect(await published(list)).toEqual([false]);
	});

	it('brings back what was deleted, with what lay under it, and not what somebody restored before', async () => {
		const one = await someTopics(site(), 3);
		const other = await someTopics(site(), 1);
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

	it('puts back what was moved where its old parent is by now', async () => {
		const from = await someTopics(site(), 1);
		const to = await someTopics(site(), 0);
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

	it('says of a deleted item whose parent is in the trash too that this is gone', async () => {
		const { ids, courseId, subjectId, list } = await someTopics(site(), 1);
		const { body } = await call('POST', '/bulk', { kind: 'topics', action: 'delete', ids });
		const gone = await call('DELETE', `/courses/${courseId}/subjects/${subjectId}`);
		const { results } = (await undo(body.data.operation)).body.data;
		expect(results).toMatchObject([{ ok: false, code: 'parent_gone' }]);
		await call('POST', `/trash/${gone.body.deletion}/restore`);
		expect((await call('GET', list)).body.data).toEqual([]);
	});

	it('is not there where nobody made it', async () => {
		for (const id of ['01900000-0000-7000-8000-000000000000', 'nothing'])
			expect((await undo(id)).status).toBe(404);
	});
});
