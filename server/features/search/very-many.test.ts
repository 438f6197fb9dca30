import { expect, it } from 'vitest';
import { COUNTED_MAX } from '#shared/contract/search.ts';
import { namesWith } from '../../content/name-ranks.ts';
import { onEveryEngine } from '../../test-app.ts';
import { contentOf } from '../../test-content.ts';
import { ask } from './fixtures/ask.ts';

onEveryEngine('a search that finds very many', (site) => {
	it('orders very many as it orders a few, and counts them up to a bound', async () => {
		const make = contentOf(site());
		const { id: courseId } = await make.course({ name: 'Zythology' });
		const { id: subjectId } = await make.subject({ courseId }, { name: 'Zymurgy' });
		const count = COUNTED_MAX + 20;
		const at = (n: number) => new Date(Date.UTC(2026, 1, 1) + n * 1_000).toISOString();
		const row = (n: number, name: string) => ({
			id: `01910000-0000-7000-8000-${String(n).padStart(12, '0')}`,
			course_id: courseId,
			subject_id: subjectId,
			name,
			name_key: name.toLowerCase(),
			url: null,
			order_num: n,
			published: true,
			free: false,
			created_at: at(n),
			updated_at: at(n),
		});
		const rows = [
			...[row(1, 'Yeast'), row(2, 'Yeast and malt'), row(3, 'Wild yeast')],
			...Array.from({ length: count }, (_, n) => row(10 + n, `Subyeasts`)),
			...[row(4, 'Yeasts')],
		];
		await site().database.write(async (trx) => {
			for (let n = 0; n < rows.length; n += 1_000)
				await trx
					.insertInto('topics')
					.values(rows.slice(n, n + 1_000) as never)
					.execute();
		});
		const [topics] = (await ask(site()).find('yeast', 'topics')).groups;
		expect(topics).toMatchObject({ total: COUNTED_MAX, more: true });
		expect(topics?.items.map(({ name }) => name)).toEqual([
			...['Yeast', 'Yeasts', 'Yeast and malt', 'Wild yeast', 'Subyeasts'],
		]);
		expect(topics?.items.at(-1)?.id).toBe(rows.at(-2)?.id);
		const [same] = (await ask(site()).find('subyeasts', 'topics')).groups;
		expect(same?.items.map(({ id }) => id)).toEqual(
			rows
				.slice(-6, -1)
				.map(({ id }) => id)
				.reverse(),
		);
		const [words] = (await ask(site()).find('yeasts sub', 'topics')).groups;
		expect(words).toMatchObject({ total: COUNTED_MAX, more: true });
	});

	it('knows where words begin by any sign before them, whatever they are made of', async () => {
		const make = contentOf(site());
		const { id: courseId } = await make.course();
		const { id: subjectId } = await make.subject({ courseId });
		const text = 'c++ [.net]';
		const begun = [...' -/(&,.:;+_[–—‘’“”"', "'"].map((sign) => `Yz${sign}${text}`);
		for (const name of [...begun, `Yz${text}`, 'Yz c', 'Yz cc']) {
			await make.topic({ courseId, subjectId }, { name });
		}
		const { better } = namesWith(site().database.read, text);
		const word = better.find(({ rank }) => rank === 'word');
		const rows = site()
			.database.read.selectFrom('topics')
			.select('name')
			.where(word?.met as never);
		const found = (await rows.execute()).map(({ name }) => name);
		expect(found.toSorted()).toEqual(begun.toSorted());
		const { items, ...short } = (await ask(site()).find('c+', 'topics')).groups[0] ?? {};
		expect(short).toEqual({ kind: 'topics', total: begun.length });
		expect(items).toHaveLength(5);
	});
});
