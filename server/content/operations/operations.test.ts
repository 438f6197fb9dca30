import { describe, expect, it } from 'vitest';
import { onEveryEngine, onSomeEngines } from '../../testing/app.ts';
import { makeManyTopics, makeTopics } from './fixtures/topics.ts';
import { deleteOldOperations } from './store.ts';

/** Topics of an operation during which the rights are checked again several times: every 50 rows. */
const MANY = 250;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

onEveryEngine('a bulk operation', (site) => {
	const bulk = (body: unknown, headers?: Record<string, string>) =>
		site().call('POST', '/bulk', body, headers);

	it('runs on each item in request order, and returns a result for each', async () => {
		const { ids, list, topics } = await makeTopics(site(), 3);
		const requested = [ids[2], ids[0], ids[2]];
		const { status, body } = await bulk({ kind: 'topics', action: 'publish', ids: requested });
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ kind: 'topics', action: 'publish', remaining: 0 });
		expect(body.data).toMatchObject({ total: 2, done: 2, failed: 0 });
		expect(body.data.results).toEqual(
			[2, 0].map((at) => {
				const name = topics[at]?.name;
				const error = `“${name}” has no file.`;
				return { id: ids[at], name, ok: true, code: 'no_file', error };
			}),
		);
		const after = (await site().call('GET', list)).body.data;
		expect(after.map((topic: { isPublished: boolean }) => topic.isPublished)).toEqual([
			true,
			false,
			true,
		]);
		expect(after.map((topic: { version: number }) => topic.version)).toEqual([2, 1, 2]);
	});

	it('reports a missing item as not found, and runs on the others', async () => {
		const { ids } = await makeTopics(site(), 2);
		const odd = ['', 'x'.repeat(500), "'; drop table topics; --"];
		const { status, body } = await bulk({
			kind: 'topics',
			action: 'free',
			ids: [ids[0], UNKNOWN_ID, ...odd, ids[1]],
		});
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ total: 6, done: 2, failed: 4 });
		const codes = body.data.results.map(({ code }: { code: string }) => code);
		expect(codes).toEqual([null, ...Array(4).fill('not_found'), null]);
		expect(body.data.results[1]).toEqual({
			id: UNKNOWN_ID,
			name: null,
			ok: false,
			code: 'not_found',
			error: 'Topic not found',
		});
	});

	it('answers a repeated request with the same operation, and does nothing twice', async () => {
		const { ids, list } = await makeTopics(site(), 4);
		const ask = () =>
			bulk(
				{ kind: 'topics', action: 'publish', ids },
				{ 'idempotency-key': `again ${ids[0]}`.replaceAll(' ', '-') },
			);
		const answers = await Promise.all([ask(), ask(), ask()]);
		answers.push(await ask());
		const operations = new Set(answers.map(({ body }) => body.data.operation));
		expect(operations.size).toBe(1);
		for (const { status, body } of answers)
			expect({ status, ...body.data }).toMatchObject({ status: 200, done: 4, failed: 0 });
		const after = (await site().call('GET', list)).body.data;
		expect(after.map(({ version }: { version: number }) => version)).toEqual([2, 2, 2, 2]);
	});

	it('records an audit row with the operation for each change, and one for the operation', async () => {
		const { ids, topics } = await makeTopics(site(), 2);
		await bulk({ kind: 'topics', action: 'publish', ids: [ids[0]] });
		const { body } = await bulk({ kind: 'topics', action: 'publish', ids: [...ids, UNKNOWN_ID] });
		const { operation } = body.data;
		const audit = await site().call('GET', `/audit?item_id=${operation}`);
		expect(audit.body.data.data).toMatchObject([
			{
				action: 'bulk',
				item: { kind: 'operation', id: operation },
				details: { kind: 'topics', action: 'publish', total: 3, failed: 1 },
			},
		]);
		// Items that were already published do not change and have no audit row.
		const first = await site().call('GET', `/audit?item_id=${ids[0]}&action=update`);
		expect(first.body.data.data).toHaveLength(1);
		const second = await site().call('GET', `/audit?item_id=${ids[1]}&action=update`);
		expect(second.body.data.data).toMatchObject([
			{
				item: { name: topics[1]?.name },
				before: { published: false },
				after: { published: true },
				details: { operation },
			},
		]);
	});

	it('can be retrieved later by callers who may read', async () => {
		const { ids } = await makeTopics(site(), 1);
		const { body } = await bulk({ kind: 'topics', action: 'free', ids });
		const viewer = await site().as('viewer');
		const path = `/operations/${body.data.operation}`;
		expect(await viewer.call('GET', path)).toMatchObject({ status: 200, body });
		for (const id of [UNKNOWN_ID, 'nothing'])
			expect(await site().call('GET', `/operations/${id}`)).toMatchObject({
				status: 404,
				body: { error: 'Operation not found' },
			});
	});

	it('keeps every change when two people run opposite actions at once', async () => {
		const { ids, list } = await makeTopics(site(), 12);
		const other = await site().as('editor');
		const rounds = await Promise.all([
			bulk({ kind: 'topics', action: 'publish', ids }),
			other.call('POST', '/bulk', { kind: 'topics', action: 'free', ids: ids.toReversed() }),
			other.call('POST', '/bulk', { kind: 'topics', action: 'unpublish', ids: ids.toReversed() }),
			bulk({ kind: 'topics', action: 'premium', ids }),
		]);
		for (const { status, body } of rounds)
			expect({ status, ...body.data }).toMatchObject({ status: 200, done: 12, failed: 0 });
		for (const { id, version } of (await site().call('GET', list)).body.data) {
			const { body } = await site().call('GET', `/audit?item_id=${id}`);
			const changes = body.data.data.filter(
				({ action }: { action: string }) => action === 'update',
			);
			expect(changes).toHaveLength(version - 1);
		}
	});

	it('deletes operations that are older than a year', async () => {
		const { ids } = await makeTopics(site(), 1);
		const { body } = await bulk({ kind: 'topics', action: 'publish', ids });
		const { operation } = body.data;
		const { database } = site();
		const year = 365 * 86_400_000;
		const deleteOld = (now: number) =>
			deleteOldOperations(database, now, new AbortController().signal);
		await deleteOld(Date.parse(body.data.at) + year - 1_000);
		const path = `/operations/${operation}`;
		expect((await site().call('GET', path)).status).toBe(200);
		await deleteOld(Date.parse(body.data.at) + year + 1_000);
		expect((await site().call('GET', path)).status).toBe(404);
		const remainingRows = database.read
			.selectFrom('operation_rows')
			.where('operation', '=', operation);
		expect(await remainingRows.selectAll().execute()).toEqual([]);
	});

	it('lists the own operations of 30 days, with their state and undo', async () => {
		const { ids, courseId, subjectId } = await makeTopics(site(), 2);
		const editor = await site().as('editor');
		const call = async (path: string) => (await editor.call('GET', path)).body.data;
		const run = async (path: string, body?: unknown) =>
			(await editor.call('POST', path, body)).body.data.operation as string;
		const published = await run('/bulk', { kind: 'topics', action: 'publish', ids: [ids[1]] });
		const freed = await run('/bulk', { kind: 'topics', action: 'free', ids: [ids[0], UNKNOWN_ID] });
		const undo = await run(`/operations/${published}/undo`);
		const { data, total } = await call('/operations');
		expect(total).toBe(3);
		expect(data).toMatchObject([
			{ operation: undo, action: 'undo', state: 'done', undo_of: published, undo_until: null },
			{ operation: freed, kind: 'topics', done: 1, failed: 1, state: 'done', undo_of: null },
			{ operation: published, done: 1, remaining: 0, state: 'undone', undo_until: null },
		]);
		expect(data[1].undo_until).not.toBeNull();
		expect(data[0]).not.toHaveProperty('results');
		for (const [item, count] of [
			[courseId, 3],
			[subjectId, 3],
			[ids[1], 2],
			[UNKNOWN_ID, 0],
			['x', 0],
		])
			expect((await call(`/operations?item=${item}`)).total, `${item}`).toBe(count);
		expect((await call('/operations?limit=1&page=2')).data).toMatchObject([{ operation: freed }]);
		// Other people see the operations on an item, and none of this person's elsewhere.
		expect((await site().call('GET', `/operations?item=${courseId}`)).body.data.total).toBe(3);
		expect((await site().call('GET', '/operations')).body.data.total).toBe(0);
		await site().database.write((trx) =>
			trx
				.updateTable('operations')
				.set({ at: new Date(Date.now() - 30.1 * 86_400_000).toISOString() })
				.where('id', '=', freed)
				.execute(),
		);
		expect((await call('/operations')).total).toBe(2);
	});
});

