import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf, type Family } from '../test-content.ts';

const NAMES = ['Paper 1', 'paper 9', 'Paper 10', 'Paper 010', 'Paper 10 b', 'Paper 109', 'Résumé'];

onEveryEngine('names with numbers in them', (site) => {
	let family: Family;
	let list: string;
	beforeAll(async () => {
		family = await contentOf(site()).family();
		const { id } = await contentOf(site()).subject(family);
		list = `/courses/${family.courseId}/subjects/${id}/topics`;
		for (const name of NAMES.toReversed()) await site().call('POST', list, { name, order_num: 1 });
	});
	const names = async (path: string): Promise<string[]> => {
		const { data } = (await site().call('GET', path)).body;
		return (data.data ?? data).map(({ name }: { name: string }) => name);
	};
	// Of two names that differ only in a leading zero, the one with the zero comes first.
	const sorted = NAMES.with(2, 'Paper 010').with(3, 'Paper 10');
	const all = (query: string) => `/topics?course_id=${family.courseId}&${query}`;

	it('are sorted numerically, under a parent and across all courses', async () => {
		expect(await names(list)).toEqual(sorted);
		const found = await names(all('sort=name&search=paper'));
		expect(found.filter((name) => NAMES.includes(name))).toEqual(sorted.slice(0, -1));
		const backwards = await names(all('sort=-name&search=paper'));
		expect(backwards).toEqual(found.toReversed());
	});
});
