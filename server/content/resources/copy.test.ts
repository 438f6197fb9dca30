import { expect, it } from 'vitest';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, contentRows, createContent, refused } from '../../testing/content.ts';

/** A link to another site. */
const ELSEWHERE = 'https://example.org/paper-1.pdf';

onEveryEngine('a copy', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const get = async (path: string) => (await call('GET', path)).body.data;

	/** Creates a course with one item of each kind and a second subject; its papers link to both subjects. */
	const makeCourse = async () => {
		const make = createContent(site());
		const link = (await upload(site(), 'a.pdf', await pdf('A paper'))).body.url as string;
		const course = await make.course({
			name: 'Welding',
			price: 900,
			description: 'Hot.',
			order_num: 3,
		});
		const place = { courseId: course.id };
		const first = await make.subject(place, { name: 'Gas', order_num: 2, freeSubject: true });
		const second = await make.subject(place, { name: 'Arc', order_num: 1 });
		await make.topic(
			{ ...place, subjectId: first.id },
			{ name: 'Flames', topicUrl: link, order_num: 4, freeTopic: true },
		);
		await make.topic({ ...place, subjectId: second.id }, { name: 'Rods' });
		const set = await make.examSet(place, {
			name: '2025 July Series',
			year: 2025,
			is_published: true,
		});
		const under = { ...place, examSetId: set.id };
		await make.paper(under, { name: 'P1', url: link, subject_id: first.id, published: true });
		await make.paper(under, { name: 'P2', url: ELSEWHERE, subject_id: second.id, free: true });
		await make.paper(under, { name: 'P3' });
		return { course, first, second, set, link };
	};

	/** Returns the contents of a course by names only, which its copy must equal. */
	const describeCourse = async (courseId: string) => {
		const at = `/courses/${courseId}`;
		const subjects = await get(`${at}/subjects`);
		const names = new Map(subjects.map(({ id, name }: Record<string, string>) => [id, name]));
		const topics = await Promise.all(
			subjects.map(({ id }: { id: string }) => get(`${at}/subjects/${id}/topics`)),
		);
		const sets = await get(`${at}/examsets`);
		const papers = await Promise.all(
			sets.map(({ id }: { id: string }) => get(`${at}/examsets/${id}/pastpapers`)),
		);
		const bare = (rows: Record<string, unknown>[]) =>
			rows.map(({ id, course_id, examset_id, created_at, updated_at, version, ...row }) => ({
				...row,
				subject_id: names.get(row.subject_id as string) ?? row.subject_id,
			}));
		return {
			subjects: bare(subjects),
			topics: bare(topics.flat()),
			sets: bare(sets),
			papers: bare(papers.flat()),
		};
	};

	const drafts = (rows: Record<string, unknown>[], over: object = {}) =>
		rows.map((row) => ({
			...row,
			...('published' in row && { published: false }),
			...('isPublished' in row && { isPublished: false }),
			...('is_published' in row && { is_published: false }),
			...over,
		}));

	it.each(['files', 'structure'] as const)(
		'of a course includes its contents (%s)',
		async (mode) => {
			const { course } = await makeCourse();
			const before = await describeCourse(course.id);
			const { status, body, headers } = await call('POST', `/courses/${course.id}/copy`, {
				with: mode,
			});
			expect(status).toBe(201);
			expect(headers.etag).toBe('"1"');
			const orders = (await get('/courses')).map(
				({ order_num }: { order_num: number }) => order_num,
			);
			expect(body.data).toEqual({
				...course,
				stats: expect.objectContaining({
					subjectCount: 2,
					topicCount: 2,
					examSetCount: 1,
					paperCount: 3,
					drafts: 8,
				}),
				id: expect.not.stringMatching(course.id),
				name: 'Copy of Welding',
				order_num: Math.max(...orders),
				created_at: expect.any(String),
				updated_at: expect.any(String),
			});
			const copy = await describeCourse(body.data.id);
			const isBare = mode === 'structure';
			expect(copy).toEqual({
				subjects: drafts(before.subjects),
				topics: drafts(before.topics, isBare ? { topicUrl: null } : {}).map((row) => ({
					...row,
					subject_id: expect.not.stringMatching(/^$/),
				})),
				sets: drafts(before.sets),
				papers: drafts(before.papers, isBare ? { url: null } : {}),
			});
			// Each paper and each topic belongs to a subject of the new course.
			const subjects = (await get(`/courses/${body.data.id}/subjects`)) as Record<
				string,
				unknown
			>[];
			expect(subjects.map(({ stats }) => stats)).toEqual([
				{ topicCount: 1, paperCount: 1 },
				{ topicCount: 1, paperCount: 1 },
			]);
			expect(await describeCourse(course.id)).toEqual(before);
		},
	);

	it('is one row of the audit trail, with its source', async () => {
		const { course } = await makeCourse();
		const { body } = await call('POST', `/courses/${course.id}/copy`, {
			with: 'files',
			name: 'New',
		});
		const { data } = await get(`/audit?item_id=${body.data.id}`);
		expect(data).toMatchObject([
			{
				action: 'copy',
				item: { kind: 'course', name: 'New' },
				after: { name: 'New', price: 900 },
				details: {
					copied_from: { kind: 'course', id: course.id, name: 'Welding' },
					with: 'files',
					subjects: 2,
					topics: 2,
					examsets: 1,
					pastpapers: 3,
				},
			},
		]);
	});

	it('of an exam set is the next series of the same course, with the same subjects', async () => {
		const { course, set, first, second, link } = await makeCourse();
		const at = `/courses/${course.id}/examsets`;
		const { status, body } = await call('POST', `${at}/${set.id}/copy`, { with: 'files' });
		expect(status).toBe(201);
		expect(body.data).toMatchObject({
			name: '2026 July Series',
			year: 2026,
			order_num: set.order_num + 1,
			is_published: false,
			version: 1,
		});
		expect(await get(`${at}/${body.data.id}/pastpapers`)).toMatchObject([
			{ name: 'P1', url: link, subject_id: first.id, published: false, free: false },
			{ name: 'P2', url: ELSEWHERE, subject_id: second.id, published: false, free: true },
			{ name: 'P3', url: null, subject_id: null },
		]);
		const search = await get(`/pastpapers?course_id=${course.id}&search=P1`);
		expect(search.total).toBe(2);
	});

	it.each([
		[{}, { name: 'Copy of July', year: 2024 }, 2023],
		[{ year: 2030 }, { name: 'Copy of July', year: 2030 }, 2023],
		[{ name: 'Nov', year: 2001 }, { name: 'Nov', year: 2001 }, 2023],
		[{}, { name: 'Copy of July', year: 2050 }, 2050],
	])('of an exam set with the options %j is %j', async (options, expected, year) => {
		const { course, examSet } = createContent(site());
		const { id: courseId } = await course();
		const { id } = await examSet({ courseId }, { name: 'July', year });
		const answer = await call('POST', `/courses/${courseId}/examsets/${id}/copy`, {
			...options,
			with: 'structure',
		});
		expect(answer.body.data).toMatchObject(expected);
	});

	it('replaces the old year by the requested one, and never within a longer number', async () => {
		const { course, examSet } = createContent(site());
		const { id: courseId } = await course();
		const { id } = await examSet({ courseId }, { name: '2025 July (2025/I) 12025', year: 2025 });
		const answer = await call('POST', `/courses/${courseId}/examsets/${id}/copy`, {
			year: 2027,
			with: 'structure',
		});
		expect(answer.body.data.name).toBe('2027 July (2027/I) 12025');
	});

	it('of a subject stays in its course, last in order', async () => {
		const { course, first, second } = await makeCourse();
		const at = `/courses/${course.id}/subjects`;
		const { body } = await call('POST', `${at}/${first.id}/copy`, { with: 'structure' });
		expect(body.data).toMatchObject({
			name: 'Copy of Gas',
			order_num: 3,
			published: false,
			freeSubject: true,
			stats: { topicCount: 1, paperCount: 0 },
		});
		expect(await get(`${at}/${body.data.id}/topics`)).toMatchObject([
			{ name: 'Flames', topicUrl: null, freeTopic: true, isPublished: false, order_num: 4 },
		]);
		expect((await get(at)).map(({ id }: { id: string }) => id)).toEqual([
			...[second.id, first.id, body.data.id],
		]);
	});

	it.each(['files', 'structure'] as const)(
		'of a topic or a paper is one item, with or without its file (%s)',
		async (mode) => {
			const { course, first, second, set, link } = await makeCourse();
			for (const list of [
				`/courses/${course.id}/subjects/${first.id}/topics`,
				`/courses/${course.id}/examsets/${set.id}/pastpapers`,
			]) {
				const before = await get(list);
				const [{ id: _, ...item }] = before;
				const path = `${list}/${before[0].id}/copy`;
				const { status, body } = await call('POST', path, { with: mode, name: 'Once more' });
				expect(status).toBe(201);
				const file = { files: link, structure: null }[mode];
				expect(body.data).toEqual({
					...drafts([item])[0],
					...('topicUrl' in item ? { topicUrl: file } : { url: file }),
					id: expect.any(String),
					name: 'Once more',
					order_num: Math.max(...before.map((row: typeof item) => row.order_num)) + 1,
					version: 1,
					created_at: expect.any(String),
					updated_at: expect.any(String),
				});
				expect(await get(list)).toEqual([...before, body.data]);
			}
			expect(await get(`/courses/${course.id}/subjects/${second.id}/topics`)).toHaveLength(1);
		},
	);

	it('has a name of at most 200 characters, cut between code points', async () => {
		const { course } = createContent(site());
		const { id } = await course({ name: '🔧'.repeat(200) });
		const { body } = await call('POST', `/courses/${id}/copy`, { with: 'structure' });
		expect([...body.data.name]).toHaveLength(200);
		expect(body.data.name).toBe(`Copy of ${'🔧'.repeat(192)}`);
	});

	it('refuses unknown options', async () => {
		const { course, set } = await makeCourse();
		const at = `/courses/${course.id}`;
		const before = await contentRows(site());
		expect(await call('POST', `${at}/copy`, {})).toMatchObject(
			refused({ with: 'With must be structure or files' }),
		);
		expect(await call('POST', `${at}/copy`, { with: 'files', name: ' ' })).toMatchObject(
			refused({ name: 'Course name is required' }),
		);
		expect(
			await call('POST', `${at}/examsets/${set.id}/copy`, { with: 'files', year: 1999 }),
		).toMatchObject(refused({ year: 'Year must be 2000 or later' }));
		const elsewhere = await createContent(site()).course();
		expect(
			await call('POST', `/courses/${elsewhere.id}/examsets/${set.id}/copy`, { with: 'files' }),
		).toMatchObject(absent('Exam Set'));
		expect(await call('POST', '/courses/nothing/copy', { with: 'files' })).toMatchObject(
			absent('Course'),
		);
		const after = await contentRows(site());
		expect(after.flat().length - before.flat().length).toBe(1);
	});

	it('is created once for an Idempotency-Key', async () => {
		const { course } = await makeCourse();
		const options = { name: 'Made once', with: 'files' };
		const copy = () =>
			call('POST', `/courses/${course.id}/copy`, options, { 'idempotency-key': course.id });
		const answers = await Promise.all([copy(), copy()]);
		answers.push(await copy());
		expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
		const names = (await get('/courses')).map(({ name }: { name: string }) => name);
		expect(names.filter((name: string) => name === 'Made once')).toHaveLength(1);
	});

	it('omits a link to a missing file of ours', async () => {
		const { course, set, link } = await makeCourse();
		await site().database.write((trx) =>
			trx.deleteFrom('files').where('key', '=', link.slice(7, 71)).execute(),
		);
		const at = `/courses/${course.id}/examsets`;
		const { body } = await call('POST', `${at}/${set.id}/copy`, { with: 'files' });
		expect(await get(`${at}/${body.data.id}/pastpapers`)).toMatchObject([
			{ name: 'P1', url: null },
			{ name: 'P2', url: ELSEWHERE },
			{ name: 'P3', url: null },
		]);
		const [paper] = await get(`${at}/${set.id}/pastpapers`);
		expect(paper.url).toBe(link);
		const alone = `${at}/${set.id}/pastpapers/${paper.id}/copy`;
		expect((await call('POST', alone, { with: 'files' })).body.data.url).toBeNull();
	});
});
