import { beforeAll, expect, it } from 'vitest';
import { COVER, paper, QUESTIONS } from '../../papers/extracted-text/fixtures/papers.ts';
import { shareReader } from '../../papers/extracted-text/fixtures/shared-reader.ts';
import { upload } from '../../platform/files/fixtures/form.ts';
import { onEveryEngine } from '../../testing/app.ts';

const readFiles = shareReader();

import { searchCalls } from './fixtures/calls.ts';

onEveryEngine('the search in papers', (site) => {
	let paperPath: string;
	beforeAll(async () => {
		const add = async (path: string, body: object) =>
			`${path}/${(await site().call('POST', path, body)).body.data.id}`;
		const take = async (name: string, content: Buffer) =>
			(await upload(site(), name, content)).body.url as string;
		const course = await add('/courses', {
			name: 'Diploma in Electrical Engineering',
			order_num: 1,
			category_id: 'cat_diploma',
		});
		const papers = `${await add(`${course}/examsets`, { name: 'E', year: 2023 })}/pastpapers`;
		const url = await take('installation.pdf', await paper(COVER, QUESTIONS));
		paperPath = await add(papers, { name: 'Installation', url });
		const apart = ['A delta of the river Tana', 'The star over it', 'Any starter of a meal'];
		await add(papers, { name: 'Geography', url: await take('tana.pdf', await paper(apart, [])) });
		await readFiles(site());
	});
	const texts = async (q: string) =>
		(await searchCalls(site()).find(q)).groups.find(({ kind }) => kind === 'text');

	it('returns the paper, the page and the matches in a snippet', async () => {
		const group = await texts('star-delta starter');
		expect(group).toMatchObject({ total: 2 });
		const [hit] = group?.items ?? [];
		expect(hit).toMatchObject({
			kind: 'text',
			name: 'Installation',
			page: 2,
			note: 'Page 2',
			paper: { kind: 'pastpapers', name: 'Installation' },
			path: [{ name: 'Diploma in Electrical Engineering' }, { name: 'E' }],
		});
		const marked = hit?.marks?.map(({ from, to }) => hit.snippet?.slice(from, to));
		expect(marked).toEqual(['star-delta starter']);
	});

	it.each([
		['side by side before apart', 'STAR DELTA', ['Installation', 'Geography']],
		['in any order', 'starter diagram', ['Installation']],
		['by the beginning of its last word', 'neutral conduc', ['Installation']],
		['not by a part of a word', 'elta starter', []],
		['not by what says too little', 'of a', []],
		['by a code', '2521/303', ['Installation']],
		['whatever signs stand in it', '"star" OR (delta) AND NEAR*', []],
	])('finds a text %s', async (_how, q, names) => {
		expect(((await texts(q))?.items ?? []).map(({ name }) => name)).toEqual(names);
	});

	it('ranks names first, unchanged by texts', async () => {
		const { groups } = await searchCalls(site()).find('electrical diploma');
		expect(groups[0]?.kind).toBe('courses');
	});

	it('finds a deleted paper only after it is restored', async () => {
		const { deletion } = (await site().call('DELETE', paperPath)).body;
		expect(((await texts('star-delta'))?.items ?? []).map(({ name }) => name)).toEqual([
			'Geography',
		]);
		await site().call('POST', `/trash/${deletion}/restore`);
		expect((await texts('star-delta'))?.total).toBe(2);
	});
});
