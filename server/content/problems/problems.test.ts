import { expect, it } from 'vitest';
import { problem } from '#shared/contract/content/problems.ts';
import { type Answer, makeTestAppWith, onEveryEngine } from '../../testing/app.ts';
import { createContent, refused } from '../../testing/content.ts';

const UNKNOWN = '01900000-0000-7000-8000-000000000000';

onEveryEngine('problems that learners report', (site) => {
	const report = (body: object, headers = {}) =>
		site().anyone('POST', '/v1/problems', body, headers);
	const list = async (query = 'state=open') =>
		(await site().call('GET', `/problems?${query}`)).body.data;
	const makeItems = async () => {
		const make = createContent(site());
		const { id: courseId } = await make.course();
		const { id: subjectId } = await make.subject({ courseId });
		const { id: topicId } = await make.topic({ courseId, subjectId }, { name: 'Joints' });
		const { id: examSetId } = await make.examSet({ courseId });
		const { id: paperId } = await make.paper({ courseId, examSetId }, { published: true });
		return { courseId, subjectId, topicId, examSetId, paperId };
	};
	const readAudit = async (id: string) =>
		(await site().call('GET', `/audit?item_kind=problem&item_id=${id}`)).body.data.data;

	it('stores a report with phone numbers masked, lists it and closes it', async () => {
		const { topicId, courseId, subjectId } = await makeItems();
		const text = 'Page 3 is blank, call 0712 345 678\n<b>or</b> +254712345678';
		const made = await report({ item_id: topicId, kind: 'missing_pages', text });
		expect(made).toMatchObject({ status: 202, body: { success: true, data: null } });
		const { data, total } = await list(`item_id=${topicId}&state=open&kind=missing_pages`);
		expect(total).toBe(1);
		const masked = 'Page 3 is blank, call 0712 ••• 678\n<b>or</b> 0712 ••• 678';
		expect(problem.parse(data[0])).toEqual({
			id: data[0].id,
			item: {
				kind: 'topics',
				id: topicId,
				name: 'Joints',
				path: [
					{ kind: 'courses', id: courseId, name: 'Plumbing' },
					{ kind: 'subjects', id: subjectId, name: 'Pipework' },
				],
			},
			kind: 'missing_pages',
			text: masked,
			created_at: expect.any(String),
			closed: null,
		});
		const row = await site().database.read.selectFrom('problems').selectAll().execute();
		expect(row).toMatchObject([{ text: masked }]);

		const { id } = data[0];
		const editor = await site().as('editor');
		const close = (body: object, key = {}) =>
			editor.call('POST', `/problems/${id}/close`, body, key);
		expect(await close({})).toMatchObject({ status: 422 });
		const author = await site().as('author');
		expect(await author.call('POST', `/problems/${id}/close`, { as: 'fixed' })).toMatchObject({
			status: 403,
			body: { code: 'editors_only' },
		});
		const body = { as: 'fixed', reason: 'Told 0712345678' };
		const key = { 'idempotency-key': 'close' };
		const closed = await close(body, key);
		expect(closed.body.data).toMatchObject({
			id,
			closed: { as: 'fixed', reason: 'Told 0712 ••• 678' },
		});
		expect((await close(body, key)).body).toEqual(closed.body);
		expect(await close({ as: 'no_problem' })).toMatchObject({ status: 409 });
		expect(await list(`item_id=${topicId}&state=open`)).toEqual({ data: [], total: 0 });
		expect((await list(`item_id=${topicId}&state=closed`)).total).toBe(1);
		expect(await site().call('POST', `/problems/${UNKNOWN}/close`, { as: 'fixed' })).toMatchObject({
			status: 404,
		});
		expect(await readAudit(id)).toMatchObject([
			{ action: 'close', details: { as: 'fixed', reason: 'Told 0712 ••• 678' } },
			{
				action: 'create',
				after: { kind: 'missing_pages', text: masked },
				item: { name: 'Joints', parents: [{ id: courseId }, { id: subjectId }, { id: topicId }] },
			},
		]);
	});

	it('closes many at once, each audited, with the reason of each that is refused', async () => {
		const { topicId: item_id } = await makeItems();
		for (const _ of [1, 2, 3]) await report({ item_id, kind: 'other' });
		const [first, ...others] = (await list(`item_id=${item_id}`)).data.map(
			({ id }: { id: string }) => id,
		);
		await site().call('POST', `/problems/${first}/close`, { as: 'fixed' });
		const body = { ids: [first, ...others, others[0], UNKNOWN], as: 'no_problem', reason: 'Spam' };
		const author = await site().as('author');
		expect((await author.call('POST', '/problems/close', body)).status).toBe(403);
		const closed = await site().call('POST', '/problems/close', body);
		expect(closed).toMatchObject({
			status: 200,
			body: {
				data: {
					done: 2,
					failed: 2,
					results: [
						{ id: first, ok: false, code: 'conflict' },
						...others.map((id: string) => ({ id, ok: true, name: 'Joints' })),
						{ ok: false, code: 'not_found' },
					],
				},
			},
		});
		expect((await list(`item_id=${item_id}&state=open`)).total).toBe(0);
		for (const id of others)
			expect((await readAudit(id))[0]).toMatchObject({
				action: 'close',
				details: { as: 'no_problem', reason: 'Spam' },
			});
		const undone = { ids: [...others, UNKNOWN] };
		expect((await author.call('POST', '/problems/reopen', undone)).status).toBe(403);
		const reopened = await site().call('POST', '/problems/reopen', undone);
		expect(reopened.body.data).toMatchObject({ done: 2, failed: 1 });
		expect((await list(`item_id=${item_id}&state=open`)).total).toBe(2);
		for (const id of others) expect((await readAudit(id))[0]).toMatchObject({ action: 'reopen' });
		const again = await site().call('POST', '/problems/reopen', undone);
		expect(again.body.data).toMatchObject({ done: 0, failed: 3 });
	});

	it('returns the same 404 for a draft as for an item that does not exist', async () => {
		const { courseId, subjectId, topicId, paperId, examSetId } = await makeItems();
		await site().call('PUT', `/courses/${courseId}/subjects/${subjectId}`, { published: false });
		const answers: Answer[] = [];
		for (const item_id of [topicId, UNKNOWN, 'nothing', courseId])
			answers.push(await report({ item_id, kind: 'other' }));
		for (const { status, body } of answers) {
			expect(status).toBe(404);
			expect(body).toEqual(answers[1]?.body);
		}
		// The set of the paper is a draft.
		expect((await report({ item_id: paperId, kind: 'other' })).body).toEqual(answers[1]?.body);
		await site().call('PUT', `/courses/${courseId}/examsets/${examSetId}`, { is_published: true });
		expect(await report({ item_id: paperId, kind: 'other' })).toMatchObject({ status: 202 });
	});

	it('refuses other kinds, and texts of more than 500 characters', async () => {
		const { topicId: item_id } = await makeItems();
		expect(await report({ item_id, kind: 'rude' })).toMatchObject(
			refused({
				kind: 'Kind must be one of wrong_file, unreadable, missing_pages, wrong_answer, other',
			}),
		);
		expect(await report({ item_id, kind: 'other', text: '😀'.repeat(501) })).toMatchObject(
			refused({ text: 'Text must be at most 500 characters' }),
		);
		expect(await report({ item_id, kind: 'other', text: '😀'.repeat(500) })).toMatchObject({
			status: 202,
		});
	});

	it('filters lists by open problems, and stores a repeated report once', async () => {
		const { courseId, topicId, subjectId } = await makeItems();
		const make = createContent(site());
		const { id: other } = await make.topic({ courseId, subjectId });
		const key = { 'idempotency-key': 'twice' };
		for (const _ of [1, 2])
			expect((await report({ item_id: topicId, kind: 'other' }, key)).status).toBe(202);
		expect((await list(`item_id=${topicId}`)).total).toBe(1);
		const find = async (value: string) =>
			(
				await site().call('GET', `/topics?course_id=${courseId}&with_problems=${value}`)
			).body.data.data.map(({ id }: { id: string }) => id);
		expect(await find('true')).toEqual([topicId]);
		expect(await find('false')).toEqual([other]);
	});

	it('hides problems of items in the trash, and deletes them with the item', async () => {
		const { courseId, subjectId, topicId } = await makeItems();
		await report({ item_id: topicId, kind: 'unreadable' });
		const remove = () => site().call('DELETE', `/courses/${courseId}/subjects/${subjectId}`);
		const findDeletion = async () =>
			(await site().call('GET', `/trash?item=${topicId}`)).body.data.data[0].id as string;
		await remove();
		expect((await list(`item_id=${topicId}`)).total).toBe(0);
		await site().call('POST', `/trash/${await findDeletion()}/restore`);
		expect((await list(`item_id=${topicId}`)).total).toBe(1);
		await remove();
		const deletion = await findDeletion();
		expect(await site().call('DELETE', `/trash/${deletion}`)).toMatchObject({ status: 200 });
		const rows = await site()
			.database.read.selectFrom('problems')
			.selectAll()
			.where('item_id', '=', topicId)
			.execute();
		expect(rows).toEqual([]);
	});
});

it('accepts 5 reports an hour of a device, or an address without one, and 60 of an address', async () => {
	const site = await makeTestAppWith('sqlite', { config: { rateLimits: true } });
	const { topicId: item_id } = await createContent(site).family();
	const report = async (headers: Record<string, string>) =>
		site.anyone('POST', '/v1/problems', { item_id, kind: 'other' }, headers);
	const reportSix = async (headers = {}) => {
		const first = { ...headers, 'idempotency-key': 'first' };
		for (const sent of [first, headers, headers, headers, headers, first])
			expect((await report(sent)).status).toBe(202);
		return report(headers);
	};
	const refused = { status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } };
	expect(await reportSix()).toMatchObject(refused);
	const signIn = async () => {
		const { body } = await site.anyone('POST', '/v1/devices', {});
		return { authorization: `Bearer ${body.data.token}` };
	};
	for (let device = 0; device < 11; device++)
		expect(await reportSix(await signIn())).toMatchObject(refused);
	expect(await report(await signIn())).toMatchObject(refused);
	await site.close();
});
