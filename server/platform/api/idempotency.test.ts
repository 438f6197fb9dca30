import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { buildListPath, createContent, kinds } from '../../testing/content.ts';
import { deleteOldAnswers } from './idempotency.ts';

const course = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };

let last = 0;
const newKey = () => `key-${++last}`;

onEveryEngine('Idempotency-Key', (site) => {
	const post = (path: string, body: unknown, key: string) =>
		site().call('POST', path, body, { 'idempotency-key': key });
	const countOf = async (name: string) => {
		const { body } = await site().call('GET', '/courses');
		return body.data.filter((item: { name: string }) => item.name === name).length;
	};

	describe.each(kinds)('on a create of $name', ({ resource, full }) => {
		it('repeats the first answer with its ETag for the same request, and creates one row', async () => {
			const family = await createContent(site()).family();
			const list = buildListPath(resource, family);
			const before = (await site().call('GET', list)).body.data.length;
			const key = newKey();
			const first = await post(list, full, key);
			expect(first.status).toBe(201);
			const again = await post(list, full, key);
			expect(again).toMatchObject({ status: 201, body: first.body });
			expect(again.headers.etag).toBe(first.headers.etag);
			expect(again.headers['content-type']).toBe(first.headers['content-type']);
			expect((await site().call('GET', list)).body.data).toHaveLength(before + 1);
		});
	});

	it('creates one row for eight concurrent requests, which all get the same answer', async () => {
		for (let round = 0; round < 3; round++) {
			const key = newKey();
			const body = { ...course, name: `Eight at once ${key}` };
			const answers = await Promise.all(
				Array.from({ length: 8 }, () => post('/courses', body, key)),
			);
			for (const { status, body, headers } of answers) {
				expect(status).toBe(201);
				expect(body).toEqual(answers[0]?.body);
				expect(headers.etag).toBe('"1"');
			}
			expect(await countOf(body.name)).toBe(1);
		}
	});

	it('refuses another body and another address under a used key', async () => {
		const mine = await createContent(site()).family();
		const key = newKey();
		const subjects = `/courses/${mine.courseId}/subjects`;
		expect((await post(subjects, { name: 'Welding' }, key)).status).toBe(201);
		const refusal = {
			status: 409,
			body: {
				success: false,
				error: 'This Idempotency-Key was already used for another request.',
				code: 'idempotency_conflict',
			},
		};
		expect(await post(subjects, { name: 'Fitting' }, key)).toMatchObject(refusal);
		const other = await createContent(site()).course();
		expect(await post(`/courses/${other.id}/subjects`, { name: 'Welding' }, key)).toMatchObject(
			refusal,
		);
		expect((await site().call('GET', subjects)).body.data).toHaveLength(2);
	});

	it('accepts one of two different concurrent requests, and refuses the other', async () => {
		const key = newKey();
		const answers = await Promise.all(
			['A', 'B'].map((name) => post('/courses', { ...course, name: `${key} ${name}` }, key)),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
	});

	it('stores no answer of a failed create', async () => {
		const key = newKey();
		expect((await post('/courses', { ...course, name: '' }, key)).status).toBe(422);
		const { courseId, examSetId } = await createContent(site()).family();
		const papers = `/courses/${courseId}/examsets/${examSetId}/pastpapers`;
		// This one fails within the transaction, past the shape of its body.
		expect((await post(papers, { name: 'P', subject_id: courseId }, key)).status).toBe(422);
		const nowhere = '/courses/01900000-0000-7000-8000-000000000000/subjects';
		expect((await post(nowhere, { name: 'S' }, key)).status).toBe(404);
		expect((await post('/courses', course, key)).status).toBe(201);
	});

	it('repeats the answer after the item was changed or deleted', async () => {
		const key = newKey();
		const first = await post('/courses', course, key);
		const one = `/courses/${first.body.data.id}`;
		await site().call('PUT', one, { name: 'Changed' });
		expect((await post('/courses', course, key)).body).toEqual(first.body);
		await site().call('DELETE', one);
		expect((await post('/courses', course, key)).body).toEqual(first.body);
		expect((await site().call('GET', one)).status).toBe(404);
	});

	it.each(['', ' ', 'two words', 'x'.repeat(256), 'ключ', 'a\tb'])(
		'refuses %j as a key',
		async (key) => {
			const answer = await post('/courses', { ...course, name: 'Bad key' }, key);
			expect(answer).toMatchObject({
				status: 400,
				body: {
					code: 'bad_request',
					error: 'Idempotency-Key must be 1 to 255 visible characters.',
				},
			});
			expect(await countOf('Bad key')).toBe(0);
		},
	);

	it('is ignored by calls that create nothing', async () => {
		const key = newKey();
		const { id } = await createContent(site()).course();
		const headers = { 'idempotency-key': key };
		for (const name of ['One', 'Two'])
			expect((await site().call('PUT', `/courses/${id}`, { name }, headers)).body.data.name).toBe(
				name,
			);
		expect((await site().call('DELETE', `/courses/${id}`, undefined, headers)).status).toBe(200);
	});

	it('is deleted after a day, and not before', async () => {
		const key = newKey();
		const { database } = site();
		const first = await post('/courses', course, key);
		const age = (hours: number) =>
			database.write(async (trx) => {
				const created_at = new Date(Date.now() - hours * 3_600_000).toISOString();
				const storedAnswers = trx.updateTable('idempotency_keys').set({ created_at });
				await storedAnswers.where('key', '=', key).execute();
			});
		await age(23.9);
		await deleteOldAnswers(database);
		expect((await post('/courses', course, key)).body).toEqual(first.body);
		await age(24.1);
		const second = await post('/courses', course, key);
		expect(second.status).toBe(201);
		expect(second.body.data.id).not.toBe(first.body.data.id);
		await age(24.1);
		await deleteOldAnswers(database);
		const remainingKeys = database.read
			.selectFrom('idempotency_keys')
			.select('key')
			.where('key', '=', key);
		expect(await remainingKeys.execute()).toEqual([]);
	});
});
