import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { createContent } from '../../testing/content.ts';
import { forgetUseJob } from './store.ts';

onEveryEngine('counts of opened files', (site) => {
	it('count the links that are given out, by item and day and in all', async () => {
		const make = createContent(site());
		const { id: courseId } = await make.course();
		const { id: subjectId } = await make.subject({ courseId });
		const add = async (name: string, more = {}) => {
			const fields = { name, topicUrl: 'https://example.org/a.pdf', freeTopic: true, ...more };
			return (await make.topic({ courseId, subjectId }, fields)).id;
		};
		const [never, often] = [await add('A'), await add('B')];
		const draft = await add('C', { isPublished: false });
		const link = `/v1/files/${often}`;
		const [first] = await Promise.all([1, 2, 3].map(() => site().anyone('GET', link)));
		expect((await site().anyone('HEAD', link)).status).toBe(200);
		const known = { 'if-none-match': String(first?.headers.etag) };
		expect((await site().anyone('GET', link, undefined, known)).status).toBe(304);
		const use = (await site().call('GET', `/courses/${courseId}/use?days=2`)).body.data;
		// Drafts cannot be opened.
		expect(use).toEqual({
			items: [
				{ kind: 'topics', id: often, name: 'B', opened: 3 },
				{ kind: 'topics', id: never, name: 'A', opened: 0 },
			],
			days: [
				{ day: expect.any(String), opened: 0 },
				{ day: expect.any(String), opened: 3 },
			],
		});
		const list = async (sort: string) => {
			const { body } = await site().call('GET', `/topics?course_id=${courseId}&sort=${sort}`);
			return body.data.data.map(({ id, opened }: { id: string; opened: number }) => [id, opened]);
		};
		const rising = [
			[never, 0],
			[draft, 0],
			[often, 3],
		];
		expect(await list('opened')).toEqual(rising);
		expect(await list('-opened')).toEqual(rising.toReversed());

		// The total stays when a day is deleted after its time.
		const row = { item_id: never, day: '2020-01-01', opened: 9 };
		await site().database.write((trx) => trx.insertInto('opened').values(row).execute());
		const { signal } = new AbortController();
		expect(await forgetUseJob(site().database).run(signal)).toBe('1 counts deleted');
		expect(await list('opened')).toEqual(rising);
		expect((await site().call('GET', `/courses/${courseId}/use?days=401`)).status).toBe(422);
		expect((await site().call('GET', `/courses/${subjectId}/use`)).status).toBe(404);
		const where = { course_id: courseId, sort: '-opened' };
		const bulk = { kind: 'topics', action: 'free', where, expected: 3 };
		expect((await site().call('POST', '/bulk', bulk)).status).toBeLessThan(300);
	});
});
