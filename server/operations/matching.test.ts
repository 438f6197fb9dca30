import { expect, it, vi } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { makeManyTopics } from './fixtures/many-topics.ts';
import { someTopics } from './fixtures/some-topics.ts';

/** More than are done while somebody waits. */
const MANY = 300;
const PATIENT = { timeout: 100_000, interval: 100 };

onEveryEngine('all that a list finds', (site) => {
	const bulk = (body: unknown, headers?: Record<string, string>) =>
		site().call('POST', '/bulk', body, headers);

	it('is what the list of that query finds, in its order, when it is still as many', async () => {
		const { ids, list, courseId } = await someTopics(site(), 4);
		await site().call('PUT', `${list}/${ids[3]}`, { isPublished: true });
		const where = {
			course_id: courseId,
			search: 'topic',
			published: 'false',
			sort: '-order_num',
			page: '2',
			limit: '1',
		};
		const asked = { kind: 'topics', action: 'publish', where };
		for (const expected of [2, 4]) {
			const refusal = await bulk({ ...asked, expected });
			expect(refusal).toMatchObject({
				status: 409,
				body: { code: 'changed', data: { total: 3 } },
			});
		}
		expect((await site().call('GET', list)).body.data[0].isPublished).toBe(false);
		const { status, body } = await bulk({ ...asked, expected: 3 });
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ total: 3, done: 3, failed: 0 });
		const found = body.data.results.map(({ id }: { id: string }) => id);
		expect(found).toEqual([ids[2], ids[1], ids[0]]);
	});

	it('of a search that finds nothing is nothing, and says so', async () => {
		const gone = { course_id: 'nothing' };
		for (const where of [gone, { search: 'no such name' }])
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
	])('is refused where the list has no such query: %j', async (where, field) => {
		const answer = await bulk({ kind: 'topics', action: 'publish', where, expected: 1 });
		expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
		expect(Object.keys(answer.body.fields)).toEqual([field]);
	});

	const slow = { timeout: 240_000 };
	it(
		'goes on in the background above 200, tells how far it is, and is taken back there too',
		slow,
		async () => {
			const { courseId } = await makeManyTopics(site().database, MANY);
			const where = { course_id: courseId, published: 'false' };
			const count = async (published: boolean) => {
				const query = `/topics?course_id=${courseId}&published=${published}&limit=1`;
				return (await site().call('GET', query)).body.data.total;
			};
			const key = { 'idempotency-key': `all-${courseId}` };
			const asked = { kind: 'topics', action: 'publish', where, expected: MANY };
			const first = await bulk(asked, key);
			expect(first).toMatchObject({ status: 202, body: { data: { total: MANY } } });
			expect(first.body.data).toMatchObject({ state: 'running', undo_until: null });
			const { operation } = first.body.data;
			const overOf = (id: string) =>
				vi.waitFor(async () => {
					const { body } = await site().call('GET', `/operations/${id}`);
					expect(body.data.state).toBe('done');
					return body.data;
				}, PATIENT);
			expect(await overOf(operation)).toMatchObject({ done: MANY, failed: 0, results: [] });
			expect(await count(false)).toBe(0);
			// The same request again is the same operation, as it stands now.
			const again = await bulk(asked, key);
			expect(again).toMatchObject({ status: 200, body: { data: { operation, done: MANY } } });

			const undo = await site().call('POST', `/operations/${operation}/undo`);
			expect(undo).toMatchObject({ status: 202, body: { data: { action: 'undo', total: MANY } } });
			expect(await overOf(undo.body.data.operation)).toMatchObject({ done: MANY, failed: 0 });
			expect(await count(false)).toBe(MANY);
			const versions = await site()
				.database.read.selectFrom('topics')
				.select('version')
				.where('course_id', '=', courseId)
				.groupBy('version')
				.execute();
			expect(versions).toEqual([{ version: 3 }]);
		},
	);
});
