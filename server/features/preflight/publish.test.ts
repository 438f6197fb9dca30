import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/bulk.ts';
import { onEveryEngine } from '../../test-app.ts';
import { contentOf } from '../../test-content.ts';

let count = 0;
const url = () => `https://example.org/${count++}.pdf`;

onEveryEngine('publishing what was looked at first', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const make = () => contentOf(site());

	/** A draft exam set of a course, with papers of these links, drafts unless said otherwise. */
	const setOf = async (links: (string | null)[], published = false, courseId?: string) => {
		const course = courseId ?? (await make().course({ price: 500 })).id;
		const { id } = await make().examSet(
			{ courseId: course },
			{ name: `Set ${count}`, order_num: count++ },
		);
		const place = { courseId: course, examSetId: id };
		const papers = [];
		for (const [at, link] of links.entries()) {
			const fields = { name: `Paper ${at + 1}`, order_num: at + 1, url: link, published };
			papers.push((await make().paper(place, fields)).id);
		}
		return { courseId: course, id, papers, path: `/courses/${course}/examsets/${id}` };
	};
	const isPublished = async (path: string) => {
		const { data } = (await call('GET', path)).body;
		return data.is_published ?? data.published ?? data.isPublished;
	};
	const history = async (id: string) =>
		(await call('GET', `/history/examset/${id}`)).body.data.data;

	it('publishes at once what nothing is found of, once, and answers it', async () => {
		const { path, id } = await setOf([url()], true);
		const key = { 'idempotency-key': `publish-${id}` };
		const { status, body, headers } = await call('POST', `${path}/publish`, {}, key);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ id, is_published: true, version: 2 });
		expect(headers.etag).toBe('"2"');
		await call('PUT', path, { is_published: false });
		expect((await call('POST', `${path}/publish`, {}, key)).body).toEqual(body);
		expect(await isPublished(path)).toBe(false);
		const [, published] = await history(id);
		expect(published).toMatchObject({
			action: 'update',
			after: { published: true },
			details: null,
		});
	});

	it('does nothing where somebody else has published it meanwhile', async () => {
		const { path } = await setOf([url()], true);
		await call('PUT', path, { is_published: true });
		const { status, body } = await call('POST', `${path}/publish`, {});
		expect({ status, version: body.data.version }).toEqual({ status: 200, version: 2 });
	});

	it('publishes only the version that somebody saw, where they name it', async () => {
		const { path, id } = await setOf([url()], true);
		await call('PUT', path, { name: 'Renamed' });
		const stale = await call('POST', `${path}/publish`, {}, { 'if-match': '"1"' });
		expect(stale).toMatchObject({ status: 412, body: { data: { id, name: 'Renamed' } } });
		expect((await call('POST', `${path}/publish`, {}, { 'if-match': '"2"' })).status).toBe(200);
	});

	it('is stopped by what learners would meet broken, whatever the reason, and not by drafts', async () => {
		const { path, papers } = await setOf([url(), null], true);
		const refusedAs = { status: 409, body: { code: 'not_ready' } };
		for (const body of [{}, { reason: 'It is only for a day' }]) {
			const answer = await call('POST', `${path}/publish`, body);
			expect(answer).toMatchObject(refusedAs);
			expect(answer.body.error).toMatch(/^“Paper 2” in “Set \d+” has no file. Add one.$/);
			expect(answer.body.data.findings).toMatchObject([{ code: 'no_file', id: papers[1] }]);
		}
		expect(await isPublished(path)).toBe(false);
		await call('PUT', `${path}/pastpapers/${papers[1]}`, { published: false });
		expect((await call('POST', `${path}/publish`, {})).status).toBe(200);
	});

	it('is waved through with a reason where it only warns, and the audit trail keeps that', async () => {
		const { path, id } = await setOf([url()]);
		const warned = await call('POST', `${path}/publish`, {});
		expect(warned).toMatchObject({ status: 409, body: { code: 'not_ready' } });
		expect(warned.body.data).toMatchObject({
			ready: true,
			findings: [{ code: 'only_drafts', severity: 'warns', id, draft: true }],
			drafts: { ready: 2, warned: 0 },
		});
		const empty = await call('POST', `${path}/publish`, { reason: ' ' });
		expect(empty).toMatchObject({
			status: 422,
			body: { fields: { reason: 'Reason is required' } },
		});
		const reason = 'The papers follow tonight';
		expect((await call('POST', `${path}/publish`, { reason })).status).toBe(200);
		expect((await history(id))[0]).toMatchObject({ action: 'update', details: { reason } });
	});

	it('publishes all under it that is ready, parents with it, and can be taken back', async () => {
		const { path, papers } = await setOf([url(), null, url()]);
		const { status, body } = await call('POST', `${path}/publish-all`, {});
		expect(status).toBe(200);
		const operations: Operation[] = body.data.operations;
		expect(operations.map(({ kind, done }) => [kind, done])).toEqual([
			['examsets', 1],
			['pastpapers', 2],
		]);
		const states = async () => {
			const each = papers.map((id) => isPublished(`${path}/pastpapers/${id}`));
			return Promise.all([isPublished(path), ...each]);
		};
		expect(await states()).toEqual([true, true, false, true]);
		const again = await call('POST', `${path}/publish-all`, {});
		expect(again).toMatchObject({ status: 200, body: { data: { operations: [] } } });
		for (const { operation } of operations.toReversed())
			expect((await call('POST', `/operations/${operation}/undo`)).status).toBe(200);
		expect(await states()).toEqual([false, false, false, false]);
	});

	it('does not publish over what is published already and broken', async () => {
		const { path, papers } = await setOf([url(), null], true);
		expect((await call('GET', `${path}/preflight`)).body.data.drafts).toEqual({
			ready: 0,
			warned: 0,
		});
		const { body } = await call('POST', `${path}/publish-all`, { reason: 'Never mind' });
		expect(body.data.operations).toEqual([]);
		await call('PUT', `${path}/pastpapers/${papers[1]}`, { url: url() });
		await call('POST', `${path}/publish-all`, {});
		expect(await isPublished(path)).toBe(true);
	});

	it('leaves a set alone of which no paper is ready, and what is only warned of without a reason', async () => {
		const link = url();
		const { courseId } = await setOf([null]);
		const { papers, path } = await setOf([link, link], false, courseId);
		const course = `/courses/${courseId}`;
		const counts = (await call('GET', `${course}/preflight`)).body.data.drafts;
		expect(counts).toEqual({ ready: 2, warned: 1 });
		const first = await call('POST', `${course}/publish-all`, {});
		expect(first.body.data.operations).toMatchObject([{ done: 1 }, { done: 1 }]);
		expect(await isPublished(`${path}/pastpapers/${papers[1]}`)).toBe(false);
		const reason = 'The same sheet for both parts';
		const second = await call('POST', `${course}/publish-all`, { reason });
		expect(second.body.data.operations).toMatchObject([{ kind: 'pastpapers', done: 1 }]);
		const { operation } = second.body.data.operations[0];
		const audit = await call('GET', `/audit?item_id=${operation}`);
		expect(audit.body.data.data[0].details).toMatchObject({ action: 'publish', reason });
	});

	it('publishes all once for each key', async () => {
		const { path, id } = await setOf([url(), url()]);
		const key = { 'idempotency-key': `all-${id}` };
		const ask = () => call('POST', `${path}/publish-all`, {}, key);
		const answers = await Promise.all([ask(), ask()]);
		answers.push(await ask());
		const ids = answers.map(({ body }) =>
			body.data.operations.map((each: Operation) => each.operation),
		);
		expect(ids[0]).toHaveLength(2);
		expect(ids).toEqual([ids[0], ids[0], ids[0]]);
	});

	it.each(['publish', 'publish-all'])(
		'answers %s again under its key when it is gone',
		async (verb) => {
			const { path, id } = await setOf([url()], true);
			const ask = (match = {}) =>
				call('POST', `${path}/${verb}`, {}, { 'idempotency-key': `${verb}-gone-${id}`, ...match });
			const first = await ask();
			expect(first.status).toBe(200);
			await call('PUT', path, { name: 'Changed' });
			expect((await ask({ 'if-match': '"1"' })).body).toEqual(first.body);
			await call('DELETE', path);
			const { status, body } = await ask();
			expect({ status, body }).toEqual({ status: 200, body: first.body });
		},
	);

	it('is refused for a whole course by what is wrong with the course itself', async () => {
		const { courseId, path } = await setOf([url()]);
		await call('PUT', `/courses/${courseId}`, { price: null });
		const all = (body: object) => call('POST', `/courses/${courseId}/publish-all`, body);
		expect(await all({})).toMatchObject({ status: 409, body: { code: 'not_ready' } });
		expect(await isPublished(path)).toBe(false);
		expect((await all({ reason: 'The price comes on Monday' })).status).toBe(200);
		expect(await isPublished(path)).toBe(true);
		const { id } = await make().course();
		const none = await call('POST', `/courses/${id}/publish-all`, { reason: 'Soon' });
		expect(none).toMatchObject({ status: 409, body: { code: 'not_ready' } });
	});

	it('goes for many at once as far as they are ready', async () => {
		const good = await setOf([url()], true);
		const [broken, warned] = [await setOf([null], true), await setOf([url()])];
		const ids = [good.id, broken.id, warned.id];
		const bulk = (more: object) =>
			call('POST', '/bulk', { kind: 'examsets', action: 'publish', ids, ...more });
		const codes = ({ body }: Awaited<ReturnType<typeof bulk>>) =>
			body.data.results.map(({ code }: { code: string | null }) => code);
		const first = await bulk({ only_ready: true });
		expect(codes(first)).toEqual([null, 'not_ready', 'not_ready']);
		expect(first.body.data.results[1].error).toMatch(/has no file. Add one.$/);
		const second = await bulk({ only_ready: true, reason: 'On purpose' });
		expect(codes(second)).toEqual([null, 'not_ready', null]);
		// Other programs publish as they always did.
		expect(codes(await bulk({}))).toEqual([null, null, null]);
	});

	it('knows no such thing of other actions and other kinds', async () => {
		const ids = ['a'];
		const asked = (body: object) => call('POST', '/bulk', { ids, ...body });
		const only = await asked({ kind: 'topics', action: 'publish', only_ready: true });
		expect(only.body.fields).toEqual({ only_ready: 'Topics are not looked at before' });
		const why = await asked({ kind: 'topics', action: 'free', reason: 'So', only_ready: true });
		expect(why.body.fields).toEqual({
			only_ready: 'Only ready belongs to a publish',
			reason: 'A reason belongs to a publish',
		});
	});
});
