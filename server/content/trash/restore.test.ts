import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { absent, createContent } from '../../testing/content.ts';
import { trashOf } from './fixtures/trash-of.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

onEveryEngine('restoring from the trash', (site) => {
	const { call, remove, restore, trash } = trashOf(site);

	it('works once: a restored or permanently deleted item is not found', async () => {
		const mine = await createContent(site()).family();
		const deletion = await remove(`/courses/${mine.courseId}`);
		expect((await restore(deletion)).status).toBe(200);
		expect(await restore(deletion)).toMatchObject(absent('Deletion'));
		expect(await call('DELETE', `/trash/${deletion}`)).toMatchObject(absent('Deletion'));
		const next = await remove(`/courses/${mine.courseId}`);
		expect((await call('DELETE', `/trash/${next}`)).status).toBe(200);
		expect(await call('DELETE', `/trash/${next}`)).toMatchObject(absent('Deletion'));
		for (const id of [next, UNKNOWN_ID, 'x', "'", mine.courseId])
			expect(await restore(id)).toMatchObject(absent('Deletion'));
		const { read } = site().database;
		const rows = read.selectFrom('trash_rows').select('n').where('deletion_id', '=', next);
		expect(await rows.execute()).toEqual([]);
	});

	it('checks permissions', async () => {
		const mine = await createContent(site()).family();
		const path = `/courses/${mine.courseId}`;
		const editor = await site().as('editor');
		const deletion = (await editor.call('DELETE', path)).body.deletion;
		for (const role of ['viewer', 'finance'] as const)
			for (const { call: ask } of [await site().as(role), await site().asKey(role)]) {
				expect((await ask('GET', '/trash')).status).toBe(403);
				expect((await ask('POST', `/trash/${deletion}/restore`)).status).toBe(403);
				expect((await ask('DELETE', `/trash/${deletion}`)).status).toBe(403);
			}
		const key = await site().asKey('admin');
		for (const ask of [editor.call, key.call])
			expect((await ask('DELETE', `/trash/${deletion}`)).status).toBe(403);
		const admin = await site().as('admin');
		await site().database.write((trx) =>
			trx
				.updateTable('sessions')
				.set({ confirmed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
				.where('id', '=', admin.sessionId)
				.execute(),
		);
		expect((await admin.call('DELETE', `/trash/${deletion}`)).body.code).toBe('reauth_required');
		expect(
			(await (await site().asKey('editor')).call('POST', `/trash/${deletion}/restore`)).status,
		).toBe(200);
	});

	it('audits who deleted, restored and permanently deleted, with counts', async () => {
		const mine = await createContent(site()).family();
		const course = `/courses/${mine.courseId}`;
		const deletion = await remove(course);
		await restore(deletion);
		const last = await remove(course);
		await call('DELETE', `/trash/${last}`);
		const { body } = await call('GET', `/history/course/${mine.courseId}`);
		const counts = { subjects: 1, topics: 1, examsets: 1, pastpapers: 1 };
		expect(body.data.data).toMatchObject([
			{ action: 'purge', item: { name: 'Plumbing' }, details: { ...counts, deletion: last } },
			{ action: 'delete', details: { ...counts, deletion: last } },
			{ action: 'restore', item: { name: 'Plumbing' }, details: { ...counts, deletion } },
			{ action: 'delete', details: { ...counts, deletion } },
			{ action: 'create' },
		]);
	});

	it('links papers to a restored subject again, except those of another subject', async () => {
		const { family, paper, subject } = createContent(site());
		const mine = await family();
		const course = `/courses/${mine.courseId}`;
		const papers = `${course}/examsets/${mine.examSetId}/pastpapers`;
		const linkToSubject = { subject_id: mine.subjectId };
		const [unchanged, published, relinked, deleted] = [
			await paper(mine, linkToSubject),
			await paper(mine, linkToSubject),
			await paper(mine, linkToSubject),
			await paper(mine, linkToSubject),
		];
		const other = await subject(mine, { name: 'Other' });
		const deletion = await remove(`${course}/subjects/${mine.subjectId}`);
		await call('PUT', `${papers}/${published.id}`, { published: true });
		await call('PUT', `${papers}/${relinked.id}`, { subject_id: other.id });
		const paperDeletion = await remove(`${papers}/${deleted.id}`);
		expect((await restore(deletion)).status).toBe(200);
		const subjectOf = async ({ id }: { id: string }) =>
			(await call('GET', `${papers}/${id}`)).body.data as { subject_id: string; version: number };
		expect(await subjectOf(unchanged)).toMatchObject({ subject_id: mine.subjectId, version: 3 });
		expect(await subjectOf(published)).toMatchObject({ subject_id: mine.subjectId, version: 4 });
		expect(await subjectOf(relinked)).toMatchObject({ subject_id: other.id });
		const [row] = (await call('GET', `/history/pastpaper/${unchanged.id}?limit=1`)).body.data.data;
		expect(row).toMatchObject({
			action: 'update',
			before: { subject_id: null },
			after: { subject_id: { id: mine.subjectId, name: 'Pipework' } },
			details: { cause: 'subject_restored' },
		});
		expect((await restore(paperDeletion)).status).toBe(200);
		expect(await subjectOf(deleted)).toMatchObject({ subject_id: mine.subjectId });
	});

	it('restores an item under its moved parent', async () => {
		const { family, paper, course } = createContent(site());
		const mine = await family();
		const { id: elsewhere } = await course({ name: 'Elsewhere' });
		const [subject, set] = [`subjects/${mine.subjectId}`, `examsets/${mine.examSetId}`];
		const linkedPaper = await paper(mine, { subject_id: mine.subjectId });
		const topic = await remove(`/courses/${mine.courseId}/${subject}/topics/${mine.topicId}`);
		const deletion = await remove(`/courses/${mine.courseId}/${set}/pastpapers/${linkedPaper.id}`);
		const move = { action: 'move', to: { course_id: elsewhere } };
		for (const [kind, id] of [
			['subjects', mine.subjectId],
			['examsets', mine.examSetId],
		])
			expect((await call('POST', '/bulk', { ...move, kind, ids: [id] })).body.data.done).toBe(1);
		const back = await restore(topic);
		expect(back.body.data.path[0]).toEqual({ kind: 'courses', id: elsewhere, name: 'Elsewhere' });
		const restored = `/courses/${elsewhere}/${subject}/topics/${mine.topicId}`;
		expect((await call('GET', restored)).status).toBe(200);
		expect((await restore(deletion)).status).toBe(200);
		const restoredPaper = await call(
			'GET',
			`/courses/${elsewhere}/${set}/pastpapers/${linkedPaper.id}`,
		);
		expect(restoredPaper.body.data).toMatchObject({
			subject_id: mine.subjectId,
			course_id: elsewhere,
		});
	});

	it('restores a paper without a missing subject', async () => {
		const { family, paper } = createContent(site());
		const mine = await family();
		const course = `/courses/${mine.courseId}`;
		const [kept, lost] = [await paper(mine, { subject_id: mine.subjectId }), await paper(mine)];
		const other = await createContent(site()).subject(mine, { name: 'Other' });
		const papers = `${course}/examsets/${mine.examSetId}/pastpapers`;
		await call('PUT', `${papers}/${lost.id}`, { subject_id: other.id });
		const deletion = await remove(`${course}/examsets/${mine.examSetId}`);
		const subject = await remove(`${course}/subjects/${other.id}`);
		expect((await restore(deletion)).status).toBe(200);
		expect((await call('GET', `${papers}/${kept.id}`)).body.data).toMatchObject({
			subject_id: mine.subjectId,
			version: 1,
		});
		expect((await call('GET', `${papers}/${lost.id}`)).body.data).toMatchObject({
			subject_id: null,
			version: 3,
		});
		expect((await restore(subject)).status).toBe(200);
		expect((await call('GET', `${papers}/${lost.id}`)).body.data).toMatchObject({
			subject_id: other.id,
			version: 4,
		});
	});

	describe.each([
		['subject', 'set'],
		['set', 'subject'],
		['paper', 'subject'],
	] as const)(
		'links papers to their subject again after deleting the %s and then the %s',
		(...deleted) => {
			it.each([deleted, deleted.toReversed()])(
				'and restoring the %s first',
				async (...restored) => {
					const { family, paper, subject } = createContent(site());
					const mine = await family();
					const linkedSubject = await subject(mine, { name: 'About' });
					const { id } = await paper(mine, { subject_id: linkedSubject.id });
					const course = `/courses/${mine.courseId}`;
					const set = `${course}/examsets/${mine.examSetId}`;
					const one = `${set}/pastpapers/${id}`;
					const paths = { subject: `${course}/subjects/${linkedSubject.id}`, set, paper: one };
					const deletions = new Map<string, string>();
					for (const each of deleted) deletions.set(each, await remove(paths[each]));
					for (const each of restored)
						expect((await restore(deletions.get(each) ?? '')).status).toBe(200);
					expect((await call('GET', one)).body.data.subject_id).toBe(linkedSubject.id);
					const { data } = (await call('GET', `/history/pastpaper/${id}?limit=1`)).body.data;
					const isLinked = data[0].action === 'update';
					if (isLinked) expect(data[0].after.subject_id).toMatchObject({ name: 'About' });
					// An item that is restored to an existing parent needs no change.
					else expect([deleted[1], restored[0]]).toEqual(['subject', 'subject']);
					expect((await trash(`item=${id}`)).total).toBe(0);
				},
			);
		},
	);
});
