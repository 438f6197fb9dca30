import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf } from '../test-content.ts';

onEveryEngine('the order of', (site) => {
	describe('a long list', () => {
		let list: string;
		let ids: string[];
		beforeAll(async () => {
			const { courseId, subjectId } = await contentOf(site()).family();
			list = `/courses/${courseId}/subjects/${subjectId}/topics`;
			await site().database.write(async (trx) => {
				const now = new Date().toISOString();
				const rows = Array.from({ length: 1_200 }, (_, n) => ({
					id: `01900000-0000-7000-9000-${String(n).padStart(12, '0')}`,
					course_id: courseId,
					subject_id: subjectId,
					order_num: 7,
					version: 1,
					name: `T ${n}`,
					name_key: `t ${String(n).padStart(5, '0')}`,
					url: null,
					published: false,
					free: false,
					created_at: now,
					updated_at: now,
				}));
				for (let from = 0; from < rows.length; from += 400)
					await trx
						.insertInto('topics')
						.values(rows.slice(from, from + 400))
						.execute();
			});
			ids = (await site().call('GET', list)).body.data.map(({ id }: { id: string }) => id);
		});

		it('equals a list in memory after random moves', async () => {
			let expected = ids;
			const move = fc.record({
				chosen: fc.uniqueArray(fc.nat(ids.length - 1), { minLength: 1, maxLength: 40 }),
				target: fc.option(fc.nat(ids.length - 1)),
			});
			await fc.assert(
				fc.asyncProperty(move, async ({ chosen, target }) => {
					const moved = chosen.map((n) => ids[n] as string);
					const before = target === null ? null : (ids[target] as string);
					const answer = await site().call('POST', `${list}/order`, { ids: moved, before });
					if (before !== null && moved.includes(before)) expect(answer.status).toBe(422);
					else {
						const rest = expected.filter((id) => !moved.includes(id));
						const cut = before === null ? rest.length : rest.indexOf(before);
						expected = [...rest.slice(0, cut), ...moved, ...rest.slice(cut)];
						expect(answer.body.data).toEqual(expected.map((id, n) => ({ id, order_num: n + 1 })));
					}
				}),
				{ numRuns: 15 },
			);
			const { body } = await site().call('GET', list);
			expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expected);
		});
	});
});
