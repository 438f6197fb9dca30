import { expectAccessible } from './accessible.ts';
import { addresses, withLessons } from './content.ts';
import { selectBox, selectionBar } from './screens.ts';
import { expect, test } from './server.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('selects rows by touch, with touch targets of sufficient size in the bar', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await withLessons(request, 'Diploma in Fingers', 3);
	const { topics } = addresses(content);
	for (const view of ['table', 'cards'])
		await test.step(view, async () => {
			await page.goto(`${topics}?view=${view}`);
			const link = (name: string) => page.getByRole('link', { name, exact: true });
			await selectBox(page, 'Transformers').tap();
			await selectBox(page, 'Ohm’s law').tap();
			await expect(selectionBar(page)).toContainText('2 selected');
			await selectBox(page, 'Transformers').tap();
			await expect(selectionBar(page)).toContainText('1 selected');
			await selectionBar(page)
				.getByRole('button', { name: /^More for / })
				.tap();
			await expect(page.getByRole('menuitem', { name: 'Delete 1' })).toBeVisible();
			await expectAccessible(page, { covered: true });
			await page.keyboard.press('Escape');
			await expect(page.getByRole('menuitem')).toHaveCount(0);

			// The bar is below the last row and does not cover it.
			await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
			const last = await page.locator('[data-row]').last().boundingBox();
			const foot = await selectionBar(page).boundingBox();
			expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
			const size = await page.locator('label[data-select]').first().boundingBox();
			expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);

			for (const button of await selectionBar(page).getByRole('button').all())
				if ((await button.getAttribute('data-quiet')) === null)
					expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);

			await selectionBar(page).getByRole('button', { name: 'Leave the selection' }).tap();
			await expect(selectionBar(page)).toHaveCount(0);
			await link('Ohm’s law').tap();
			await expect(page).toHaveURL(/\/topics\/[0-9a-f-]+$/);
		});
});
