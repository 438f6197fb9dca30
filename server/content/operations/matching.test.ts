import { expect, it } from 'vitest';
import { onEveryEngine, onSomeEngines } from '../../testing/app.ts';
import { makeManyTopics, makeTopics } from './fixtures/topics.ts';
import { endAbandonedOperations } from './store.ts';

type TopicRow = { published: boolean; free: boolean };

onEveryEngine('an operation on a query', (site) => {
	const bulk = (body: unknown, headers?: Record<string, string>) =>
		site().call('POST', '/bulk', body, headers);

	it('runs on the rows of the list, in its order, if their number is still the expected one', async () => {
		const { ids, list, courseId } = await makeTopics(site(), 4);
		await site().call('PUT', `${list}/${ids[3]}`, { isPublished: true });
		const where = {
			course_id: courseId,
			search: 'topic',
			published: 'false',
			sort: '-order_num',
			page: '2',
			limit: '1',
		};
		const request = { kind: 'topics', action: 'publish', where };
		for (const expected of [2, 4]) {
			const refusal = await bulk({ ...request, expected });
			expect(refusal).toMatchObject({
				status: 409,
				body: { code: 'changed', data: { total: 3 } },
			});
		}
		expect((await site().call('GET', list)).body.data[0].isPublished).toBe(false);
		const { status, body } = await bulk({ ...request, expected: 3 });
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ total: 3, done: 3, failed: 0 });
		const changed = body.data.results.map(({ id }: { id: string }) => id);
		expect(changed).toEqual([ids[2], ids[1], ids[0]]);
	});

	it('is refused without matches', async () => {
		for (const where of [{ course_id: 'nothing' }, { search: 'no such name' }])
			expect(await bulk({ kind: 'topics', action: 'free', where, expected: 7 })).toMatchObject({
				status: 409,
				body: { code: 'changed', data: { total: 0 } },
			});
	});

	it.each([
		[{ publishd: 'false' }, 'where.publishd'],
		[{ published: 'maybe' }, 'where.published'],
		[{ sort: 'colour' }, 'where.sort'],
		[{ constructor: 'x' }, 'where.constructor'],
	])('is refused for an unknown or invalid parameter of the list: %j', async (where, field) => {
		const answer = await bulk({ kind: 'topics', action: 'publish', where, expected: 1 });
		expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
		expect(Object.keys(answer.body.fields)).toEqual([field]);
	});

	/** Leaves a row of a finished operation as if it had not run: pending, at place `n`, its topic as before. */
	const leaveRow = (
		operation: string,
		id: string,
		n: number,
		before: Partial<TopicRow>,
		version?: number,
	) =>
		site().database.write(async (trx) => {
			await trx
				.updateTable('operation_rows')
				.set({ n, state: 'pending', ...(version && { version }) })
				.where('operation', '=', operation)
				.where('item_id', '=', id)
				.execute();
			await trx.updateTable('topics').set(before).where('id', '=', id).execute();
		});

	it('continues with its second portion once, also its undo', async () => {
		const { ids, list, courseId } = await makeTopics(site(), 3);
		const last = ids[2] as string;
		const where = { course_id: courseId, published: 'false' };
		const request = { kind: 'topics', action: 'publish', where, expected: 3 };
		const { operation } = (await bulk(request)).body.data;
		await leaveRow(operation, last, 1_001, { published: false });
		for (const role of ['viewer', 'finance'] as const)
			expect((await (await site().as(role)).call('POST', '/bulk', { operation })).status).toBe(403);

		// Anyone who may run the action may continue it.
		const editor = await site().as('editor');
		const next = () =>
			editor.call(
				'POST',
				'/bulk',
				{ ...request, operation },
				{ 'idempotency-key': `next-${courseId}` },
			);
		const second = await next();
		expect(second.body.data).toMatchObject({ operation, done: 3, remaining: 0 });
		expect(second.body.data.results).toMatchObject([{ id: last, ok: true }]);
		expect((await next()).body.data).toEqual(second.body.data);
		const audit = await site().call('GET', `/audit?item_id=${operation}`);
		expect(audit.body.data.data).toMatchObject([
			{ action: 'bulk', details: { total: 1, failed: 0 } },
			{ action: 'bulk', details: { total: 3, failed: 0 } },
		]);

		const undo = () => editor.call('POST', `/operations/${operation}/undo`);
		const undone = (await undo()).body.data;
		expect(undone).toMatchObject({ action: 'undo', total: 3, done: 3, remaining: 0 });
		await leaveRow(undone.operation, last, 1_001, { published: true }, 4);
		const rest = { operation: undone.operation, done: 3, remaining: 0 };
		expect((await undo()).body.data).toMatchObject({ ...rest, results: [{ id: last }] });
		const rows = async () =>
			(await site().call('GET', list)).body.data.map(
				({ isPublished, version }: { isPublished: boolean; version: number }) =>
					`${isPublished} ${version}`,
			);
		expect(await rows()).toEqual(['false 3', 'false 3', 'false 5']);
		expect(await undo()).toMatchObject({ status: 409 });
	});

	it('is undone only as far as it ran', async () => {
		const { ids, courseId } = await makeTopics(site(), 3);
		const request = { kind: 'topics', action: 'free', where: { course_id: courseId }, expected: 3 };
		const { operation } = (await bulk(request)).body.data;
		await leaveRow(operation, ids[2] as string, 3, { free: false });
		const editor = await site().as('editor');
		const undone = await editor.call('POST', `/operations/${operation}/undo`);
		expect(undone.body.data).toMatchObject({ total: 2, done: 2, remaining: 0 });
		expect((await bulk({ operation })).body.data).toMatchObject({ done: 2, results: [] });
		const free = await site().call('GET', `/topics?course_id=${courseId}&free=true&limit=1`);
		expect(free.body.data.total).toBe(0);
	});

	it('ends after a day without further calls, and its finished rows can be undone', async () => {
		const { ids, courseId } = await makeTopics(site(), 2);
		const where = { course_id: courseId };
		const { body } = await bulk({ kind: 'topics', action: 'publish', where, expected: 2 });
		const { operation, at } = body.data;
		await leaveRow(operation, ids[1] as string, 2, { published: false });
		const read = async () => (await site().call('GET', `/operations/${operation}`)).body.data;
		await endAbandonedOperations(site().database, Date.parse(at) + 86_399_000);
		expect(await read()).toMatchObject({ state: 'pending', remaining: 1 });
		await endAbandonedOperations(site().database, Date.parse(at) + 86_401_000);
		expect(await read()).toMatchObject({ state: 'done', done: 1, failed: 1, remaining: 0 });
		expect((await read()).results).toMatchObject([{ code: 'no_file' }, { code: 'stopped' }]);
		expect((await read()).undo_until).not.toBeNull();
	});
});

onSomeEngines('an operation on 1,001 rows', (site) => {
	it('runs 1,000 at once, and lists only failed rows afterwards', async () => {
		const { courseId } = await makeManyTopics(site().database, 1_001);
		const where = { course_id: courseId };
		const request = { kind: 'topics', action: 'publish', where, expected: 1_001 };
		const bulk = () =>
			site().call('POST', '/bulk', request, { 'idempotency-key': `all-${courseId}` });
		const first = await bulk();
		expect(first.body.data).toMatchObject({ total: 1_001, done: 1_000, remaining: 1 });
		expect(first.body.data.results).toHaveLength(1_000);
		// The same request again answers the same portion.
		expect((await bulk()).body.data).toEqual(first.body.data);
		const drafts = await site().call('GET', `/topics?course_id=${courseId}&published=false`);
		expect(drafts.body.data.total).toBe(1);
		const { operation, at } = first.body.data;
		await endAbandonedOperations(site().database, Date.parse(at) + 86_401_000);
		const { body } = await site().call('GET', `/operations/${operation}`);
		expect(body.data).toMatchObject({ done: 1_000, failed: 1, results: [{ code: 'stopped' }] });
	});
});
