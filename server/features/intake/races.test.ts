import { expect, it } from 'vitest';
import { onEveryEngine } from '../../test-app.ts';
import { contentOf } from '../../test-content.ts';
import { batchOf, uploaded } from './fixtures/batch.ts';

onEveryEngine('an intake that two people work on', (site) => {
	const course = async () => (await contentOf(site()).course()).id;

	it('creates one paper of a file in two batches that are saved at once', async () => {
		const courses = [await course(), await course()];
		const url = await uploaded(site(), '2023 July theory.pdf', courses[0]);
		const again = await uploaded(site(), 'Again.pdf', courses[0]);
		const batches = await Promise.all(
			courses.map(async (courseId, n) => {
				const batch = await batchOf(site(), [], courseId);
				await batch.add([{ path: '2023 July/2801-101 THEORY.pdf', url: n === 0 ? url : again }]);
				return batch;
			}),
		);
		const answers = await Promise.all(batches.map(({ save }) => save()));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(
			/^No row is ready to be saved\. Row 1: The same file is /,
		);
		const after = await Promise.all(batches.map(({ row }) => row(1)));
		expect(after.filter(({ paper_id }) => paper_id !== null)).toHaveLength(1);
		// Once the paper exists, people can still add the file to another exam set.
		const other = after.find(({ paper_id }) => paper_id === null);
		expect(other?.problems).toMatchObject([{}, { code: 'same_file', severity: 'warns' }]);
	});

	it('keeps simultaneous corrections of different cells', async () => {
		const courseId = await course();
		const batch = await batchOf(site(), ['a.pdf', 'b.pdf'], courseId);
		const editor = await site().as('editor');
		const [one, two] = await batch.rows();
		const change = (ids: unknown[], values: object) =>
			editor.call('PUT', `${batch.address}/rows`, { changes: [{ ids, values }] });
		const answers = await Promise.all([
			batch.set([1, 2], { year: 2020 }),
			change([one?.id, two?.id], { series: 'march' }),
			change([one?.id], { name: 'First' }),
			batch.set([2], { name: 'Second' }),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		for (const [at, name] of ['First', 'Second'].entries())
			expect((await batch.rows())[at]?.values).toMatchObject({ year: 2020, series: 'march', name });
	});
});
