import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';
import { visit } from './visit.ts';

const LONG_NAME = `Certificate-in-${'Unbroken'.repeat(8)} and a long rest of a name that needs several lines`;

test('every content screen passes axe, and scrolls sideways nowhere', async ({ page, request }) => {
	const all = addresses(await makeContent(request, LONG_NAME));
	const both = ['cards', 'table'].flatMap((view) =>
		[all.topics, all.papers].map((list) => `${list}?view=${view}`),
	);
	for (const address of [...Object.values(all), ...both])
		await test.step(address, async () => {
			await visit(page, address);
			await expectAccessible(page);
			const over = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect.soft(over, `${address} is wider than the screen`).toBeLessThanOrEqual(0);
		});
});

test('every list passes axe while it is empty', async ({ page, request }) => {
	const answer = await request.post('/api/courses', {
		data: { name: 'Empty', order_num: 9, category_id: 'cat_artisan' },
	});
	const courseId = (await answer.json()).data.id as string;
	for (const list of ['subjects', 'examsets']) {
		await visit(page, `/admin/courses/${courseId}/${list}/list`);
		await expect(page.getByRole('button', { name: /^Add First/ })).toBeVisible();
		await expectAccessible(page);
	}
});
