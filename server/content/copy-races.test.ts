import { expect, it } from 'vitest';
import { rounds } from '../../tests/faults/length.ts';
import { onEveryEngine } from '../test-app.ts';
import { copied } from './fixtures/copied.ts';

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
});
