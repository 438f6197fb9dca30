import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/content/bulk.ts';
import type { Finding, Preflight } from '#shared/contract/content/preflight.ts';
import { paper as shortPaper } from '../../papers/extracted-text/fixtures/papers.ts';
import { shareReader } from '../../papers/extracted-text/fixtures/shared-reader.ts';
import { pdf } from '../../platform/files/fixtures/documents.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent } from '../../testing/content.ts';

const readFiles = shareReader();

const url = (name: string | number) => `https://example.org/${name}.pdf`;
let count = 0;

onEveryEngine('the check before publishing', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const make = () => createContent(site());
	const check = async (path: string, query = ''): Promise<Preflight> =>
		(await call('GET', `${path}/preflight${query}`)).body.data;
	const publishAll = (path: string, body: object = {}, headers = {}) =>
		call('POST', `${path}/publish-all`, body, headers);
	const change = async (path: string, fields: object) =>
		expect((await call('PUT', path, fields)).status).toBe(200);

	/** Returns the findings as "live no_file Theory", after comparing the check with publish-all. */
	const find = async (path: string, drafts = true): Promise<string[]> => {
		const report = await check(path, drafts ? '' : '?drafts=false');
		expect(report.ready).toBe(report.findings.every(({ mended }) => mended));
		if (!report.ready) {
			const refused = await publishAll(path, { drafts });
			expect(refused).toMatchObject({ status: 409, body: { code: 'not_ready', data: report } });
		}
		return report.findings.map(
			({ live, mended, code, name }: Finding) =>
				`${mended ? 'mended' : live ? 'live' : 'later'} ${code} ${name}`,
		);
	};

	/** Makes a course without problems in which everything is published. */
	const good = async () => {
		const { course, subject, topic, examSet, paper } = make();
		const { id: courseId } = await course({ price: 500 });
		const { id: subjectId } = await subject({ courseId });
		const topicUrl = url(`t${count++}`);
		const { id: topicId } = await topic({ courseId, subjectId }, { topicUrl });
		const { id: examSetId } = await examSet({ courseId }, { is_published: true });
		const own = { published: true, url: url(`p${count++}`) };
		const { id: paperId } = await paper({ courseId, examSetId }, own);
		const path = `/courses/${courseId}`;
		const subjectPath = `${path}/subjects/${subjectId}`;
		const examSetPath = `${path}/examsets/${examSetId}`;
		return {
			courseId,
			subjectId,
			examSetId,
			paperId,
			path,
			subject: subjectPath,
			topic: `${subjectPath}/topics/${topicId}`,
			examSet: examSetPath,
			paper: `${examSetPath}/pastpapers/${paperId}`,
		};
	};

	/** Makes a draft exam set with papers of these links. */
	const setOf = async (links: (string | null)[], published = false) => {
		const { id: courseId } = await make().course({ price: 500 });
		const { id: examSetId } = await make().examSet({ courseId }, { is_published: false });
		const papers = [];
		for (const [at, link] of links.entries()) {
			const fields = { name: `Paper ${at + 1}`, order_num: at + 1, url: link, published };
			papers.push(await make().paper({ courseId, examSetId }, fields));
		}
		const path = `/courses/${courseId}/examsets/${examSetId}`;
		const states = async () => {
			const set = (await call('GET', path)).body.data;
			const list = (await call('GET', `${path}/pastpapers`)).body.data;
			return [set.is_published, ...list.map((each: { published: boolean }) => each.published)];
		};
		return { courseId, id: examSetId, path, papers, states };
	};

	it('finds nothing in a course without problems', async () => {
		const { path, subject, examSet } = await good();
		const nothing = {
			ready: true,
			published: true,
			visible_from: null,
			drafts: 0,
			findings: [],
		};
		for (const each of [path, subject, examSet]) {
			expect(await check(each)).toEqual(nothing);
			expect(await publishAll(each)).toMatchObject({
				status: 200,
				body: { data: { operations: [] } },
			});
		}
	});

	it('describes findings, now and after publishing', async () => {
		const { path, examSet, paperId, paper } = await good();
		await change(paper, { url: null });
		const finding = {
			severity: 'broken',
			live: true,
			mended: false,
			code: 'no_file',
			kind: 'pastpapers',
			id: paperId,
			name: 'Theory',
			text: '“Theory” in “July” has no file. Add one.',
		};
		for (const each of [path, examSet])
			expect(await check(each)).toMatchObject({ ready: false, findings: [finding] });
		await change(examSet, { is_published: false });
		expect(await find(examSet)).toEqual(['later no_file Theory']);
		expect(await find(path)).toEqual(['later no_file Theory', 'mended under_draft Theory']);
	});

	it('finds a missing file, by its row or by its content', async () => {
		const { path, paper, topic } = await good();
		const [a, b] = [await pdf(`Lost ${count++}`), await pdf(`Lost ${count++}`)];
		const [first, second] = [await upload(site(), 'a.pdf', a), await upload(site(), 'b.pdf', b)];
		await change(paper, { url: first.body.url });
		await change(topic, { topicUrl: second.body.url });
		const { sha256 } = await site()
			.database.read.selectFrom('files')
			.select('sha256')
			.where('key', '=', first.body.url.slice(7, 71))
			.executeTakeFirstOrThrow();
		await site().files.remove(sha256);
		expect(await find(path)).toEqual(['live file_damaged Theory']);
		await site().database.write((trx) =>
			trx.deleteFrom('files').where('key', '=', second.body.url.slice(7, 71)).execute(),
		);
		expect(await find(path)).toEqual(['live file_damaged Joints', 'live file_damaged Theory']);
		await upload(site(), 'a.pdf', a);
		await upload(site(), 'b.pdf', b);
		expect(await find(path)).toEqual([]);
	});

	it('finds fewer pages than the cover says, and a damaged file', async () => {
		const { path, paper } = await good();
		const short = await upload(site(), 'short.pdf', await shortPaper());
		await change(paper, { url: short.body.url });
		expect(await find(path)).toEqual([]);
		await readFiles(site());
		expect(await find(path)).toEqual(['live pages_missing Theory']);
		const damaged = { state: 'unreadable', problem: 'It is damaged.', stated_pages: null } as const;
		await site().database.write((trx) => trx.updateTable('insides').set(damaged).execute());
		expect(await find(path)).toEqual(['live file_damaged Theory']);
	});

	it('finds a subject or an exam set with nothing published in it, unless the course is empty', async () => {
		const { id } = await make().course();
		expect(await find(`/courses/${id}`)).toEqual([]);
		const { path, subjectId, paper, topic, subject, examSet } = await good();
		await change(topic, { isPublished: false });
		expect(await find(path, false)).toEqual(['live nothing_published Pipework']);
		expect(await find(path)).toEqual(['mended nothing_published Pipework']);
		await change(subject, { published: false });
		expect(await find(subject)).toEqual([]);
		expect(await find(subject, false)).toEqual(['later nothing_published Pipework']);
		await change(subject, { published: true });
		// Papers about a subject count.
		await change(paper, { subject_id: subjectId });
		expect(await find(path)).toEqual([]);
		await call('DELETE', paper);
		expect(await find(examSet)).toEqual(['live nothing_published July']);
	});

	it('finds published items under a draft', async () => {
		const { path, subject } = await good();
		await change(subject, { published: false });
		expect(await find(path, false)).toEqual(['later under_draft Joints']);
		expect(await find(path)).toEqual(['mended under_draft Joints']);
		expect((await publishAll(path)).status).toBe(200);
		expect(await find(path)).toEqual([]);
		await change(subject, { published: false });
		expect(await find(subject)).toEqual([]);
	});

	it('finds a premium course without a price', async () => {
		const { path, topic, paper, subject } = await good();
		await change(path, { price: null });
		expect(await find(path)).toEqual(['live no_price Plumbing']);
		expect(await find(subject)).toEqual([]);
		await change(topic, { isPublished: false });
		await change(subject, { published: false });
		await change(paper, { free: true });
		expect(await find(path)).toEqual(['later no_price Plumbing']);
		await change(subject, { freeSubject: true });
		expect(await find(path)).toEqual([]);
	});

	it('finds a duplicate order among siblings of a kind', async () => {
		const { path, examSet, courseId, examSetId } = await good();
		const { id } = await make().examSet({ courseId }, { name: 'March', is_published: true });
		await make().paper({ courseId, examSetId: id }, { url: url(`o${count++}`), published: true });
		expect(await find(path)).toEqual(['live same_order March']);
		await change(`${path}/examsets/${id}`, { order_num: 2 });
		const twin = { name: 'Twin', order_num: 1, url: url(`o${count++}`), kind: 'marking_scheme' };
		const { id: twinId } = await make().paper({ courseId, examSetId }, twin);
		expect(await find(examSet)).toEqual([]);
		await change(`${examSet}/pastpapers/${twinId}`, { kind: 'paper', published: false });
		expect(await find(examSet)).toEqual(['later same_order Twin']);
		expect(await find(examSet, false)).toEqual([]);
	});

	it('answers 404 for an unknown item, and is open to viewers', async () => {
		const [mine, other] = [await good(), await good()];
		expect(await call('GET', '/courses/no-such/preflight')).toMatchObject(absent('Course'));
		const wrong = `/courses/${other.courseId}/examsets/${mine.examSetId}/preflight`;
		expect(await call('GET', wrong)).toMatchObject(absent('Exam Set'));
		const viewer = await site().as('viewer');
		expect((await viewer.call('GET', `${mine.path}/preflight`)).status).toBe(200);
		expect((await viewer.call('POST', `${mine.path}/publish-all`, {})).status).toBe(403);
	});

	it('publishes an exam set with the drafts inside, and undo reverts everything', async () => {
		const { path, states } = await setOf([url('a'), url('b')]);
		expect(await check(path)).toMatchObject({
			ready: true,
			published: false,
			drafts: 2,
			findings: [],
		});
		const { status, body } = await publishAll(path);
		expect(status).toBe(200);
		const [{ operation, ...summary }] = body.data.operations;
		const counts = { examsets: 1, pastpapers: 2 };
		const { name } = (await call('GET', path)).body.data;
		expect(summary).toMatchObject({ kind: 'examsets', item: name, counts, done: 3 });
		expect(await states()).toEqual([true, true, true]);
		expect((await call('POST', `/operations/${operation}/undo`)).status).toBe(200);
		expect(await states()).toEqual([false, false, false]);
		const { data } = (await call('GET', '/audit')).body.data;
		expect(data.slice(0, 2)).toMatchObject([
			{ action: 'bulk', item: { kind: 'examset', name }, details: { action: 'undo', ...counts } },
			{ action: 'publish', item: { kind: 'examset', name }, details: counts },
		]);
	});

	it('publishes an exam set alone', async () => {
		const { path, states } = await setOf([url('a')], true);
		await change(path, { is_published: false });
		expect((await publishAll(path, { drafts: false })).status).toBe(200);
		expect(await states()).toEqual([true, true]);
	});

	it('publishes anyway, and keeps the reason in the audit trail', async () => {
		const { path, states } = await setOf([url('a'), null]);
		expect(await publishAll(path, { reason: 'Without anyway' })).toMatchObject({ status: 409 });
		expect(await publishAll(path, { anyway: true, reason: ' ' })).toMatchObject({
			status: 422,
			body: { fields: { reason: 'Reason is required' } },
		});
		expect(await states()).toEqual([false, false, false]);
		const reason = 'The file follows tonight';
		const { body } = await publishAll(path, { anyway: true, reason });
		expect(await states()).toEqual([true, true, true]);
		const [{ operation, results }] = body.data.operations;
		const codes = results.map(({ code }: { code: string | null }) => code);
		expect(codes).toEqual([null, null, 'no_file']);
		const { data } = (await call('GET', '/audit?action=publish')).body.data;
		expect(data[0].details).toMatchObject({ operations: [operation], reason });
		const other = await setOf([null]);
		expect((await publishAll(other.path, { anyway: true })).status).toBe(200);
		expect(await other.states()).toEqual([true, true]);
	});

	it('publishes a whole course with everything in it', async () => {
		const { courseId, states } = await setOf([url('a'), url('b')]);
		expect(await check(`/courses/${courseId}`)).toMatchObject({ published: false, drafts: 3 });
		const { body } = await publishAll(`/courses/${courseId}`);
		expect(await states()).toEqual([true, true, true]);
		const history = await (await site().as('editor')).call('GET', `/history/course/${courseId}`);
		expect(history.body.data.data[0]).toMatchObject({
			action: 'publish',
			details: {
				operations: body.data.operations.map(({ operation }: Operation) => operation),
				examsets: 1,
				pastpapers: 2,
			},
		});
		expect(await check(`/courses/${courseId}`)).toMatchObject({ published: true, drafts: 0 });
	});

	it('publishes once per idempotency key, and answers again after the item is deleted', async () => {
		const { path, id } = await setOf([url('a'), url('b')]);
		const ask = () => publishAll(path, {}, { 'idempotency-key': `all-${id}` });
		const answers = await Promise.all([ask(), ask()]);
		await call('DELETE', path);
		answers.push(await ask());
		const ids = answers.map(({ body }) =>
			body.data.operations.map((each: Operation) => each.operation),
		);
		expect(ids[0]).toHaveLength(1);
		expect(ids).toEqual([ids[0], ids[0], ids[0]]);
	});

	it('never blocks a form, a switch or a bulk action', async () => {
		const empty = await setOf([]);
		await change(empty.path, { name: 'Empty', is_published: true });
		await change(empty.path, { is_published: false });
		await change(empty.path, { is_published: true });
		const [broken, drafts] = [await setOf([null], true), await setOf([url('a')])];
		const ids = [empty.id, broken.id, drafts.id];
		const { body } = await call('POST', '/bulk', { kind: 'examsets', action: 'publish', ids });
		expect(body.data).toMatchObject({ done: 3, failed: 0 });
	});
});
