import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { access } from '../../parts.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { buildListPath, createContent, type Family, kinds } from '../../testing/content.ts';

const STALE = (noun: string) => `Someone else changed this ${noun}.`;

onEveryEngine('a conditional request', (site) => {
	describe.each(kinds.filter(({ name }) => name === 'past papers'))(
		'of $name',
		({ resource, full, other }) => {
			let list: string;
			let one: string;
			beforeAll(async () => {
				list = buildListPath(resource, await createContent(site()).family());
			});
			beforeEach(async () => {
				const { body } = await site().call('POST', list, other);
				one = `${list}/${body.data.id}`;
			});
			const put = (body: unknown, ifMatch?: string) =>
				site().call('PUT', one, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });

			it('accepts a change with the current version, and increases the tag', async () => {
				const saved = await put({ name: 'Changed' }, '"1"');
				expect(saved.status).toBe(200);
				expect(saved.headers.etag).toBe('"2"');
				expect((await put({ name: 'Again' }, '"2"')).headers.etag).toBe('"3"');
				expect((await site().call('GET', one)).headers.etag).toBe('"3"');
			});

			it('answers a stale change with 412 and the current item, and changes nothing', async () => {
				const current = await put({ name: 'Theirs' });
				const refusal = await put({ name: 'Mine' }, '"1"');
				expect(refusal.status).toBe(412);
				expect(refusal.body).toEqual({
					success: false,
					error: STALE(resource.label.toLowerCase()),
					code: 'stale',
					data: current.body.data,
				});
				expect(refusal.headers.etag).toBe('"2"');
				expect((await site().call('GET', one)).body).toEqual(current.body);
			});

			it('guards DELETE too', async () => {
				await put({ name: 'Theirs' });
				const remove = (tag: string) => site().call('DELETE', one, undefined, { 'if-match': tag });
				const refusal = await remove('"1"');
				expect(refusal).toMatchObject({ status: 412, body: { data: { name: 'Theirs' } } });
				expect((await site().call('GET', one)).status).toBe(200);
				expect((await remove('"2"')).status).toBe(200);
				expect((await remove('"2"')).status).toBe(404);
			});

			it('is checked before the body has an effect, and after its validation', async () => {
				expect((await put({ name: '' }, '"9"')).status).toBe(422);
				expect((await put({}, '"9"')).status).toBe(412);
			});

			it('keeps its version through a PUT that changes nothing', async () => {
				const changed = await put(full);
				expect(changed.headers.etag).toBe('"2"');
				const same = await put(full, '"2"');
				expect(same.headers.etag).toBe('"2"');
				expect(same.body).toEqual(changed.body);
				expect((await put({}, '"2"')).body).toEqual(changed.body);
			});
		},
	);

	it.each([
		['*', 200],
		[' * ', 200],
		['"1"', 200],
		['W/"1"', 200],
		['"7", "1"', 200],
		['"7",W/"1" ,"8"', 200],
		['"7", "8"', 412],
		['1', 412],
		["'1'", 412],
		['"01"', 412],
		['"1', 412],
		['w/"1"', 412],
		['', 412],
		[',', 412],
		['"*"', 412],
	])('reads the tags of %j', async (tag, status) => {
		const { id } = await createContent(site()).course();
		const answer = await site().call('PUT', `/courses/${id}`, { price: 5 }, { 'if-match': tag });
		expect(answer.status).toBe(status);
	});

	it('answers 404, not 412, for a missing item', async () => {
		const nowhere = '/courses/01900000-0000-7000-8000-000000000000';
		for (const tag of ['*', '"1"'])
			expect((await site().call('PUT', nowhere, { price: 5 }, { 'if-match': tag })).status).toBe(
				404,
			);
	});

	it('accepts exactly one of many concurrent changes to the same version', async () => {
		const { id } = await createContent(site()).course();
		for (let version = 1; version <= 10; version++) {
			const answers = await Promise.all(
				Array.from({ length: 5 }, (_, n) =>
					site().call(
						'PUT',
						`/courses/${id}`,
						{ name: `Round ${version}, caller ${n}` },
						{ 'if-match': `"${version}"` },
					),
				),
			);
			const statuses = answers.map(({ status }) => status).sort();
			expect(statuses).toEqual([200, 412, 412, 412, 412]);
			const won = answers.find(({ status }) => status === 200);
			for (const { status, body } of answers)
				if (status === 412) expect(body.data).toEqual(won?.body.data);
		}
	});

	describe('with If-None-Match', () => {
		let family: Family;
		beforeAll(async () => {
			family = await createContent(site()).family();
		});
		const paths = () => [
			'/courses',
			`/courses/${family.courseId}/subjects`,
			`/courses/${family.courseId}/subjects/${family.subjectId}/topics/${family.topicId}`,
			'/topics?search=joints',
			'/transactions',
			'/trash',
			'/people',
		];
		const get = (path: string, tag?: string) =>
			site().call('GET', path, undefined, tag === undefined ? {} : { 'if-none-match': tag });

		it('is answered with 304 for unchanged lists', async () => {
			for (const path of paths()) {
				const first = await get(path);
				const tag = String(first.headers.etag);
				expect([path, first.status, tag]).toEqual([path, 200, expect.stringMatching(/^"[^"]+"$/)]);
				const inner = tag.slice(1, -1);
				// Apache adds the encoding, nginx makes the tag weak.
				for (const known of [tag, `W/${tag}`, `"${inner}-gzip"`, `"other", W/"${inner}-br"`]) {
					const again = await get(path, known);
					expect([path, known, again.status, again.body]).toEqual([path, known, 304, '']);
					expect(again.headers.etag).toBe(tag);
				}
				expect(await get(path, '"other"')).toMatchObject({ status: 200, body: first.body });
			}
		});

		it('is answered with the item or list after a change of its counts', async () => {
			const { id: courseId } = await createContent(site()).course();
			const { id: subjectId } = await createContent(site()).subject({ courseId });
			const paths = [
				'',
				`/${courseId}`,
				`/${courseId}/subjects`,
				`/${courseId}/subjects/${subjectId}`,
			];
			const seen = await Promise.all(paths.map((path) => get(`/courses${path}`)));
			await createContent(site()).topic({ courseId, subjectId });
			for (const [at, path] of paths.entries())
				expect([
					path,
					(await get(`/courses${path}`, String(seen[at]?.headers.etag))).status,
				]).toEqual([path, 200]);
			const order = { ids: [subjectId], before: null };
			const headers = { 'if-match': String(seen[2]?.headers.etag) };
			const list = `/courses/${courseId}/subjects`;
			expect((await site().call('POST', `${list}/order`, order, headers)).status).toBe(200);
		});

		it('is answered with the list after a change of a row', async () => {
			const { courseId, subjectId, paperId, examSetId } = family;
			const papers = `/courses/${courseId}/examsets/${examSetId}/pastpapers`;
			await site().call('PUT', `${papers}/${paperId}`, { subject_id: subjectId });
			const tags = new Map<string, string>();
			const lists = [papers, '/pastpapers', '/subjects'];
			for (const path of lists) tags.set(path, String((await get(path)).headers.etag));
			await site().call('DELETE', `/courses/${courseId}/subjects/${subjectId}`);
			for (const path of lists)
				expect([path, (await get(path, tags.get(path))).status]).toEqual([path, 200]);
		});
	});

	it('with HEAD has the length of the answer to GET, or none', async () => {
		const addresses = Object.entries(access).flatMap(([url, byMethod]) =>
			byMethod.GET && url.startsWith('/api/') && !/[:*]/.test(url) ? [url.slice(4)] : [],
		);
		for (const path of addresses) {
			const head = await site().call('HEAD', path);
			const length = head.headers['content-length'];
			if (length === undefined) continue;
			const { headers } = await site().call('GET', path);
			expect([path, length]).toEqual([path, headers['content-length']]);
		}
		expect(addresses).toContain('/transactions/export.csv');
	});
});
