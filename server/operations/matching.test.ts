import { expect, it } from 'vitest';
import { onEveryEngine, onSomeEngines } from '../testing/app.ts';
import { makeManyTopics, makeTopics } from './fixtures/topics.ts';

/** More than one portion. */
const MANY = 1_030;

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

	it('runs in portions of 1,000, each once, and is undone in portions', {
		timeout: 600_000,
	}, async () => {
		const { courseId } = await makeManyTopics(site().database, MANY);
		const where = { course_id: courseId, published: 'false' };
		const count = async (published: boolean) => {
			const query = `/topics?course_id=${courseId}&published=${published}&limit=1`;
			return (await site().call('GET', query)).body.data.total;
		};
		const request = { kind: 'topics', action: 'publish', where, expected: MANY };
		const key = { 'idempotency-key': `all-${courseId}` };
		const first = await bulk(request, key);
		expect(first).toMatchObject({
			status: 200,
			body: { data: { total: MANY, done: 1_000, failed: 0, remaining: MANY - 1_000 } },
		});
		expect(first.body.data.results).toHaveLength(1_000);
		// The same request again answers the same portion.
		expect((await bulk(request, key)).body.data).toEqual(first.body.data);
		expect(await count(false)).toBe(MANY - 1_000);
		const { operation } = first.body.data;
		for (const role of ['viewer', 'finance'] as const)
			expect((await (await site().as(role)).call('POST', '/bulk', { operation })).status).toBe(403);

		// Anyone who may run the action may continue it.
		const editor = await site().as('editor');
		const next = (body: object) =>
			editor.call('POST', '/bulk', body, { 'idempotency-key': `next-${courseId}` });
		const second = await next({ ...request, operation });
		expect(second.body.data).toMatchObject({ operation, done: MANY, remaining: 0 });
		expect(second.body.data.results).toHaveLength(MANY - 1_000);
		expect((await next({ ...request, operation })).body.data).toEqual(second.body.data);
		expect(await count(false)).toBe(0);
		const over = await bulk({ operation });
		expect(over).toMatchObject({ status: 200, body: { data: { remaining: 0, results: [] } } });
		const audit = await site().call('GET', `/audit?item_id=${operation}`);
		expect(audit.body.data.data).toMatchObject([
			{ action: 'bulk', details: { total: MANY - 1_000, failed: 0 } },
			{ action: 'bulk', details: { total: 1_000, failed: 0 } },
		]);

		const undo = () => editor.call('POST', `/operations/${operation}/undo`);
		const undone = (await undo()).body.data;
		expect(undone).toMatchObject({ action: 'undo', total: MANY, done: 1_000 });
		expect(undone.remaining).toBe(MANY - 1_000);
		expect((await undo()).body.data).toMatchObject({
			operation: undone.operation,
			done: MANY,
			remaining: 0,
		});
		expect(await count(false)).toBe(MANY);
		expect(await undo()).toMatchObject({ status: 409 });
		const versions = await site()
			.database.read.selectFrom('topics')
			.select('version')
			.where('course_id', '=', courseId)
			.groupBy('version')
			.execute();
		expect(versions).toEqual([{ version: 3 }]);
	});
});

onSomeEngines('a stopped operation on a query', (site) => {
	it('is undone only as far as it ran', {
		timeout: 240_000,
	}, async () => {
		const { courseId } = await makeManyTopics(site().database, MANY);
		const where = { course_id: courseId };
		const { body } = await site().call('POST', '/bulk', {
			kind: 'topics',
			action: 'free',
			where,
			expected: MANY,
		});
		const { operation } = body.data;
		const editor = await site().as('editor');
		const undone = await editor.call('POST', `/operations/${operation}/undo`);
		expect(undone.body.data).toMatchObject({ total: 1_000, done: 1_000, remaining: 0 });
		expect((await site().call('POST', '/bulk', { operation })).body.data).toMatchObject({
			done: 1_000,
			results: [],
		});
		const free = await site().call('GET', `/topics?course_id=${courseId}&free=true&limit=1`);
		expect(free.body.data.total).toBe(0);
	});
});
