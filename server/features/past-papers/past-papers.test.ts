import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../test-app.ts';
import { contentOf, type Family, refused } from '../../test-content.ts';

const LINK = 'https://example.org/paper.pdf';
const NOT_OF_THE_COURSE = 'Subject must be one of the course';
const NOT_A_DOCUMENT = 'A past paper must be a PDF or Word file (.pdf, .doc, .docx)';

onEveryEngine('past papers', (site) => {
	let family: Family;
	let list: string;
	beforeAll(async () => {
		family = await contentOf(site()).family();
		list = `/courses/${family.courseId}/examsets/${family.examSetId}/pastpapers`;
	});
	const create = (body: unknown) => site().call('POST', list, body);
	const put = (body: unknown) => site().call('PUT', `${list}/${family.paperId}`, body);

	it('start last in order, unpublished, not free, without a file or a subject', async () => {
		const { id: examSetId } = await contentOf(site()).examSet(family);
		const empty = `/courses/${family.courseId}/examsets/${examSetId}/pastpapers`;
		const make = async (body: object) => (await site().call('POST', empty, body)).body.data;
		expect(await make({ name: 'First' })).toMatchObject({
			order_num: 1,
			published: false,
			free: false,
			url: null,
			subject_id: null,
			examset_id: examSetId,
			course_id: family.courseId,
		});
		expect((await make({ name: 'Second' })).order_num).toBe(2);
	});

	it('get orders of their own when twenty are created at once', async () => {
		const { id: examSetId } = await contentOf(site()).examSet(family);
		const empty = `/courses/${family.courseId}/examsets/${examSetId}/pastpapers`;
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, n) => site().call('POST', empty, { name: `Paper ${n}` })),
		);
		expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
		const orders = answers.map(({ body }) => body.data.order_num).sort((a, b) => a - b);
		expect(orders).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
	});

	it('may have order 0 once they exist, and not before', async () => {
		expect(await create({ name: 'P', order_num: 0 })).toMatchObject(
			refused({ order_num: 'Order must be at least 1' }),
		);
		expect((await put({ order_num: 0 })).body.data.order_num).toBe(0);
		expect(await put({ order_num: -1 })).toMatchObject(
			refused({ order_num: 'Order must be at least 0' }),
		);
	});

	it('may be about a subject of their course, or of none', async () => {
		const { subject } = contentOf(site());
		const { id } = await subject(family, { name: 'Electronics' });
		const made = await create({ name: 'P', subject_id: id });
		expect(made.body.data.subject_id).toBe(id);
		const one = `${list}/${made.body.data.id}`;
		expect((await site().call('PUT', one, { name: 'Q' })).body.data.subject_id).toBe(id);
		const cleared = await site().call('PUT', one, { subject_id: null });
		expect(cleared.body.data.subject_id).toBeNull();
	});

	it('may not be about a subject of another course, or one that is none', async () => {
		const stranger = await contentOf(site()).family();
		const wrong = refused({ subject_id: NOT_OF_THE_COURSE });
		for (const subject_id of [
			stranger.subjectId,
			family.topicId,
			family.courseId,
			'01900000-0000-7000-8000-000000000000',
			'',
			'%00',
			'x'.repeat(300),
			7,
			{},
		]) {
			expect(await create({ name: 'P', subject_id })).toMatchObject(wrong);
			expect(await put({ subject_id })).toMatchObject(wrong);
		}
		expect(await put({ subject_id: '\u0000' })).toMatchObject({
			status: 422,
			body: { fields: { subject_id: expect.any(String) } },
		});
	});

	it('link to a file, lose it to null, and keep it otherwise', async () => {
		expect((await put({ url: LINK })).body.data.url).toBe(LINK);
		expect((await put({ free: true })).body.data.url).toBe(LINK);
		expect((await put({ url: null })).body.data.url).toBeNull();
	});

	it('may not link to a presentation of ours, nor to a file that is not there', async () => {
		const key = 'a'.repeat(64);
		for (const ending of ['ppt', 'pptx'])
			for (const answer of [
				await create({ name: 'P', url: `/files/${key}.${ending}` }),
				await put({ url: `/files/${key}.${ending}` }),
			])
				expect(answer).toMatchObject(refused({ url: NOT_A_DOCUMENT }));
		expect(await create({ name: 'P', url: `/files/${key}.pdf` })).toMatchObject(
			refused({ url: 'Please enter a valid URL' }),
		);
	});

	it.each([
		[{}, { name: 'Name is required' }],
		[{ name: null }, { name: 'Name is required' }],
		[{ name: '  ' }, { name: 'Name is required' }],
		[{ name: 'P', order_num: null }, { order_num: 'Order number is required' }],
		[{ name: 'P', order_num: '' }, { order_num: 'Order number is required' }],
		[{ name: 'P', order_num: '1' }, { order_num: 'Order must be a whole number' }],
		[{ name: 'P', published: null }, { published: 'Published must be true or false' }],
		[{ name: 'P', free: 'no' }, { free: 'Free must be true or false' }],
		[{ name: 'P', url: 'paper.pdf' }, { url: 'Please enter a valid URL' }],
		[{ name: 'P', url: '' }, { url: 'Please enter a valid URL' }],
	] as [Record<string, unknown>, Record<string, string>][])('refuse %j', async (body, fields) => {
		expect(await create(body)).toMatchObject(refused(fields));
		if ('name' in body) expect(await put(body)).toMatchObject(refused(fields));
	});
});
