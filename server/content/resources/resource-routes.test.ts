import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { slugsInCourse } from '#shared/contract/content/resources.ts';
import { onEveryEngine } from '../../testing/app.ts';
import {
	buildItemAddress,
	buildListPath,
	createContent,
	type Family,
	kinds,
} from '../../testing/content.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FOREIGN = '01900000-0000-7000-8000-000000000000';

/** Fields of all answers that a body can contain but must not set. */
const IGNORED = {
	id: FOREIGN,
	created_at: '2001-01-01T00:00:00.000Z',
	updated_at: '2001-01-01T00:00:00.000Z',
	version: 99,
};
const IGNORED_OF_KIND: Record<string, Record<string, unknown>> = {
	course: { stats: { subjectCount: 99 } },
	subject: { course_id: FOREIGN, course_name: 'x', stats: { topicCount: 99, paperCount: 99 } },
	topic: { course_id: FOREIGN, subject_id: FOREIGN, subject_name: 'x' },
	examset: { course_id: FOREIGN, course_name: 'x' },
	pastpaper: { course_id: FOREIGN, examset_id: FOREIGN, examset_name: 'x', subject_name: 'x' },
};
/** Fields of no kind, and one of each kind that only others have. */
const UNKNOWN = ['constructor', 'name_key'];
const OF_OTHERS: Record<string, string> = {
	course: 'published',
	subject: 'isPublished',
	topic: 'published',
	examset: 'published',
	pastpaper: 'is_published',
};

const ignoredFields = ({ auditKind: kind }: AnyResource) => ({
	...IGNORED,
	...IGNORED_OF_KIND[kind],
});

const keysOf = (resource: AnyResource) => Object.keys(resource.item.shape).sort();

