import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent, refused } from '../../testing/content.ts';

const LINK = 'https://example.org/paper.pdf';

onEveryEngine('the coverage of a course', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const of = async (courseId: string) =>
		(await call('GET', `/courses/${courseId}/coverage`)).body.data;
	const statesOf = async (courseId: string) =>
		(await of(courseId)).rows.map(({ cells }: { cells: { state: string }[] }) =>
			cells.map(({ state }) => state),
		);

	/** Creates two subjects, a series in each of three years, and papers in every state. */
	const makeCourse = async () => {
		const { course, subject, examSet, paper } = createContent(site());
		const { id: courseId } = await course({ name: 'Welding' });
		const place = { courseId };
		const second = await subject(place, { name: 'Arc', order_num: 2 });
		const first = await subject(place, { name: 'Gas', order_num: 1 });
		const make = async (year: number, series: string | null, over = {}) =>
			(await examSet(place, { name: `${series} ${year}`, year, series, ...over })).id;
		const sets = {
			july24: await make(2024, 'july'),
			november24: await make(2024, 'november'),
			mock25: await make(2025, null),
			march25: await make(2025, 'march'),
		};
		const add = (examSetId: string, subject_id: string | null, over = {}) =>
			paper({ courseId, examSetId }, { subject_id, ...over });
		return { courseId, first, second, sets, add, make };
	};

	it('has subjects in their order, and years and series newest first', async () => {
		const { courseId, first, second } = await makeCourse();
		const { columns, rows, totals } = await of(courseId);
		expect(columns).toEqual([
			{ year: 2025, series: 'march' },
			{ year: 2025, series: null },
			{ year: 2024, series: 'november' },
			{ year: 2024, series: 'july' },
		]);
		expect(rows.map(({ subject }: { subject: unknown }) => subject)).toEqual([
			{ id: first.id, name: 'Gas' },
			{ id: second.id, name: 'Arc' },
		]);
		expect(totals).toEqual({ published: 0, draft: 0, no_file: 0, missing: 8, not_held: 0 });
	});

	it('has the best state and the papers of each cell, without marking schemes', async () => {
		const { courseId, first, second, sets, add } = await makeCourse();
		const bare = await add(sets.july24, first.id, { published: true });
		const draft = await add(sets.november24, first.id, { url: LINK });
		const twice = [
			await add(sets.march25, first.id, { order_num: 2 }),
			await add(sets.march25, first.id, { url: LINK, published: true, order_num: 1 }),
		];
		await add(sets.mock25, first.id, { url: LINK, published: true, kind: 'marking_scheme' });
		await add(sets.mock25, second.id, { kind: 'other' });
		const { rows, totals } = await of(courseId);
		expect(rows[0].cells).toEqual([
			{ state: 'published', papers: [twice[1]?.id, twice[0]?.id] },
			{ state: 'missing', papers: [] },
			{ state: 'draft', papers: [draft.id] },
			{ state: 'no_file', papers: [bare.id] },
		]);
		expect(totals).toEqual({ published: 1, draft: 1, no_file: 1, missing: 5, not_held: 0 });
		const overview = await call('GET', `/courses/${courseId}/overview`);
		expect(overview.body.data.coverage).toEqual({ missing: 5, of: 8 });
	});

	it('has one column for two sets of a series, and a row without a subject that lacks nothing', async () => {
		const { courseId, sets, add, make } = await makeCourse();
		const cdacc = await make(2024, 'july', { name: 'CDACC' });
		const [a, b] = [await add(sets.july24, null), await add(cdacc, null, { url: LINK })];
		const { columns, rows } = await of(courseId);
		expect(columns).toHaveLength(4);
		expect(rows[2]).toEqual({
			subject: null,
			cells: [
				...Array(3).fill({ state: null, papers: [] }),
				{ state: 'draft', papers: expect.arrayContaining([a.id, b.id]) },
			],
		});
	});

	it('counts a deleted paper as missing until it is restored', async () => {
		const { courseId, first, sets, add } = await makeCourse();
		const { id } = await add(sets.july24, first.id, { url: LINK });
		const papers = `/courses/${courseId}/examsets/${sets.july24}/pastpapers`;
		const { deletion } = (await call('DELETE', `${papers}/${id}`)).body;
		expect((await statesOf(courseId))[0][3]).toBe('missing');
		await call('POST', `/trash/${deletion}/restore`);
		expect((await statesOf(courseId))[0][3]).toBe('draft');
		await call('DELETE', `/courses/${courseId}/examsets/${sets.july24}`);
		expect((await of(courseId)).columns).toHaveLength(3);
	});

	it('answers 404 for an unknown course', async () => {
		for (const courseId of ['01900000-0000-7000-8000-000000000000', 'x']) {
			expect(await call('GET', `/courses/${courseId}/coverage`)).toMatchObject(absent('Course'));
			const body = { subject_id: null, year: 2020, series: null, not_held: true };
			expect(await call('PUT', `/courses/${courseId}/coverage`, body)).toMatchObject(
				absent('Course'),
			);
		}
	});

	it('marks an exam as not held, and removes the mark', async () => {
		const { courseId, first, sets, add } = await makeCourse();
		const put = (body: object) =>
			call('PUT', `/courses/${courseId}/coverage`, {
				subject_id: first.id,
				year: 2024,
				series: 'july',
				not_held: true,
				...body,
			});
		const { status, body } = await put({});
		expect(status).toBe(200);
		expect(body.data.rows[0].cells[3]).toEqual({
			state: 'not_held',
			papers: [],
			marked: { by: expect.any(String), at: expect.stringMatching(/Z$/), whole: false },
		});
		expect(body.data.totals).toMatchObject({ missing: 7, not_held: 1 });
		const written = async () =>
			(await call('GET', '/audit?item_kind=coverage')).body.data.data.filter(
				({ item }: { item: { parents: { id: string }[] } }) => item.parents[0]?.id === courseId,
			);
		expect((await put({})).status).toBe(200);
		expect(await written()).toMatchObject([
			{
				action: 'update',
				item: {
					name: 'July 2024',
					parents: [{ kind: 'course' }, { kind: 'subject', name: 'Gas' }],
				},
				before: { not_held: false },
				after: { not_held: true },
			},
		]);
		const { id } = await add(sets.july24, first.id);
		expect((await of(courseId)).rows[0].cells[3]).toEqual({ state: 'no_file', papers: [id] });
		await call('DELETE', `/courses/${courseId}/examsets/${sets.july24}/pastpapers/${id}`);
		const back = await put({ not_held: false });
		expect(back.body.data.rows[0].cells[3]).toEqual({ state: 'missing', papers: [] });
		expect(await written()).toHaveLength(2);
	});

	it('marks a whole series, which need not exist, and then rejects changes of one subject', async () => {
		const { courseId, first } = await makeCourse();
		const body = { subject_id: null, year: 2020, series: 'july', not_held: true };
		const put = (over: object) =>
			call('PUT', `/courses/${courseId}/coverage`, { ...body, ...over });
		const { columns, rows } = (await put({})).body.data;
		expect(columns.at(-1)).toEqual({ year: 2020, series: 'july' });
		expect(rows.map(({ cells }: { cells: object[] }) => cells.at(-1))).toEqual(
			Array(2).fill(expect.objectContaining({ state: 'not_held' })),
		);
		expect(await put({ subject_id: first.id, not_held: false })).toMatchObject({
			status: 409,
			body: { code: 'conflict', error: expect.stringContaining('July 2020 was not held') },
		});
		expect((await put({ not_held: false })).body.data.columns).toHaveLength(4);
	});

	it.each([
		[{ subject_id: 'x' }, { subject_id: 'Subject must be one of the course' }],
		[{ year: null }, { year: 'Year is required' }],
		[{ series: 'june' }, { series: 'Series must be march, july, november or other' }],
		[{ not_held: 'yes' }, { not_held: 'Not held must be true or false' }],
	] as [object, Record<string, string>][])('refuses %j', async (over, fields) => {
		const { id } = await createContent(site()).course();
		const body = { subject_id: null, year: 2020, series: null, not_held: true, ...over };
		expect(await call('PUT', `/courses/${id}/coverage`, body)).toMatchObject(refused(fields));
	});

	it('keeps marks of items in the trash, and deletes them with the items', async () => {
		const { courseId, first } = await makeCourse();
		const body = { subject_id: first.id, year: 2024, series: 'july', not_held: true };
		await call('PUT', `/courses/${courseId}/coverage`, body);
		const remove = async () =>
			(await call('DELETE', `/courses/${courseId}/subjects/${first.id}`)).body.deletion;
		await call('POST', `/trash/${await remove()}/restore`);
		expect((await of(courseId)).totals.not_held).toBe(1);
		const deletion = await remove();
		expect((await of(courseId)).totals.not_held).toBe(0);
		const left = () =>
			site()
				.database.read.selectFrom('not_held')
				.selectAll()
				.where('course_id', '=', courseId)
				.execute();
		expect(await left()).toHaveLength(1);
		expect((await call('DELETE', `/trash/${deletion}`)).status).toBe(200);
		expect(await left()).toEqual([]);
	});
});

