import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderedRow } from '#shared/contract/content/ordering.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { buildListPath, createContent, kinds, refused } from '../../testing/content.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

interface Item {
	id: string;
	name: string;
	order_num: number;
	version: number;
	updated_at: string;
}

onEveryEngine('putting in order', (site) => {
	describe.each(kinds.filter(({ name }) => name === 'topics'))('$name', ({ resource, full }) => {
		let list: string;
		let ids: string[];
		const make = async (label: string, order_num: number) =>
			(await site().call('POST', list, { ...full, name: label, order_num })).body.data.id as string;
		const rows = async () => (await site().call('GET', list)).body.data as Item[];
		const order = (body: unknown, headers?: Record<string, string>) =>
			site().call('POST', `${list}/order`, body, headers);
		const placed = (all: readonly string[]) =>
			all.map((id, index): OrderedRow => ({ id, order_num: index + 1 }));
		const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);

		beforeEach(async () => {
			list = buildListPath(resource, await createContent(site()).family());
			for (const { id } of await rows()) await site().call('DELETE', `${list}/${id}`);
			ids = [];
			for (const [index, label] of ['A', 'B', 'C', 'D', 'E'].entries())
				ids.push(await make(label, index + 1));
		});
		const at = (n: number) => ids[n] as string;

		it('moves one row before another, and returns the whole list', async () => {
			const moved = await order({ ids: [at(3)], before: at(1) });
			const now = [at(0), at(3), at(1), at(2), at(4)];
			expect(moved).toMatchObject({ status: 200, body: { success: true, data: placed(now) } });
			expect(idsOf(await rows())).toEqual(now);
			expect((await rows()).map(({ order_num }) => order_num)).toEqual([1, 2, 3, 4, 5]);
		});

		it('moves several rows in the requested order, and to the end', async () => {
			const moved = await order({ ids: [at(4), at(0), at(2)], before: null });
			expect(moved.body.data).toEqual(placed([at(1), at(3), at(4), at(0), at(2)]));
		});

		it('increases the version of each renumbered row, and updates the date of moved rows only', async () => {
			const before = new Map((await rows()).map((row) => [row.id, row]));
			await order({ ids: [at(2)], before: at(1) });
			const changed = (await rows()).filter(
				({ id, version }) => before.get(id)?.version !== version,
			);
			expect(idsOf(changed)).toEqual([at(2), at(1)]);
			for (const { version } of changed) expect(version).toBe(2);
			const dated = (await rows()).filter(
				(row) => before.get(row.id)?.updated_at !== row.updated_at,
			);
			expect(idsOf(dated)).toEqual([at(2)]);
			expect((await site().call('GET', `${list}/${at(1)}`)).headers.etag).toBe('"2"');
		});

		it('numbers a list that had gaps and the same number twice', async () => {
			const late = await make('Z', 90);
			const same = await make('AA', 1);
			expect(idsOf(await rows())).toEqual([at(0), same, ...ids.slice(1), late]);
			const moved = await order({ ids: [late], before: at(0) });
			expect(moved.body.data).toEqual(placed([late, at(0), same, ...ids.slice(1)]));
		});

		it('records one audit row with the moved rows, from and to', async () => {
			await order({ ids: [at(4)], before: at(0) });
			const one = (await site().call('GET', '/audit?action=reorder&limit=1')).body.data.data[0];
			expect(one).toMatchObject({
				item: { kind: resource.auditKind, id: at(4), name: 'E' },
				details: { moved: [{ id: at(4), name: 'E', from: 5, to: 1 }], moved_in_all: 1, places: 5 },
			});
			await order({ ids: [at(0), at(1)], before: null });
			const { body } = await site().call('GET', '/audit?action=reorder&limit=2');
			expect(body.data.data[1].id).toBe(one.id);
			expect(body.data.data[0]).toMatchObject({
				item: { kind: resource.auditKind, id: null, name: null, parents: one.item.parents },
				details: {
					moved: [
						{ from: 2, to: 4 },
						{ from: 3, to: 5 },
					],
					moved_in_all: 2,
				},
			});
		});

		it('refuses rows of other lists, repeated rows, and an empty request', async () => {
			const foreign = { ids: 'Ids must be of rows in this list' };
			expect(await order({ ids: [at(0), UNKNOWN_ID], before: null })).toMatchObject(
				refused(foreign),
			);
			const elsewhere = 'Before must be the id of a row in this list';
			for (const before of [UNKNOWN_ID, '', 'not an id'])
				expect(await order({ ids: [at(0)], before })).toMatchObject(refused({ before: elsewhere }));
			const twice = { ids: 'Ids must not repeat a row' };
			expect(await order({ ids: [at(0), at(0)], before: null })).toMatchObject(refused(twice));
			const own = { before: 'Before must not be one of the ids' };
			expect(await order({ ids: [at(0)], before: at(0) })).toMatchObject(refused(own));
			for (const body of [
				{},
				{ ids: [], before: null },
				{ ids: [at(0)] },
				{ ids: at(0), before: null },
				{ ids: [1], before: null },
			])
				expect((await order(body)).status).toBe(422);
			expect(idsOf(await rows())).toEqual(ids);
		});

		it('has a list tag that changes with any row and any order', async () => {
			const tag = async () => (await site().call('GET', list)).headers.etag;
			const seen = [await tag()];
			expect(await tag()).toBe(seen[0]);
			expect(seen[0]).toMatch(/^"[\w-]{22}"$/);
			const moved = await order({ ids: [at(0)], before: null });
			expect(moved.headers.etag).toBe(await tag());
			seen.push(await tag());
			await site().call('PUT', `${list}/${at(1)}`, { name: 'Renamed' });
			seen.push(await tag());
			await make('New', 9);
			seen.push(await tag());
			await site().call('DELETE', `${list}/${at(1)}`);
			seen.push(await tag());
			expect(new Set(seen).size).toBe(seen.length);
		});

		it('applies a move to an order that someone else has changed since, whatever its If-Match', async () => {
			const { headers } = await site().call('GET', list);
			await order({ ids: [at(0)], before: null });
			const late = await order({ ids: [at(1)], before: null }, { 'if-match': `${headers.etag}` });
			expect(late.status).toBe(200);
			expect(idsOf(await rows()).slice(-2)).toEqual([at(0), at(1)]);
		});

		it('runs once for an Idempotency-Key, and repeats the answer with the same tag', async () => {
			const headers = { 'idempotency-key': `order-${at(0)}` };
			const first = await order({ ids: [at(0)], before: null }, headers);
			await order({ ids: [at(0)], before: at(1) });
			const again = await order({ ids: [at(0)], before: null }, headers);
			expect(again.body).toEqual(first.body);
			expect(again.headers.etag).toBe(first.headers.etag);
			expect(idsOf(await rows())).toEqual(ids);
			expect((await order({ ids: [at(1)], before: null }, headers)).status).toBe(409);
		});
	});

	describe('a long list', () => {
		let list: string;
		let ids: string[];
		beforeAll(async () => {
			const { courseId, subjectId } = await createContent(site()).family();
			list = `/courses/${courseId}/subjects/${subjectId}/topics`;
			await site().database.write(async (trx) => {
				const now = new Date().toISOString();
				const rows = Array.from({ length: 620 }, (_, n) => ({
					id: `01900000-0000-7000-9000-${String(n).padStart(12, '0')}`,
					course_id: courseId,
					subject_id: subjectId,
					order_num: 7,
					version: 1,
					name: `T ${n}`,
					name_key: `t ${String(n).padStart(5, '0')}`,
					url: null,
					published: false,
					free: false,
					created_at: now,
					updated_at: now,
				}));
				for (let from = 0; from < rows.length; from += 400)
					await trx
						.insertInto('topics')
						.values(rows.slice(from, from + 400))
						.execute();
			});
			ids = (await site().call('GET', list)).body.data.map(({ id }: { id: string }) => id);
		});

		it('equals a list in memory after random moves', async () => {
			let expected = ids;
			const move = fc.record({
				chosen: fc.uniqueArray(fc.nat(ids.length - 1), { minLength: 1, maxLength: 40 }),
				target: fc.option(fc.nat(ids.length - 1)),
			});
			await fc.assert(
				fc.asyncProperty(move, async ({ chosen, target }) => {
					const moved = chosen.map((n) => ids[n] as string);
					const before = target === null ? null : (ids[target] as string);
					const answer = await site().call('POST', `${list}/order`, { ids: moved, before });
					if (before !== null && moved.includes(before)) expect(answer.status).toBe(422);
					else {
						const rest = expected.filter((id) => !moved.includes(id));
						const cut = before === null ? rest.length : rest.indexOf(before);
						expected = [...rest.slice(0, cut), ...moved, ...rest.slice(cut)];
						expect(answer.body.data).toEqual(expected.map((id, n) => ({ id, order_num: n + 1 })));
					}
				}),
				{ numRuns: 6 },
			);
			const { body } = await site().call('GET', list);
			expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expected);
		});
	});
});