onEveryEngine('content', (site) => {
	describe.each(kinds)('$name', ({ resource, full, other }) => {
		let family: Family;
		let list: string;
		beforeAll(async () => {
			family = await createContent(site()).family();
			list = buildListPath(resource, family);
		});
		const make = async (body = full) => {
			const created = await site().call('POST', list, body);
			const item = created.body.data;
			return { created, item, one: `${list}/${item.id}` };
		};

		it('are created with 201, all fields, and an ETag', async () => {
			const { created } = await make();
			expect(created.status).toBe(201);
			expect(created.headers.etag).toBe('"1"');
			expect(created.headers['cache-control']).toBe('no-store');
			expect(Object.keys(created.body).sort()).toEqual(['data', 'success']);
			expect(created.body).toMatchObject({ success: true, data: full });
			expect(Object.keys(created.body.data).sort()).toEqual(keysOf(resource));
			expect(created.body.data.id).toMatch(UUID_V7);
			expect(created.body.data.created_at).toMatch(INSTANT);
			expect(created.body.data.updated_at).toBe(created.body.data.created_at);
			expect(Math.abs(Date.parse(created.body.data.created_at) - Date.now())).toBeLessThan(60_000);
		});

		it('are returned as created, one by one and in the list', async () => {
			const { created, item, one } = await make();
			const read = await site().call('GET', one);
			expect(read).toMatchObject({ status: 200, body: created.body });
			expect(read.headers.etag).toBe('"1"');
			const all = await site().call('GET', list);
			expect(all.status).toBe(200);
			expect(all.body.success).toBe(true);
			expect(all.body.data).toContainEqual(item);
		});

		it('are listed by order, then by name without case', async () => {
			const names = [
				['beta', 2],
				['Zulu', 1],
				['alpha', 2],
				['ALPHA 2', 2],
				['Éclair', 2],
			] as const;
			for (const [name, order_num] of names)
				await site().call('POST', list, { ...full, name, order_num });
			const { body } = await site().call('GET', list);
			const mine = body.data.filter(({ name }: { name: string }) =>
				names.some(([known]) => known === name),
			);
			const seen = new Set(mine.map(({ name }: { name: string }) => name));
			expect([...seen]).toEqual(['Zulu', 'alpha', 'ALPHA 2', 'beta', 'Éclair']);
		});

		it('accept the complete item that was read, as the switches of rows send it', async () => {
			const { item, one } = await make();
			const same = await site().call('PUT', one, item);
			expect(same).toMatchObject({ status: 200, body: { success: true, data: item } });
			expect(same.headers.etag).toBe('"1"');
			const changed = await site().call('PUT', one, { ...item, ...other });
			expect(changed.status).toBe(200);
			expect(changed.headers.etag).toBe('"2"');
			const { updated_at } = changed.body.data;
			expect(changed.body.data).toEqual({ ...item, ...other, updated_at, version: 2 });
			expect(updated_at >= item.updated_at).toBe(true);
			expect((await site().call('GET', one)).body).toEqual(changed.body);
		});

		it('keep fields that a PUT omits', async () => {
			const { item, one } = await make();
			const fields = Object.keys(full);
			const both = { full, other: { ...full, ...other } };
			let expected = { ...item };
			await fc.assert(
				fc.asyncProperty(
					fc.subarray(fields),
					fc.constantFrom('full', 'other'),
					async (chosen, from) => {
						const patch = Object.fromEntries(chosen.map((field) => [field, both[from][field]]));
						const saved = await site().call('PUT', one, patch);
						expect(saved.status).toBe(200);
						const { updated_at, version } = saved.body.data;
						expect(saved.headers.etag).toBe(`"${version}"`);
						expected = { ...expected, ...patch, updated_at, version };
						expect(saved.body.data).toEqual(expected);
					},
				),
				{ numRuns: 8 },
			);
			expect((await site().call('GET', one)).body.data).toEqual(expected);
		});

		it('ignore ids, parents, times and counts in a body', async () => {
			const foreign = ignoredFields(resource);
			const { item, one } = await make({ ...full, ...foreign });
			for (const [field, value] of Object.entries(foreign)) expect(item[field]).not.toEqual(value);
			const saved = await site().call('PUT', one, { ...other, ...foreign });
			expect(saved.status).toBe(200);
			for (const field of ['id', 'created_at', 'course_id', 'examset_id', 'stats'])
				expect(saved.body.data[field]).toEqual(item[field]);
			if (!('subject_id' in resource.create.shape))
				expect(saved.body.data.subject_id).toEqual(item.subject_id);
			expect((await site().call('GET', list)).body.data).toContainEqual(saved.body.data);
		});

		it('refuse unknown fields with the accepted names', async () => {
			const { created, one } = await make();
			for (const field of [...UNKNOWN, OF_OTHERS[resource.auditKind] as string])
				for (const [method, at, body] of [
					['POST', list, full],
					['PUT', one, other],
				] as const) {
					const answer = await site().call(method, at, { ...body, [field]: false });
					const error = `Unknown field "${field}". This call accepts: ${Object.keys(
						(method === 'POST' ? resource.create : resource.update).shape,
					).join(', ')}.`;
					expect(answer).toMatchObject({
						status: 422,
						body: { error, code: 'invalid', fields: { [field]: error } },
					});
				}
			expect((await site().call('GET', one)).body).toEqual(created.body);
		});

		it('are removed by DELETE, which answers null, and are then not found', async () => {
			const { one } = await make();
			const removal = await site().call('DELETE', one);
			expect(removal).toMatchObject({ status: 200, body: { success: true, data: null } });
			for (const method of ['GET', 'PUT', 'DELETE'] as const)
				expect((await site().call(method, one, method === 'PUT' ? {} : undefined)).status).toBe(
					404,
				);
		});

		it('are read and deleted with a JSON content type and no body', async () => {
			const { one } = await make();
			const json = { 'content-type': 'application/json' };
			expect((await site().call('GET', one, undefined, json)).status).toBe(200);
			expect((await site().call('GET', one, '', json)).status).toBe(200);
			expect((await site().call('DELETE', one, '', json)).status).toBe(200);
		});

		it('return the order that puts a new item last', async () => {
			const next = async () =>
				(await site().call('GET', `${list}/next-order`)).body.data.order_num as number;
			const { body } = await site().call('GET', list);
			const orders = body.data.map(({ order_num }: { order_num: number }) => order_num);
			const first = await next();
			expect(first).toBe(Math.max(0, ...orders) + 1);
			await make({ ...full, order_num: first + 30 });
			expect(await next()).toBe(first + 31);
			const { one } = await make({ ...full, order_num: 1_000_000 });
			expect(await next()).toBe(1_000_000);
			await site().call('DELETE', one);
			expect(await next()).toBe(first + 31);
		});

		it('count the items that are deleted with them', async () => {
			const answer = await site().call(
				'GET',
				`${buildItemAddress(resource, family)}/deletion-impact`,
			);
			expect(answer.status).toBe(200);
			const { restorable_until: until, ...counts } = answer.body.data;
			const counted = [...slugsInCourse, 'unlinkedPapers'];
			expect(Object.keys(counts).sort()).toEqual(counted.sort());
			const days = (Date.parse(until) - Date.now()) / 86_400_000;
			expect(days).toBeGreaterThan(29.9);
			expect(days).toBeLessThanOrEqual(30);
		});
	});
});