onSomeEngines('a bulk operation', (site) => {
	it.each([
		['is disabled', 'disabled'],
		['becomes a viewer', 'viewer'],
		['loses the key', 'key'],
	] as const)('refuses the remaining items when the person who runs it %s', async (_, loss) => {
		const { courseId } = await makeManyTopics(site().database, MANY);
		const person = await site().as('editor');
		const made = await site().call('POST', '/keys', { name: 'Tool', role: 'editor', days: 1 });
		const { key, secret } = made.body.data;
		const where = { course_id: courseId };
		const deletion = { kind: 'topics', action: 'delete', where, expected: MANY };
		const running =
			loss === 'key'
				? site().anyone('POST', '/bulk', deletion, { authorization: `Bearer ${secret}` })
				: person.call('POST', '/bulk', deletion);
		const countTopics = async () =>
			(await site().call('GET', `/topics?course_id=${courseId}&limit=1`)).body.data.total;
		await expect.poll(countTopics, { interval: 5 }).toBeLessThan(MANY);
		const revoked =
			loss === 'key'
				? await site().call('DELETE', `/keys/${key.id}`)
				: await site().call(
						'PUT',
						`/people/${person.id}`,
						loss === 'viewer' ? { role: 'viewer' } : { disabled: true },
					);
		expect(revoked.status).toBe(200);
		const { data } = (await running).body;
		expect(data.remaining).toBe(0);
		expect(data.failed).toBeGreaterThan(0);
		expect(data.results.at(-1)).toMatchObject({ ok: false, code: 'forbidden' });
		expect(await countTopics()).toBe(data.failed);
		// Someone else with the rights can undo what was done.
		const undone = await site().call('POST', `/operations/${data.operation}/undo`);
		expect(undone.body.data).toMatchObject({ done: data.done, failed: 0, remaining: 0 });
		expect(await countTopics()).toBe(MANY);
	});

	describe('refuses', () => {
		const request = { kind: 'topics', action: 'publish', ids: [UNKNOWN_ID] };
		it.each([
			['nothing', {}, ['kind', 'action']],
			['an unknown kind', { ...request, kind: 'people' }, ['kind']],
			['an unknown action', { ...request, action: 'explode' }, ['action']],
			['neither ids nor where', { kind: 'topics', action: 'publish' }, ['ids']],
			['no ids', { ...request, ids: [] }, ['ids']],
			['more ids than 200', { ...request, ids: Array(201).fill(UNKNOWN_ID) }, ['ids']],
			['an id that is not text', { ...request, ids: [UNKNOWN_ID, 7] }, ['ids']],
			['ids with where', { ...request, where: {}, expected: 1 }, ['where']],
			['where without expected', { kind: 'topics', action: 'publish', where: {} }, ['expected']],
			['a move without a parent', { ...request, action: 'move' }, ['to']],
			['a parent for another action', { ...request, to: { course_id: UNKNOWN_ID } }, ['to']],
			['to publish courses', { ...request, kind: 'courses' }, ['action']],
			['premium exam sets', { ...request, kind: 'examsets', action: 'premium' }, ['action']],
			['to move courses', { ...request, kind: 'courses', action: 'move', to: {} }, ['action']],
		])('%s', async (_, body, fields) => {
			const answer = await site().call('POST', '/bulk', body);
			expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
			expect(Object.keys(answer.body.fields)).toEqual(fields);
		});
	});
});
