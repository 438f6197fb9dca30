import { describe, expect, it } from 'vitest';
import { categories } from '#shared/contract/content/courses.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, contentRows, createContent, refused } from '../../testing/content.ts';

const least = { name: 'Plumbing', order_num: 1, category_id: 'cat_artisan' };

onEveryEngine('courses', (site) => {
	const create = (body: unknown) => site().call('POST', '/courses', body);

	it('require a name, an order and a category, with the messages of the form', async () => {
		const everything = {
			name: 'Course name is required',
			order_num: 'Order is required',
			category_id: 'Category is required',
		};
		expect(await create({})).toMatchObject(refused(everything));
		expect(await create({ name: null, order_num: null, category_id: null })).toMatchObject(
			refused(everything),
		);
		expect(await create({ name: '', order_num: '', category_id: '' })).toMatchObject(
			refused(everything),
		);
		expect(await create({ ...least, name: ' \t\n\u00a0\ufeff ' })).toMatchObject(
			refused({ name: 'Course name is required' }),
		);
	});

	it('have no description, duration or price by default', async () => {
		const { body } = await create(least);
		expect(body.data).toMatchObject({ description: null, duration: null, price: null });
	});

	it('remove description, duration and price with null only', async () => {
		const all = { description: 'Pipes', duration: 12, price: 900 };
		const { id } = await createContent(site()).course(all);
		const put = (body: unknown) => site().call('PUT', `/courses/${id}`, body);
		expect((await put({ name: 'Pipes' })).body.data).toMatchObject(all);
		expect((await put({ price: null })).body.data).toMatchObject({ ...all, price: null });
		expect((await put({ duration: null })).body.data.duration).toBeNull();
		expect((await put({ description: null })).body.data.description).toBeNull();
	});

	it('keep line breaks of a description, and drop a blank one', async () => {
		const { course } = createContent(site());
		expect((await course({ description: ' One.\r\nTwo.\n\n\tThree. ' })).description).toBe(
			'One.\nTwo.\n\n\tThree.',
		);
		expect((await course({ description: '' })).description).toBeNull();
		expect((await course({ description: ' \r\n ' })).description).toBeNull();
	});

	it('keep name, order and category in a PUT that would empty them', async () => {
		const { id } = await createContent(site()).course();
		const before = await site().call('GET', `/courses/${id}`);
		const put = (body: unknown) => site().call('PUT', `/courses/${id}`, body);
		expect(await put({ name: ' ' })).toMatchObject(refused({ name: 'Course name is required' }));
		expect(await put({ order_num: null })).toMatchObject(
			refused({ order_num: 'Order is required' }),
		);
		expect(await put({ category_id: '' })).toMatchObject(
			refused({ category_id: 'Category is required' }),
		);
		expect(await site().call('GET', `/courses/${id}`)).toMatchObject({ body: before.body });
	});

	it.each(Object.keys(categories))('may be of the category %s', async (category_id) => {
		expect((await create({ ...least, category_id })).body.data.category_id).toBe(category_id);
	});

	it.each([
		['price', 0],
		['price', 10_000_000],
		['duration', 1],
		['duration', 120],
		['order_num', 1],
		['order_num', 1_000_000],
		['name', '🎓'.repeat(200)],
		['description', '🎓'.repeat(5_000)],
	])('take %s at its limit', async (field, value) => {
		expect((await create({ ...least, [field]: value })).body.data[field]).toBe(value);
	});

	describe('when deleted', () => {
		it('delete all items inside, and nothing else', async () => {
			const { family, topic, paper, subject } = createContent(site());
			const mine = await family();
			await topic(mine, { name: 'Second' });
			await paper(mine, { subject_id: mine.subjectId });
			await subject(mine, { name: 'Empty' });
			const yours = await family();
			const before = await contentRows(site());
			const contents = await site().call('GET', `/courses/${mine.courseId}/deletion-impact`);
			expect(contents.body.data).toMatchObject({
				subjects: 2,
				topics: 2,
				examsets: 1,
				pastpapers: 2,
				unlinkedPapers: 0,
				restorable_until: expect.any(String),
			});
			expect((await site().call('DELETE', `/courses/${mine.courseId}`)).status).toBe(200);
			const isKept = (row: { id: string; course_id?: string }) =>
				row.id !== mine.courseId && row.course_id !== mine.courseId;
			expect(await contentRows(site())).toEqual(before.map((rows) => rows.filter(isKept)));
			expect((await site().call('GET', `/courses/${yours.courseId}`)).status).toBe(200);
			expect(await site().call('GET', `/topics/${mine.topicId}`)).toMatchObject(absent('Topic'));
		});
	});
});
