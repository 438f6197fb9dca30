import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test('every content screen passes axe', async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Electrical Engineering');
	for (const [name, address] of Object.entries(addresses(content))) {
		await test.step(name, async () => {
			await page.goto(address);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expect(page.getByText(/^Loading /)).toHaveCount(0);
			await expectAccessible(page);
		});
	}
	for (const view of ['cards', 'table'])
		for (const name of ['topics', 'papers'] as const)
			await test.step(`${name} as ${view}`, async () => {
				await page.goto(`${addresses(content)[name]}?view=${view}`);
				await expect(page.getByText(/^Loading /)).toHaveCount(0);
				await expectAccessible(page);
			});
});

test('every list passes axe while it is empty', async ({ page, request }) => {
	const answer = await request.post('/api/courses', {
		data: { name: 'Empty', order_num: 9, category_id: 'cat_artisan' },
	});
	const courseId = (await answer.json()).data.id as string;
	for (const list of ['subjects', 'examsets']) {
		await page.goto(`/admin/courses/${courseId}/${list}/list`);
		await expect(page.getByRole('button', { name: /^Add First/ })).toBeVisible();
		await expectAccessible(page);
	}
});

test('every screen stands at 360 pixels without scrolling sideways', { tag: '@once' }, async ({
	page,
	request,
}) => {
	await page.setViewportSize({ width: 360, height: 780 });
	const content = await makeContent(
		request,
		`Certificate-in-${'Unbroken'.repeat(8)} and a long rest of a name that needs several lines`,
	);
	for (const [name, address] of Object.entries(addresses(content)))
		await test.step(name, async () => {
			await page.goto(address);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expect(page.getByText(/^Loading /)).toHaveCount(0);
			const over = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect.soft(over, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
		});
});
