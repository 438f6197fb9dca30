import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent, type Family, refused } from '../../testing/content.ts';

const LINK = 'https://example.org/notes.pdf';
const INVALID_URL = 'Please enter a valid URL';

onEveryEngine('topics', (site) => {
	let family: Family;
	let list: string;
	beforeAll(async () => {
		family = await createContent(site()).family();
		list = `/courses/${family.courseId}/subjects/${family.subjectId}/topics`;
	});
	const create = (body: unknown) => site().call('POST', list, body);

	it('start last in order, published, not free and without a link', async () => {
		const { subject } = createContent(site());
		const { id: subjectId } = await subject(family);
		const empty = `/courses/${family.courseId}/subjects/${subjectId}/topics`;
		const make = async (body: object) => (await site().call('POST', empty, body)).body.data;
		expect(await make({ name: 'First' })).toMatchObject({
			order_num: 1,
			isPublished: true,
			freeTopic: false,
			topicUrl: null,
			subject_id: subjectId,
		});
		expect((await make({ name: 'Second' })).order_num).toBe(2);
		expect((await make({ name: 'Far', order_num: 40 })).order_num).toBe(40);
		expect((await make({ name: 'Next' })).order_num).toBe(41);
		expect((await make({ name: 'Before', order_num: 3 })).order_num).toBe(3);
		expect((await make({ name: 'Last' })).order_num).toBe(42);
	});

	it('accept both names of their link on create, and answer with topicUrl', async () => {
		for (const body of [
			{ topicUrl: LINK },
			{ url: LINK },
			{ topicUrl: LINK, url: 'https://example.org/other.pdf' },
		]) {
			const { status, body: answer } = await create({ name: 'Linked', ...body });
			expect(status).toBe(201);
			expect(answer.data.topicUrl).toBe(LINK);
			expect(answer.data).not.toHaveProperty('url');
		}
		expect((await create({ name: 'N', topicUrl: null, url: LINK })).body.data.topicUrl).toBeNull();
		expect((await create({ name: 'N', url: null })).body.data.topicUrl).toBeNull();
	});

	it('accept only topicUrl on update', async () => {
		const { id } = (await create({ name: 'Linked', topicUrl: LINK })).body.data;
		const put = (body: unknown) => site().call('PUT', `${list}/${id}`, body);
		expect((await put({ url: 'https://example.org/b.pdf' })).status).toBe(422);
		expect((await put({ topicUrl: null })).body.data.topicUrl).toBeNull();
		expect((await put({ topicUrl: LINK })).body.data.topicUrl).toBe(LINK);
	});

	it('reject an own link without a file, under the sent field name', async () => {
		const nowhere = `/files/${'0'.repeat(64)}.pdf`;
		for (const field of ['topicUrl', 'url'])
			expect(await create({ name: 'N', [field]: nowhere })).toMatchObject(
				refused({ [field]: INVALID_URL }),
			);
		expect(
			await site().call('PUT', `${list}/${family.topicId}`, { topicUrl: nowhere }),
		).toMatchObject(refused({ topicUrl: INVALID_URL }));
	});

	it('accept a link of the maximum length in any script', async () => {
		// Too random to compress, so that a database index on links must hold the full length.
		const far = Array.from({ length: 2_000 }, (_, n) =>
			String.fromCharCode(0x4e00 + ((n * n * 31 + n * 17) % 20_000)),
		).join('');
		const topicUrl = `https://example.org/${far}`;
		const { status, body } = await create({ name: 'Far', topicUrl });
		expect(status).toBe(201);
		expect(body.data.topicUrl).toBe(topicUrl.normalize('NFC'));
	});

	it('reject a wrong url on create like a wrong topicUrl', async () => {
		expect(await create({ name: 'T', url: 'notes' })).toMatchObject(refused({ url: INVALID_URL }));
	});

	it('have no content that is deleted with them', async () => {
		const { body } = await site().call('GET', `${list}/${family.topicId}/deletion-impact`);
		expect(Object.values(body.data)).toEqual([0, 0, 0, 0, 0, expect.any(String)]);
	});
});