onEveryEngine('the missing papers of all courses', (site) => {
	let courseIds: string[];
	beforeAll(async () => {
		const { course, subject, examSet, paper } = createContent(site());
		courseIds = [];
		for (const name of ['Brick', 'Arc']) {
			const { id: courseId } = await course({ name });
			const place = { courseId };
			const one = await subject(place, { name: 'One' });
			await subject(place, { name: 'Two' });
			for (const [year, series] of [
				[2024, 'july'],
				[2024, 'november'],
				[2023, null],
			] as const) {
				const { id: examSetId } = await examSet(place, { year, series });
				if (name === 'Arc' || year === 2023)
					await paper({ courseId, examSetId }, { subject_id: one.id });
			}
			courseIds.push(courseId);
		}
	});

	it('are listed newest first, then by the number missing', async () => {
		const [brick, arc] = courseIds;
		const two = (await site().call('GET', `/courses/${arc}/subjects`)).body.data[1];
		const mark = { subject_id: two.id, year: 2023, series: null, not_held: true };
		await site().call('PUT', `/courses/${arc}/coverage`, mark);
		const { body } = await site().call('GET', '/coverage');
		const listed = body.data.data.map(
			({ course, year, series, missing, subjects }: Record<string, { id: string } | number>) => [
				(course as { id: string }).id,
				...[year, series, missing, subjects],
			],
		);
		expect(listed).toEqual([
			[brick, 2024, 'november', 2, 2],
			[arc, 2024, 'november', 1, 2],
			[brick, 2024, 'july', 2, 2],
			[arc, 2024, 'july', 1, 2],
			[brick, 2023, null, 1, 2],
		]);
		expect(body.data.total).toBe(5);
		const second = (await site().call('GET', '/coverage?limit=2&page=2')).body.data;
		expect(second.data.map(({ year }: { year: number }) => year)).toEqual([2024, 2024]);
		expect((await site().call('GET', '/coverage?page=0')).status).toBe(422);
	});
});
