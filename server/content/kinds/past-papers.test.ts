import { beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent, type Family, refused } from '../../testing/content.ts';

const LINK = 'https://example.org/paper.pdf';
const NOT_OF_THE_COURSE = 'Subject must be one of the course';
const NOT_A_DOCUMENT = 'A past paper must be a PDF or Word file (.pdf, .doc, .docx)';

onEveryEngine('past papers', (site) => {
	let family: Family;
	let list: string;
	beforeAll(async () => {
		family = await createContent(site()).family();
		list = `/courses/${family.courseId}/examsets/${family.examSetId}/pastpapers`;
	});
	const create = (body: unknown) => site().call('POST', list, body);
	const put = (body: unknown) => site().call('PUT', `${list}/${family.paperId}`, body);

	it('start last in order, unpublished, not free, without file and subject', async () => {
		const { id: examSetId } = await createContent(site()).examSet(family);
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

	it('accept order 0 on update but not on create', async () => {
		expect(await create({ name: 'P', order_num: 0 })).toMatchObject(
			refused({ order_num: 'Order must be at least 1' }),
		);
		expect((await put({ order_num: 0 })).body.data.order_num).toBe(0);
		expect(await put({ order_num: -1 })).toMatchObject(
			refused({ order_num: 'Order must be at least 0' }),
		);
	});

	it('accept a subject of their course, or none', async () => {
		const { subject } = createContent(site());
		const { id } = await subject(family, { name: 'Electronics' });
		const made = await create({ name: 'P', subject_id: id });
		expect(made.body.data.subject_id).toBe(id);
		const one = `${list}/${made.body.data.id}`;
		expect((await site().call('PUT', one, { name: 'Q' })).body.data.subject_id).toBe(id);
		const cleared = await site().call('PUT', one, { subject_id: null });
		expect(cleared.body.data.subject_id).toBeNull();
	});

	it('reject a subject of another course and an unknown one', async () => {
		const stranger = await createContent(site()).family();
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

	it('remove their file with null only', async () => {
		expect((await put({ url: LINK })).body.data.url).toBe(LINK);
		expect((await put({ free: true })).body.data.url).toBe(LINK);
		expect((await put({ url: null })).body.data.url).toBeNull();
	});

	it('reject a link to a presentation or to a missing file', async () => {
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

	describe('the printed details of a past paper', () => {
		let family: Family;
		let list: string;
		beforeAll(async () => {
			family = await createContent(site()).family();
			list = `/courses/${family.courseId}/examsets/${family.examSetId}/pastpapers`;
		});
		const make = async (body: object) =>
			(await site().call('POST', list, { name: 'Mathematics III', ...body })).body.data;

		it('default to the kind "paper" only', async () => {
			expect(await make({})).toMatchObject({ codes: [], kind: 'paper', source: null });
			for (const codes of [null, [], ['', '  ']])
				expect(await make({ codes, source: ' ' })).toMatchObject({ codes: [], source: null });
		});

		it('are stored as sent, with trimmed and unique codes', async () => {
			const codes = [' 2521/303 ', 'IT/CU/ICT/CR/3/6', '2602/303', 'it/cu/ict/cr/3/6', '2521/303'];
			const made = await make({ codes, kind: 'marking_scheme', source: 'KNEC' });
			const details = { kind: 'marking_scheme', source: 'KNEC' };
			const stored = { codes: ['2521/303', 'IT/CU/ICT/CR/3/6', '2602/303'], ...details };
			expect(made).toMatchObject(stored);
			expect((await site().call('GET', `${list}/${made.id}`)).body.data).toMatchObject(stored);
			expect((await site().call('GET', `/pastpapers/${made.id}`)).body.data).toMatchObject(stored);
			const again = await site().call('PUT', `${list}/${made.id}`, stored);
			expect(again.body.data.version).toBe(1);
			const none = await site().call('PUT', `${list}/${made.id}`, { codes: null, kind: 'paper' });
			expect(none.body.data).toMatchObject({
				codes: [],
				kind: 'paper',
				source: 'KNEC',
				version: 2,
			});
			const { body } = await site().call('GET', `/versions/pastpapers/${made.id}`);
			expect(body.data.map(({ item }: { item: { codes: string[] } }) => item.codes)).toEqual([
				[],
				stored.codes,
			]);
			const history = await site().call('GET', `/history/pastpaper/${made.id}`);
			expect(history.body.data.data).toMatchObject([
				{
					before: { codes: stored.codes, kind: 'marking_scheme' },
					after: { codes: [], kind: 'paper' },
				},
				{ after: stored },
			]);
		});

		it('are copied, and restored from the trash', async () => {
			const place = { courseId: family.courseId };
			const { id: examSetId } = await createContent(site()).examSet(place, { series: 'july' });
			const details = { codes: ['1052'], kind: 'other' as const, source: 'A teacher' };
			const paper = await createContent(site()).paper({ ...place, examSetId }, details);
			const at = `/courses/${family.courseId}/examsets`;
			const copy = await site().call('POST', `${at}/${examSetId}/copy`, { with: 'structure' });
			expect(copy.body.data).toMatchObject({ series: 'july', year: 2025 });
			const copied = await site().call('GET', `${at}/${copy.body.data.id}/pastpapers`);
			expect(copied.body.data).toMatchObject([details]);
			const { deletion } = (await site().call('DELETE', `${at}/${examSetId}`)).body;
			await site().call('POST', `/trash/${deletion}/restore`);
			const back = await site().call('GET', `${at}/${examSetId}/pastpapers/${paper.id}`);
			expect(back.body.data).toMatchObject(details);
		});

		it('are found by any code, with and without separators', async () => {
			const named = await make({ name: 'Notes on 7719/304 and others' });
			const first = await make({ name: 'Theory', codes: ['7719/304', '7720/304'] });
			const part = await make({ name: '7719/304/2', codes: ['7719/304/2'] });
			const searchIds = async (q: string) => {
				const { body } = await site().call('GET', `/search?q=${encodeURIComponent(q)}`);
				const group = body.data.groups.find(({ kind }: { kind: string }) => kind === 'pastpapers');
				return group?.items.map(({ id }: { id: string }) => id) ?? [];
			};
			for (const q of ['7719/304', '7719304', '7719-304'])
				expect(await searchIds(q)).toEqual([first.id, named.id, part.id]);
			for (const q of ['7720304', '7720 304']) expect(await searchIds(q)).toEqual([first.id]);
			expect(await searchIds('77193042')).toEqual([part.id]);
			await site().call('PUT', `${list}/${first.id}`, { codes: ['8888/304'] });
			expect(await searchIds('7720304')).toEqual([]);
		});
	});
});
