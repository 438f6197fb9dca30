import { expect, it } from 'vitest';
import { COUNTED_MAX } from '#shared/contract/search.ts';
import { searchColumns } from '../../content/search.ts';
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
			...searchColumns({ name }),
			url: null,
			order_num: n,
			published: true,
			free: false,
			created_at: at(n),
			updated_at: at(n),
		});
		const rows = [
			...[row(1, 'Yeast'), row(2, 'Yeast and malt'), row(3, 'Wild yeast')],
			...Array.from({ length: count }, (_, n) => row(10 + n, `Malt yeasts`)),
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
			...['Yeast', 'Yeasts', 'Yeast and malt', 'Malt yeasts', 'Malt yeasts'],
		]);
		const [same] = (await ask(site()).find('malt yeasts', 'topics')).groups;
		expect(same?.items.map(({ id }) => id)).toEqual(
			rows
				.slice(-6, -1)
				.map(({ id }) => id)
				.reverse(),
		);
		const [words] = (await ask(site()).find('yeasts mal', 'topics')).groups;
		expect(words).toMatchObject({ total: COUNTED_MAX, more: true });
	});
});
