import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf, type Family } from '../test-content.ts';

onEveryEngine('the total of a list', (site) => {
	const totalOf = async (query: string) =>
		(await site().call('GET', `/topics?limit=1&${query}`)).body.data.total;
	const make = (place: Family, name: string) => contentOf(site()).topic(place, { name });

	it('follows every create, change and delete at once, however often it was asked for', async () => {
		const family = await contentOf(site()).family();
		const others = await Promise.all(['', 'free=false'].map(totalOf));
		await make(family, 'Counted one');
		await make(family, 'Counted two');
		const lists = ['', 'free=false', 'search=counted', 'search=ount', 'search=ou&free=false'];
		const asked = async () => {
			const totals = await Promise.all([...lists, ...lists].map(totalOf));
			const found = totals.map((total, at) => total - (others[at % lists.length] ?? 0));
			expect(found).toEqual(found.map(() => found[0]));
			return [found[0], await totalOf('search=two'), await totalOf('search=tw')];
		};
		expect(await asked()).toEqual([2, 1, 1]);
		const { id } = await make(family, 'Counted three');
		expect(await asked()).toEqual([3, 1, 1]);
		const { courseId, subjectId } = family;
		const path = `/courses/${courseId}/subjects/${subjectId}/topics/${id}`;
		await site().call('PUT', path, { name: 'Counted two again' });
		expect(await asked()).toEqual([3, 2, 2]);
		await site().call('DELETE', path);
		expect(await asked()).toEqual([2, 1, 1]);
	});

	it('is right for lists that are read while others write', async () => {
		const family = await contentOf(site()).family();
		const seen: number[] = [];
		await make(family, 'Busy');
		await make(family, 'Busy');
		for (let at = 3; at <= 12; at++) {
			const [, early] = await Promise.all([make(family, 'Busy'), totalOf('search=busy')]);
			seen.push(early);
			expect(await totalOf('search=busy')).toBe(at);
		}
		expect(seen).toEqual(seen.toSorted((a, b) => a - b));
	});
});
