import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, learnerCourse } from '#shared/contract/learners/learners.ts';
import { readConfig } from '../../config.ts';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { engines, makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';

const MINUTE = 60_000;
const plans = [
	{ months: 3, amount: 1_700 },
	{ months: 1, amount: 500 },
	{ months: 1, amount: 600 },
];

describe.each(engines)('what is published (%s)', (engine) => {
	let site: TestApp;
	let clock = Date.parse('2026-11-28T06:03:00.000Z');
	let ids: Record<'course' | 'subject' | 'topic' | 'set' | 'paper', string>;
	let file: Buffer;
	beforeAll(async () => {
		site = await makeTestAppWith(engine, {
			config: { plans, mpesa: readConfig({ MPESA_SHORTCODE: '600100' }).mpesa },
			payments: { now: () => clock },
		});
		const make = createContent(site);
		file = await pdf('Paper 1');
		const { body } = await upload(site, 'Paper 1.pdf', file);
		const { id: course } = await make.course({ name: 'Masonry', price: 500, duration: 12 });
		const { id: subject } = await make.subject({ courseId: course }, { name: 'Walls' });
		const { id: topic } = await make.topic(
			{ courseId: course, subjectId: subject },
			{ freeTopic: true, topicUrl: body.url },
		);
		const { id: set } = await make.examSet({ courseId: course }, { is_published: true });
		const { id: paper } = await make.paper(
			{ courseId: course, examSetId: set },
			{
				published: true,
				url: 'https://example.org/p.pdf',
				subject_id: subject,
				codes: ['2521/303'],
			},
		);
		ids = { course, subject, topic, set, paper };
	});
	afterAll(() => site.close());

	const read = (path: string, headers = {}) =>
		site.anyone('GET', `/v1${path}`, undefined, { origin: 'https://app.example.org', ...headers });
	const put = async (path: string, fields: object) =>
		expect((await site.call('PUT', `/courses/${ids.course}${path}`, fields)).status).toBe(200);
	const fetchLink = async (url: string, headers = {}, method: InjectOptions['method'] = 'GET') => {
		const { pathname, search } = new URL(url);
		return site.app.inject({ method, url: pathname + search, headers });
	};
	const linkOf = async (id: string) => (await read(`/files/${id}`)).body.data;

	it('lists the courses in which something is shown, the last price of each plan, and the paybill', async () => {
		const { body, headers } = await read('/catalogue');
		expect(headers).toMatchObject({
			'cache-control': 'public, max-age=60',
			'access-control-allow-origin': '*',
			etag: expect.stringMatching(/^".+"$/),
		});
		const { id } = await createContent(site).course({ name: 'Empty' });
		await createContent(site).subject({ courseId: id }, { published: false });
		const again = await read('/catalogue');
		expect(again.body).toEqual(body);
		expect(catalogue.safeParse(body.data).error).toBeUndefined();
		expect(body.data).toEqual({
			courses: [
				{
					id: ids.course,
					name: 'Masonry',
					description: null,
					duration: 12,
					price: 500,
					category_id: 'cat_artisan',
					order_num: 1,
				},
			],
			plans: [
				{ months: 1, amount: 600 },
				{ months: 3, amount: 1_700 },
			],
			paybill: '600100',
		});
		expect(await read(`/courses/${id}`)).toMatchObject({ status: 404 });
	});

	it('keeps the numbers of a course when an author moves a draft among its published items', async () => {
		const draft = await createContent(site).subject({ courseId: ids.course }, { published: false });
		const before = (await read(`/courses/${ids.course}`)).body.data;
		const author = await site.as('author');
		const move = { ids: [draft.id], before: ids.subject };
		const moved = await author.call('POST', `/courses/${ids.course}/subjects/order`, move);
		expect(moved.status).toBe(200);
		expect((await read(`/courses/${ids.course}`)).body.data).toEqual(before);
	});

	it('returns a course, and 304 to the same ETag until something changes', async () => {
		const first = await read(`/courses/${ids.course}`);
		expect(learnerCourse.safeParse(first.body.data).error).toBeUndefined();
		const sha256 = createHash('sha256').update(file).digest('hex');
		expect(first.body.data).toMatchObject({
			id: ids.course,
			subjects: [
				{
					id: ids.subject,
					topics: [
						{
							id: ids.topic,
							free: true,
							file: { kind: 'file', name: 'Paper 1.pdf', size: file.length, sha256 },
						},
					],
				},
			],
			examsets: [
				{
					id: ids.set,
					year: 2024,
					pastpapers: [
						{
							id: ids.paper,
							free: false,
							file: { kind: 'link', url: null },
							kind: 'paper',
							codes: ['2521/303'],
							subject_id: ids.subject,
						},
					],
				},
			],
		});
		expect(JSON.stringify(first.body)).not.toContain('example.org');
		const known = { 'if-none-match': String(first.headers.etag) };
		expect(await read(`/courses/${ids.course}`, known)).toMatchObject({ status: 304, body: '' });
		await put(`/subjects/${ids.subject}`, { published: false });
		const { body } = await read(`/courses/${ids.course}`, known);
		expect(body.data.subjects).toEqual([]);
		expect(body.data.examsets[0].pastpapers[0].subject_id).toBeNull();
		expect(JSON.stringify(body)).not.toContain(ids.subject);
		await put(`/subjects/${ids.subject}`, { published: true });
	});

	it('answers the preflight of every site without credentials', async () => {
		const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
		const answer = await site.app.inject({ method: 'OPTIONS', url: '/api/v1/access', headers });
		expect(answer.statusCode).toBe(204);
		expect(answer.headers).toMatchObject({
			'access-control-allow-origin': '*',
			'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
		});
		expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
		const other = await site.app.inject({ method: 'OPTIONS', url: '/api/courses', headers });
		expect(other.headers).not.toHaveProperty('access-control-allow-origin');
	});

	it('gives the same link for ten minutes, which works for 10 to 20 minutes', async () => {
		const { url, until, ...facts } = await linkOf(ids.topic);
		expect(facts).toMatchObject({ name: 'Paper 1.pdf', type: 'application/pdf' });
		expect(until).toBe('2026-11-28T06:20:00.000Z');
		clock += 6 * MINUTE;
		expect((await linkOf(ids.topic)).url).toBe(url);
		clock += 2 * MINUTE;
		expect((await linkOf(ids.topic)).url).not.toBe(url);
		const whole = await fetchLink(url);
		expect(whole.rawPayload.equals(file)).toBe(true);
		expect(whole.headers).toMatchObject({
			etag: `"${facts.sha256}"`,
			'cache-control': 'public, max-age=540',
			'cross-origin-resource-policy': 'cross-origin',
		});
		const range = 'bytes=4-9';
		const part = await fetchLink(url, { range, 'if-range': `"${facts.sha256}"` });
		expect(part.statusCode).toBe(206);
		expect(part.rawPayload.equals(file.subarray(4, 10))).toBe(true);
		expect((await fetchLink(url, { range, 'if-range': '"other"' })).statusCode).toBe(200);
		clock += 9 * MINUTE;
		const late = await fetchLink(url);
		expect(late.statusCode).toBe(403);
		expect(late.json().code).toBe('link_expired');
	});

	it('refuses a link that was changed, or is of another file', async () => {
		const { url } = await linkOf(ids.topic);
		const later = url.replace(/until=2026/, 'until=2027');
		const other = url.replace(/files\/..../, 'files/0000');
		for (const wrong of [later, other, `${url}A`, url.replace(/&signature.*/, '')])
			expect((await fetchLink(wrong)).statusCode).toBe(403);
	});

	it('ends with unpublishing: a new link is refused at once, an old one within 20 minutes', async () => {
		const { url } = await linkOf(ids.topic);
		await put(`/subjects/${ids.subject}`, { published: false });
		expect(await read(`/files/${ids.topic}`)).toMatchObject({ status: 404 });
		expect((await fetchLink(url)).statusCode).toBe(200);
		clock += 20 * MINUTE;
		expect((await fetchLink(url)).statusCode).toBe(403);
		await put(`/subjects/${ids.subject}`, { published: true });
	});

	it('needs a token for a premium item, and answers 404 for an item without a file', async () => {
		expect(await read(`/files/${ids.paper}`)).toMatchObject({ status: 401 });
		const path = `/examsets/${ids.set}/pastpapers/${ids.paper}`;
		await put(path, { free: true });
		expect(await linkOf(ids.paper)).toEqual({
			url: 'https://example.org/p.pdf',
			until: null,
			name: null,
			type: null,
			size: null,
			sha256: null,
		});
		await put(path, { free: false, url: null });
		expect(await read(`/files/${ids.paper}`)).toMatchObject({
			status: 404,
			body: { code: 'no_file' },
		});
		expect(await read(`/files/${ids.subject}`)).toMatchObject({ status: 404 });
	});

	it('shows staff the same course, and why published items are hidden', async () => {
		const preview = async (query = '') =>
			(await site.call('GET', `/courses/${ids.course}?as=learner${query}`)).body.data;
		const { hidden, ...course } = await preview();
		expect(course).toEqual((await read(`/courses/${ids.course}`)).body.data);
		expect(hidden).toEqual([{ kind: 'pastpapers', id: ids.paper, name: 'Theory', why: 'no_file' }]);
		await put(`/examsets/${ids.set}`, { is_published: false });
		const [line] = (await preview()).hidden;
		expect(line).toMatchObject({ id: ids.paper, why: 'parent_draft' });
		const all = await preview('&drafts=true');
		expect(all.examsets).toHaveLength(1);
		expect(all.hidden).toMatchObject([{ why: 'no_file' }]);
		const usual = await site.call('GET', `/courses/${ids.course}`);
		expect(usual.body.data).toHaveProperty('stats');
		expect(await site.call('GET', `/courses/${ids.course}?as=teacher`)).toMatchObject({
			status: 422,
		});
	});

	it('shows what is published from a moment on from that moment on', async () => {
		const path = `/examsets/${ids.set}/pastpapers/${ids.paper}`;
		const later = new Date(Date.now() + 86_400_000).toISOString();
		const bulk = async (body: object) =>
			(await site.call('POST', '/bulk', { kind: 'pastpapers', ids: [ids.paper], ...body })).body;
		const papersSeen = async () =>
			(await read(`/courses/${ids.course}`)).body.data.examsets.flatMap(
				(set: { pastpapers: object[] }) => set.pastpapers,
			);
		const listed = async (scheduled: boolean) =>
			(await site.call('GET', `/pastpapers?scheduled=${scheduled}`)).body.data.total;
		await put(`/examsets/${ids.set}`, { is_published: true });
		await put(path, { published: false, url: 'https://example.org/p.pdf' });

		const published = await bulk({ action: 'publish', visible_from: later });
		expect(await papersSeen()).toEqual([]);
		expect(await read(`/files/${ids.paper}`)).toMatchObject({ status: 404 });
		const preview = await site.call('GET', `/courses/${ids.course}?as=learner`);
		expect(preview.body.data.hidden).toEqual([
			{ kind: 'pastpapers', id: ids.paper, name: 'Theory', why: 'later', visible_from: later },
		]);
		expect([await listed(true), await listed(false)]).toEqual([1, 0]);
		const copy = await site.call('POST', `/courses/${ids.course}${path}/copy`, { with: 'files' });
		expect(copy.body.data.visible_from).toBeNull();
		await site.call(
			'DELETE',
			`/courses/${ids.course}/examsets/${ids.set}/pastpapers/${copy.body.data.id}`,
		);

		await site.call('POST', `/operations/${published.data.operation}/undo`, {});
		await site.call('POST', `/courses/${ids.course}/examsets/${ids.set}/publish-all`, {
			anyway: true,
			visible_from: later,
		});
		const one = () => site.call('GET', `/courses/${ids.course}${path}`);
		expect((await one()).body.data).toMatchObject({ published: true, visible_from: later });
		await bulk({ action: 'publish' });
		expect((await one()).body.data.visible_from).toBeNull();
		expect(await papersSeen()).toHaveLength(1);

		await put(`/examsets/${ids.set}`, {
			visible_from: new Date(Date.now() + 1_500).toISOString(),
		});
		const [{ why }] = (await site.call('GET', `/courses/${ids.course}?as=learner`)).body.data
			.hidden;
		expect(why).toBe('later');
		const { etag } = (await read(`/courses/${ids.course}`)).headers;
		await expect.poll(papersSeen).toHaveLength(1);
		expect((await read(`/courses/${ids.course}`)).headers.etag).not.toBe(etag);
		await put(path, { published: false });
	});

	it.each(['soon', '2026-12-03', '2126-12-03T08:00:00+03:00'])(
		'refuses %s as a moment',
		async (visible_from) => {
			const answer = await site.call('PUT', `/courses/${ids.course}/examsets/${ids.set}`, {
				visible_from,
			});
			expect(answer).toMatchObject({
				status: 422,
				body: { fields: { visible_from: expect.any(String) } },
			});
		},
	);

	it('ignores cookies', async () => {
		const { headers } = await site.as('admin');
		expect(await read(`/files/${ids.paper}`, headers)).toMatchObject({ status: 404 });
	});
});

describe('without LEARNERS', () => {
	it('/api/v1 does not exist', async () => {
		const site = await makeTestAppWith('sqlite', { config: { learners: false } });
		const { status, headers } = await site.anyone('GET', '/v1/catalogue');
		expect(status).toBe(404);
		expect(headers).not.toHaveProperty('access-control-allow-origin');
		await site.close();
	});
});
