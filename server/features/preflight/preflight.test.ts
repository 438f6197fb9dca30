import { expect, it } from 'vitest';
import type { Finding } from '#shared/contract/preflight.ts';
import { pdf } from '../../files/fixtures/documents.ts';
import { upload } from '../../files/fixtures/form.ts';
import { onEveryEngine } from '../../test-app.ts';
import { absent, contentOf, refused } from '../../test-content.ts';
import { scanOf, paper as shortPaper } from '../insides/fixtures/papers.ts';
import { readFiles } from '../insides/read-files.ts';

const url = (name: string) => `https://example.org/${name}.pdf`;
let count = 0;

onEveryEngine('a preflight', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const make = () => contentOf(site());
	const look = async (path: string) => (await call('GET', `${path}/preflight`)).body.data;
	/** What is found, each as its code and the thing's name. */
	const found = async (path: string): Promise<string[]> =>
		(await look(path)).findings.map(({ code, name }: Finding) => `${code} ${name}`);

	/** A course of which everything is in order: all published, each thing with a file of its own. */
	const good = async () => {
		const { course, subject, topic, examSet, paper } = make();
		const { id: courseId } = await course({ price: 500 });
		const { id: subjectId } = await subject({ courseId });
		const free = { freeTopic: true, topicUrl: url(`t${count++}`) };
		const { id: topicId } = await topic({ courseId, subjectId }, free);
		const { id: examSetId } = await examSet({ courseId }, { is_published: true });
		const own = { published: true, url: url(`p${count++}`) };
		const { id: paperId } = await paper({ courseId, examSetId }, own);
		const path = `/courses/${courseId}`;
		return {
			courseId,
			subjectId,
			topicId,
			examSetId,
			paperId,
			path,
			subject: `${path}/subjects/${subjectId}`,
			topic: `${path}/subjects/${subjectId}/topics/${topicId}`,
			examSet: `${path}/examsets/${examSetId}`,
			paper: `${path}/examsets/${examSetId}/pastpapers/${paperId}`,
		};
	};
	const change = async (path: string, fields: object) => {
		const { status } = await call('PUT', path, fields);
		expect(status).toBe(200);
	};

	it('finds nothing where everything is in order', async () => {
		const { path, subject, examSet } = await good();
		const nothing = { ready: true, findings: [], more: 0, drafts: { ready: 0, warned: 0 } };
		for (const each of [path, subject, examSet]) expect(await look(each)).toEqual(nothing);
	});

	it('says of each finding what it is about, where that lies and the way out', async () => {
		const { path, examSet, courseId, examSetId, paperId, paper } = await good();
		await change(paper, { url: null });
		const finding = {
			severity: 'stops',
			code: 'no_file',
			kind: 'pastpapers',
			id: paperId,
			name: 'Theory',
			text: '“Theory” in “July” has no file. Add one.',
			draft: false,
			path: [
				{ kind: 'courses', id: courseId, name: 'Plumbing' },
				{ kind: 'examsets', id: examSetId, name: 'July' },
			],
		};
		for (const each of [path, examSet])
			expect(await look(each)).toMatchObject({ ready: false, findings: [finding], more: 0 });
		await change(paper, { url: url('again') });
		expect(await found(path)).toEqual([]);
	});

	it('finds a course, a subject or an exam set with nothing in it', async () => {
		const { id } = await make().course();
		expect(await found(`/courses/${id}`)).toEqual(['nothing_in_it Plumbing']);
		const { path, courseId, examSetId, subjectId, paper, topic } = await good();
		await call('DELETE', topic);
		expect(await found(path)).toContain('nothing_in_it Pipework');
		// Papers about it are something.
		await change(paper, { subject_id: subjectId });
		expect(await found(path)).toEqual([]);
		await call('DELETE', paper);
		expect(await found(path)).toEqual(['nothing_in_it Pipework', 'nothing_in_it July']);
		await make().paper({ courseId, examSetId }, { published: true, url: url('new') });
		expect(await found(path)).toEqual(['nothing_in_it Pipework']);
	});

	it('finds what is published under a draft, and what holds nothing but drafts', async () => {
		const { path, subject, topic } = await good();
		await change(subject, { published: false });
		expect(await found(path)).toEqual(['under_draft Joints']);
		// Where the draft itself is to be published, that is over.
		expect(await found(subject)).toEqual([]);
		await change(topic, { isPublished: false });
		expect(await found(path)).toEqual([]);
		expect(await look(path)).toMatchObject({ ready: true, drafts: { ready: 2, warned: 0 } });
		await change(subject, { published: true });
		expect(await found(path)).toEqual(['only_drafts Pipework']);
	});

	it('finds a link of ours whose file is gone, by its row or by its content', async () => {
		const { path, paper, topic } = await good();
		const [a, b] = [await pdf(`Lost ${count++}`), await pdf(`Lost ${count++}`)];
		const [first, second] = [await upload(site(), 'a.pdf', a), await upload(site(), 'b.pdf', b)];
		await change(paper, { url: first.body.url });
		await change(topic, { topicUrl: second.body.url });
		const lost = async (link: string) =>
			site()
				.database.read.selectFrom('files')
				.select('sha256')
				.where('key', '=', link.slice(7, 71))
				.executeTakeFirstOrThrow();
		await site().files.remove((await lost(first.body.url)).sha256);
		expect(await found(path)).toEqual(['file_missing Theory']);
		await site().database.write((trx) =>
			trx.deleteFrom('files').where('key', '=', second.body.url.slice(7, 71)).execute(),
		);
		expect(await found(path)).toEqual(['file_missing Joints', 'file_missing Theory']);
		await upload(site(), 'a.pdf', a);
		await upload(site(), 'b.pdf', b);
		expect(await found(path)).toEqual([]);
	});

	it('finds a scan without text, pages that lack and a file that cannot be read, once it is read', async () => {
		const { path, paper, topic } = await good();
		const short = await upload(site(), 'short.pdf', await shortPaper());
		const scan = await upload(site(), 'scan.pdf', await scanOf(() => 128));
		await change(paper, { url: short.body.url });
		await change(topic, { topicUrl: scan.body.url });
		expect(await found(path)).toEqual([]);
		await readFiles(site());
		expect(await found(path)).toEqual(['scan Joints', 'pages_missing Theory']);
		await site().database.write((trx) =>
			trx
				.updateTable('insides')
				.set({ state: 'unreadable', problem: 'It is damaged.', text: 'none', stated_pages: null })
				.execute(),
		);
		expect(await found(path)).toEqual(['unreadable Joints', 'unreadable Theory']);
		await change(paper, { url: url('other') });
		await change(topic, { topicUrl: url('another') });
		expect(await found(path)).toEqual([]);
	});

	it('finds a link to a file of another type, and lets pages of the web be', async () => {
		const { path, paper, topic } = await good();
		await change(paper, { url: 'https://example.org/slides.PPTX?x=1' });
		await change(topic, { topicUrl: 'https://example.org/slides.pptx' });
		expect(await found(path)).toEqual(['other_type Theory']);
		await change(topic, { topicUrl: 'https://example.org/scan.jpg' });
		expect(await found(path)).toEqual(['other_type Joints', 'other_type Theory']);
		await change(topic, { topicUrl: 'https://example.org/lessons/ohm.html' });
		await change(paper, { url: 'https://example.org/' });
		expect(await found(path)).toEqual([]);
	});

	it('finds the same file twice in a course, by its content', async () => {
		const { path, paper, courseId, examSetId, examSet } = await good();
		const content = await pdf(`Twice ${count++}`);
		const names = ['a.pdf', 'b.pdf'];
		const [a, b] = await Promise.all(names.map((name) => upload(site(), name, content)));
		await change(paper, { url: a?.body.url });
		const other = await make().examSet({ courseId }, { name: 'March', order_num: 2 });
		const place = { courseId, examSetId: other.id };
		const twin = await make().paper(place, { name: 'Twin', url: b?.body.url });
		expect(await found(path)).toEqual(['same_file Twin']);
		// Of an exam set that is looked at by itself, what is elsewhere is the other one.
		const [only] = (await look(examSet)).findings;
		expect(only.text).toBe(
			'“Theory” in “July” has the same file as “Twin” in “March”. Put another one in its place.',
		);
		await make().paper({ courseId, examSetId }, { name: 'Third', url: b?.body.url });
		expect(await found(examSet)).toEqual(['same_file Theory', 'same_file Third']);
		await change(`${path}/examsets/${other.id}/pastpapers/${twin.id}`, { url: url('own') });
		expect(await found(examSet)).toEqual(['same_file Third']);
	});

	it('finds an order twice among siblings alone', async () => {
		const { path, examSet, courseId, examSetId } = await good();
		const { id } = await make().examSet({ courseId }, { name: 'March', order_num: 1 });
		const own = { name: 'Second', order_num: 1, url: url(`o${count++}`) };
		await make().paper({ courseId, examSetId: id }, own);
		expect(await found(path)).toEqual(['same_order March']);
		expect(await found(`${path}/examsets/${id}`)).toEqual([]);
		const twin = { name: 'Twin', order_num: 1, url: url(`o${count++}`), kind: 'marking_scheme' };
		const { id: paperId } = await make().paper({ courseId, examSetId }, twin);
		// Where its paper stands, a marking scheme may stand too.
		expect(await found(examSet)).toEqual([]);
		await change(`${examSet}/pastpapers/${paperId}`, { kind: 'paper' });
		expect(await found(examSet)).toEqual(['same_order Twin']);
		await change(`${examSet}/pastpapers/${paperId}`, { order_num: 2 });
		await change(`${path}/examsets/${id}`, { order_num: 2 });
		expect(await found(path)).toEqual([]);
	});

	it('finds premium content without a price, and a free course without anything free', async () => {
		const { path, topic, paper, subject } = await good();
		await change(path, { price: null });
		expect(await found(path)).toEqual(['no_price Plumbing']);
		await change(path, { price: 0 });
		expect(await found(path)).toEqual([]);
		await change(topic, { freeTopic: false });
		expect(await found(path)).toEqual(['nothing_free Plumbing']);
		expect(await found(subject)).toEqual([]);
		await change(subject, { freeSubject: true });
		expect(await found(path)).toEqual([]);
		await change(paper, { free: true });
		await change(path, { price: null });
		expect(await found(path)).toEqual([]);
	});

	it('tells of several how each would be alone, in the order asked, and leaves out what is not there', async () => {
		const { courseId, examSetId } = await good();
		const { id } = await make().examSet({ courseId }, { name: 'March', order_num: 2 });
		await make().paper({ courseId, examSetId: id }, { url: url(`s${count++}`) });
		const asked = `${id},${examSetId},nothing,01900000-0000-7000-8000-000000000000,${id}`;
		const { body } = await call('GET', `/preflight?kind=examsets&ids=${asked}`);
		expect(body.data).toMatchObject([
			{ kind: 'examsets', id, name: 'March', findings: [{ code: 'only_drafts', id }] },
			{ kind: 'examsets', id: examSetId, name: 'July', findings: [] },
		]);
		const kind = 'Kind must be one of courses, subjects, examsets';
		expect(await call('GET', '/preflight?kind=topics&ids=a')).toMatchObject(refused({ kind }));
		const ids = 'Ids must be at most 100';
		const many = Array(101).fill('a').join();
		expect(await call('GET', `/preflight?kind=subjects&ids=${many}`)).toMatchObject(
			refused({ ids }),
		);
	});

	it('is not there where the thing is not, or lies elsewhere', async () => {
		const [mine, other] = [await good(), await good()];
		expect(await call('GET', '/courses/no-such/preflight')).toMatchObject(absent('Course'));
		const wrong = `/courses/${other.courseId}/examsets/${mine.examSetId}/preflight`;
		expect(await call('GET', wrong)).toMatchObject(absent('Exam set'));
		await call('DELETE', mine.examSet);
		expect(await call('GET', `${mine.examSet}/preflight`)).toMatchObject(absent('Exam set'));
		expect((await (await site().as('viewer')).call('GET', `${mine.path}/preflight`)).status).toBe(
			200,
		);
	});
});
