import { expect, it } from 'vitest';
import { findSwitch, listBulkActions } from '#shared/contract/content/bulk.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import {
	type Answer,
	type Call,
	onEveryEngine,
	onSomeEngines,
	type TestApp,
} from '../../testing/app.ts';
import {
	buildItemAddress,
	buildListPath,
	contentRows,
	createContent,
	kinds,
} from '../../testing/content.ts';
import { listParentKinds, tables } from './tables.ts';

const expectRefused = ({ status, body }: Answer) => {
	expect(body).toMatchObject({ code: 'editors_only' });
	expect(body.error).toMatch(/Ask an editor to (change|publish|restore|do) (it|this)\.$/);
	expect(status).toBe(403);
};

/** Returns the ids of one item of each kind, all published. */
const makePublished = async (site: TestApp) => {
	const ids = await createContent(site).family();
	for (const { resource } of kinds)
		await site.call('PUT', buildItemAddress(resource, ids), findSwitch(resource, 'publish'));
	return ids;
};

/** Returns the ids of the parents of an item of a kind, as a move names them. */
const listTargets = (key: ResourceKey, ids: Record<string, string>) =>
	Object.fromEntries(
		listParentKinds(key).map((each) => [
			tables[each].column.replace('_set', 'set'),
			ids[resources[each].param],
		]),
	);

onSomeEngines('an author', (site) => {
	it.each(kinds)('may not change published $name, as a person and as a key', async (kind) => {
		const { resource } = kind;
		const ids = await makePublished(site());
		const to = listTargets(resource.key, await createContent(site()).family());
		const [list, one] = [buildListPath(resource, ids), buildItemAddress(resource, ids)];
		const id = ids[resource.param] ?? '';
		const publish = findSwitch(resource, 'publish');
		const unpublish = findSwitch(resource, 'unpublish');
		const bulk = { kind: resource.slug, ids: [id] };
		const calls: Parameters<Call>[] = [
			['PUT', one, { name: 'Changed' }],
			['PUT', one, { external_id: 'other' }],
			['DELETE', one],
			['POST', `${list}/order`, { ids: [id], before: null }],
		];
		if (publish)
			calls.push(
				['POST', list, { ...kind.full, ...publish }],
				['PUT', one, unpublish],
				['POST', '/bulk', { ...bulk, action: 'publish' }],
				['POST', '/bulk', { ...bulk, action: 'unpublish' }],
			);
		if (resource.publishedBy || !publish)
			calls.push(['POST', `${one}/publish-all`, { anyway: true }]);
		const actions = listBulkActions(resource).filter((action) => !/publish|premium/.test(action));
		const before = await contentRows(site());
		for (const { call } of [await site().as('author'), await site().asKey('author')]) {
			for (const args of calls) expectRefused(await call(...args));
			for (const action of actions) {
				const request = { ...bulk, action, ...(action === 'move' && { to }) };
				const { results } = (await call('POST', '/bulk', request)).body.data;
				expect(results).toMatchObject([{ ok: false, code: 'editors_only' }]);
			}
		}
		expect(await contentRows(site())).toEqual(before);
	});
});

onEveryEngine('an author', (site) => {
	it('creates, changes, orders, moves, copies, deletes and restores drafts among published topics', async () => {
		const ids = await makePublished(site());
		const { call } = await site().as('author');
		const { courseId, subjectId, topicId } = ids;
		const list = `/courses/${courseId}/subjects/${subjectId}/topics`;
		const made = await call('POST', list, { name: 'New', freeTopic: true });
		expect(made).toMatchObject({ status: 201, body: { data: { isPublished: false } } });
		const { id } = made.body.data;
		const one = `${list}/${id}`;
		expect((await call('PUT', one, { name: 'Renamed', order_num: 9 })).status).toBe(200);
		const order = await call('POST', `${list}/order`, { ids: [id], before: topicId });
		expect(order.body.data.map((row: { id: string }) => row.id)).toEqual([id, topicId]);
		const to = await createContent(site()).subject({ courseId });
		const move = { kind: 'topics', action: 'move', ids: [id, topicId], to: { subject_id: to.id } };
		const moved = (await call('POST', '/bulk', move)).body.data;
		expect(moved).toMatchObject({ done: 1, failed: 1, results: [{}, { code: 'editors_only' }] });
		const undone = await call('POST', `/operations/${moved.operation}/undo`);
		expect(undone.body.data).toMatchObject({ done: 1, failed: 0 });
		const { deletion } = (await call('DELETE', one)).body;
		const trashed = (await call('GET', `/trash?item=${id}`)).body.data.data;
		expect(trashed).toMatchObject([{ id: deletion, published: false }]);
		expect((await call('POST', `/trash/${deletion}/restore`)).status).toBe(200);
		for (const source of [one, `/courses/${courseId}`])
			expect((await call('POST', `${source}/copy`, { with: 'files' })).status).toBe(201);
	});

	it('may not publish a draft, restore what was published, or undo what an editor did', async () => {
		const ids = await makePublished(site());
		const { courseId, subjectId, topicId } = ids;
		const list = `/courses/${courseId}/subjects/${subjectId}/topics`;
		const draft = await createContent(site()).topic(ids, { isPublished: false });
		const { call } = await site().as('author');
		const change = { isPublished: true, visible_from: new Date(Date.now() + 60_000).toISOString() };
		expectRefused(await call('PUT', `${list}/${draft.id}`, change));

		const publish = { kind: 'topics', action: 'publish', ids: [draft.id] };
		const { operation } = (await site().call('POST', '/bulk', publish)).body.data;
		expectRefused(await call('POST', '/bulk', { operation }));
		const undone = (await call('POST', `/operations/${operation}/undo`)).body.data;
		expect(undone.results).toMatchObject([{ ok: false, code: 'editors_only' }]);

		const { deletion } = (await site().call('DELETE', `/courses/${courseId}/subjects/${subjectId}`))
			.body;
		expect((await call('GET', `/trash?item=${topicId}`)).body.data.data).toMatchObject([
			{ id: deletion, published: true },
		]);
		expectRefused(await call('POST', `/trash/${deletion}/restore`));
		expect((await site().call('POST', `/trash/${deletion}/restore`)).status).toBe(200);
		expect((await call('GET', `${list}/${topicId}`)).status).toBe(200);
	});

	it('may change a draft that contains or names what is published, but not delete or move it', async () => {
		const ids = await makePublished(site());
		const { courseId, subjectId, examSetId, paperId } = ids;
		const other = await createContent(site()).course();
		const subject = `/courses/${courseId}/subjects/${subjectId}`;
		const paper = `/courses/${courseId}/examsets/${examSetId}/pastpapers/${paperId}`;
		await site().call('PUT', subject, { published: false });
		const { call } = await site().as('author');
		const expectKept = async () => {
			expect((await call('PUT', subject, { freeSubject: true })).status).toBe(200);
			expectRefused(await call('DELETE', subject));
			const to = { course_id: other.id };
			const move = { kind: 'subjects', action: 'move', ids: [subjectId], to };
			const { results } = (await call('POST', '/bulk', move)).body.data;
			expect(results).toMatchObject([{ code: 'editors_only' }]);
		};
		await expectKept();
		await site().call('DELETE', `${subject}/topics/${ids.topicId}`);
		await site().call('PUT', paper, { subject_id: subjectId });
		await expectKept();
		await site().call('PUT', paper, { published: false });
		expect((await call('DELETE', subject)).status).toBe(200);
	});
});
