import { expect, it } from 'vitest';
import { onEveryEngine } from '../test-app.ts';
import { contentOf, type Family } from '../test-content.ts';

onEveryEngine('the total of a list', (site) => {
	const totalOf = async (query: string) =>
		(await site().call('GET', `/topics?limit=1&${query}`)).body.data.total;
	const make = (place: Family, name: string) => contentOf(site()).topic(place, { name });

	it('follows every create, change and delete at once, however often it was asked for', async () => {
		const family = await contentOf(site()).family();
		await make(family, 'Counted one');
		await make(family, 'Counted two');
		const asked = () =>
			Promise.all([totalOf('search=counted'), totalOf('search=counted'), totalOf('search=two')]);
		expect(await asked()).toEqual([2, 2, 1]);
		const { id } = await make(family, 'Counted three');
		expect(await asked()).toEqual([3, 3, 1]);
		const { courseId, subjectId } = family;
		const path = `/courses/${courseId}/subjects/${subjectId}/topics/${id}`;
		await site().call('PUT', path, { name: 'Counted two again' });
		expect(await asked()).toEqual([3, 3, 2]);
		await site().call('DELETE', path);
		expect(await asked()).toEqual([2, 2, 1]);
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
