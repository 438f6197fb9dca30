import { randomUUIDv7 } from 'node:crypto';
import { expect, it } from 'vitest';
import { nameKey } from '#shared/contract/fields.ts';
import { AT_LENGTH, rounds } from '../../tests/faults/length.ts';
import { onEveryEngine } from '../test-app.ts';
import { contentOf } from '../test-content.ts';
import { copied, ELSEWHERE } from './fixtures/copied.ts';

onEveryEngine('a copy beside others', (site) => {
	const call = (...args: Parameters<ReturnType<typeof site>['call']>) => site().call(...args);
	const { makeCourse, told } = copied(site);

	it('gives each of several an order of its own', async () => {
		const { of, set, first } = await makeCourse();
		const at = `/courses/${of.id}`;
		const several = (path: string) =>
			Promise.all(Array.from({ length: 5 }, () => call('POST', path, { with: 'structure' })));
		for (const path of [`${at}/examsets/${set.id}/copy`, `${at}/subjects/${first.id}/copy`]) {
			const answers = await several(path);
			expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
			expect(new Set(answers.map(({ body }) => body.data.order_num)).size).toBe(5);
		}
	});

	it('comes to a whole, whatever is deleted meanwhile', async () => {
		for (let round = 0; round < rounds(10); round++) {
			const { of, set, first } = await makeCourse();
			const at = `/courses/${of.id}`;
			const answers = await Promise.all([
				call('POST', `${at}/copy`, { with: 'files' }),
				call('POST', `${at}/examsets/${set.id}/copy`, { with: 'files' }),
				call('DELETE', `${at}/subjects/${first.id}`),
				call('PUT', at, { name: 'Changed' }),
			]);
			expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
			const copy = await told(answers[0].body.data.id);
			// The subject with what was under it, or neither.
			expect([1, 2]).toContain(copy.subjects.length);
			expect(copy.topics).toHaveLength(copy.subjects.length);
			// The exam set alone, or with the copy of it that was made first.
			expect([1, 2]).toContain(copy.sets.length);
			expect(copy.papers).toHaveLength(3 * copy.sets.length);
		}
	});

	it('comes to a whole, whatever is restored meanwhile', async () => {
		for (let round = 0; round < rounds(10); round++) {
			const { of, set } = await makeCourse();
			const at = `/courses/${of.id}`;
			const { deletion } = (await call('DELETE', `${at}/examsets/${set.id}`)).body;
			const [restored, answer] = await Promise.all([
				call('POST', `/trash/${deletion}/restore`),
				call('POST', `${at}/copy`, { with: 'structure' }),
			]);
			expect([restored.status, answer.status]).toEqual([200, 201]);
			const copy = await told(answer.body.data.id);
			expect(copy.papers).toHaveLength(3 * copy.sets.length);
		}
	});

	it('names no subject that goes to another course meanwhile', async () => {
		const { course } = contentOf(site());
		const to = { course_id: (await course({ name: 'Elsewhere' })).id };
		for (let round = 0; round < rounds(30); round++) {
			const { of, set, first } = await makeCourse();
			const [answer, moved] = await Promise.all([
				call('POST', `/courses/${of.id}/examsets/${set.id}/copy`, { with: 'files' }),
				call('POST', '/bulk', { kind: 'subjects', action: 'move', ids: [first.id], to }),
			]);
			expect([answer.status, moved.status]).toEqual([201, 200]);
		}
	});

	it('is made whole or not at all when its source goes', async () => {
		for (let round = 0; round < rounds(10); round++) {
			const { of } = await makeCourse();
			const [copied, gone] = await Promise.all([
				call('POST', `/courses/${of.id}/copy`, { with: 'files' }),
				call('DELETE', `/courses/${of.id}`),
			]);
			expect(gone.status).toBe(200);
			expect([201, 404]).toContain(copied.status);
			if (copied.status === 201) expect((await told(copied.body.data.id)).papers).toHaveLength(3);
		}
	});

	it('of thousands of rows is one call', async () => {
		const [parents, each] = [20, AT_LENGTH ? 500 : 100];
		const { course, subject, examSet } = contentOf(site());
		const { id: courseId } = await course({ name: 'Large' });
		const now = new Date().toISOString();
		const base = {
			course_id: courseId,
			url: ELSEWHERE,
			published: true,
			free: false,
			created_at: now,
			updated_at: now,
		};
		for (let n = 0; n < parents; n++) {
			const { id: subjectId } = await subject({ courseId }, { name: `Subject ${n}` });
			const { id: examSetId } = await examSet({ courseId }, { name: `Set ${n}` });
			const rows = Array.from({ length: each }, (_, at) => ({
				...base,
				id: randomUUIDv7(),
				name: `Row ${at}`,
				name_key: nameKey(`Row ${at}`),
				order_num: at + 1,
			}));
			await site().database.write(async (trx) => {
				await trx
					.insertInto('topics')
					.values(rows.map((row) => ({ ...row, subject_id: subjectId })))
					.execute();
				await trx
					.insertInto('past_papers')
					.values(
						rows.map((row) => ({
							...row,
							id: randomUUIDv7(),
							exam_set_id: examSetId,
							subject_id: subjectId,
							kind: 'paper' as const,
						})),
					)
					.execute();
			});
		}
		const { status, body } = await call('POST', `/courses/${courseId}/copy`, { with: 'files' });
		expect(status).toBe(201);
		const { body: impact } = await call('GET', `/courses/${body.data.id}/contents`);
		expect(impact.data).toMatchObject({
			subjects: parents,
			topics: parents * each,
			examsets: parents,
			pastpapers: parents * each,
		});
	});
});
