import { expect, it } from 'vitest';
import type { ItemVersion } from '#shared/contract/content/versions.ts';
import { onEveryEngine } from '../../testing/app.ts';
import {
	absent,
	buildItemAddress,
	buildListPath,
	createContent,
	kinds,
} from '../../testing/content.ts';
import { deleteOldVersions } from './versions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onEveryEngine('the versions of an item', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const versions = async (kind: string, id: string) =>
		(await call('GET', `/versions/${kind}/${id}`)).body.data as ItemVersion[];
	const numbers = async (kind: string, id: string) =>
		(await versions(kind, id)).map(({ version }) => version);
	const stored = async (id: string) =>
		(
			await site()
				.database.read.selectFrom('item_versions')
				.select(['version', 'url'])
				.where('item_id', '=', id)
				.orderBy('version')
				.execute()
		).map(({ version }) => version);

	it.each(kinds)(
		'of $name have the fields of its update, newest first',
		async ({ resource, full, other }) => {
			const mine = await createContent(site()).family();
			const { body } = await call('POST', buildListPath(resource, mine), full);
			const { id, created_at } = body.data;
			const path = buildItemAddress(resource, { ...mine, [resource.param]: id });
			expect(await stored(id)).toEqual([]);
			const by = { kind: 'person', id: expect.any(String), name: expect.stringMatching(/^admin/) };
			const first = { version: 1, at: created_at, by, item: full };
			expect(await versions(resource.slug, id)).toEqual([first]);

			const editor = await site().as('editor');
			const changed = (await editor.call('PUT', path, other)).body.data;
			const second = {
				version: 2,
				at: changed.updated_at,
				by: { kind: 'person', id: editor.id, name: expect.stringMatching(/^editor/) },
				item: { ...full, ...other },
			};
			expect(await versions(resource.slug, id)).toEqual([second, first]);

			// Its fields can be saved as they are.
			const back = await call('PUT', path, first.item, { 'if-match': '"2"' });
			expect(back.status).toBe(200);
			const [third, ...past] = await versions(resource.slug, id);
			expect(third).toMatchObject({ version: 3, by, item: full });
			expect(past).toEqual([second, first]);
			const text = JSON.stringify(await versions(resource.slug, id));
			expect(text).not.toMatch(/127\.0\.0\.1|@example\.org/);
		},
	);

	it('are not stored for changes without effect, refused changes, or moves of other items', async () => {
		const mine = await createContent(site()).family();
		const topics = `/courses/${mine.courseId}/subjects/${mine.subjectId}/topics`;
		const path = `${topics}/${mine.topicId}`;
		await call('PUT', path, { name: 'Joints' });
		await call('PUT', path, { name: '' });
		await call('PUT', path, { name: 'Late' }, { 'if-match': '"7"' });
		expect(await numbers('topics', mine.topicId)).toEqual([1]);
		const other = await createContent(site()).topic(mine);
		await call('POST', `${topics}/order`, { ids: [other.id], before: mine.topicId });
		const [now, ...past] = await versions('topics', mine.topicId);
		expect(now?.item).toMatchObject({ name: 'Joints', order_num: 2 });
		expect(past).toEqual([]);
	});

	it('are at most the fifty newest', async () => {
		const { id } = await createContent(site()).course();
		for (let price = 1; price <= 60; price++) await call('PUT', `/courses/${id}`, { price });
		const all = await versions('courses', id);
		expect(all.map(({ item }) => item.price)).toEqual(
			Array.from({ length: 50 }, (_, at) => 60 - at),
		);
		expect(await stored(id)).toHaveLength(49);
	});

	it('are deleted a year after they were replaced, the current one never', async () => {
		const { id } = await createContent(site()).course();
		for (const price of [1, 2, 3]) await call('PUT', `/courses/${id}`, { price });
		const { database } = site();
		const age = (version: number, days: number) =>
			database.write((trx) =>
				trx
					.updateTable('item_versions')
					.set({
						at: new Date(Date.now() - 2_000 * DAY_MS).toISOString(),
						until: new Date(Date.now() - days * DAY_MS).toISOString(),
					})
					.where('item_id', '=', id)
					.where('version', '=', version)
					.execute(),
			);
		await age(1, 366);
		await age(2, 366);
		// Created long ago, but replaced recently.
		await age(3, 364);
		expect(await numbers('courses', id)).toEqual([4, 3]);
		const signal = new AbortController().signal;
		expect(await deleteOldVersions(database.write, signal)).toBe(2);
		expect(await stored(id)).toEqual([3]);
		await age(3, 366);
		expect(await deleteOldVersions(database.write, AbortSignal.abort())).toBe(0);
		expect(await deleteOldVersions(database.write, signal)).toBe(1);
		await database.write((trx) =>
			trx
				.updateTable('courses')
				.set({ updated_at: new Date(Date.now() - 2_000 * DAY_MS).toISOString() })
				.where('id', '=', id)
				.execute(),
		);
		expect(await numbers('courses', id)).toEqual([4]);
	});

	it('are hidden in the trash, restored with their item, and deleted with it', async () => {
		const mine = await createContent(site()).family();
		const course = `/courses/${mine.courseId}`;
		const topic = `${course}/subjects/${mine.subjectId}/topics/${mine.topicId}`;
		await call('PUT', topic, { name: 'Changed' });
		const before = await versions('topics', mine.topicId);
		const { deletion } = (await call('DELETE', course)).body;
		expect(await call('GET', `/versions/topics/${mine.topicId}`)).toMatchObject(absent('Topic'));
		await call('POST', `/trash/${deletion}/restore`);
		expect(await versions('topics', mine.topicId)).toEqual(before);
		const again = (await call('DELETE', course)).body.deletion;
		expect(await stored(mine.topicId)).toEqual([1]);
		await call('DELETE', `/trash/${again}`);
		expect(await stored(mine.topicId)).toEqual([]);
	});

	it('have no actor if unknown', async () => {
		const { database } = site();
		const id = '01900000-0000-7000-8000-00000000abcd';
		const now = new Date().toISOString();
		await database.write((trx) =>
			trx
				.insertInto('courses')
				.values({
					id,
					name: 'Old',
					name_key: 'old',
					order_num: 1,
					category_id: 'cat_artisan',
					created_at: now,
					updated_at: now,
				})
				.execute(),
		);
		expect(await versions('courses', id)).toMatchObject([{ version: 1, by: null }]);
		await call('PUT', `/courses/${id}`, { name: 'New' });
		expect(await versions('courses', id)).toMatchObject([
			{ version: 2, by: { kind: 'person' }, item: { name: 'New' } },
			{ version: 1, by: null, item: { name: 'Old' } },
		]);
	});

	it('require the permission to edit, and exist for content only', async () => {
		const { id } = await createContent(site()).course();
		for (const role of ['viewer', 'finance'] as const)
			expect((await (await site().as(role)).call('GET', `/versions/courses/${id}`)).status).toBe(
				403,
			);
		expect(
			(await (await site().asKey('editor')).call('GET', `/versions/courses/${id}`)).status,
		).toBe(200);
		expect((await site().anyone('GET', `/versions/courses/${id}`)).status).toBe(401);
		for (const kind of ['topics', 'course', 'people', 'constructor', '__proto__'])
			expect((await call('GET', `/versions/${kind}/${id}`)).status).toBe(404);
		expect((await call('GET', '/versions/courses/none')).status).toBe(404);
	});
});
