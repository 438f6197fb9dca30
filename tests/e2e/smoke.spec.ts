import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test('the console opens at its address', async ({ page }) => {
	await page.goto('/');
	await expect(page).toHaveURL(/\/admin/);
	await expect(page.getByRole('banner')).toContainText('Ufundi');
	await expectAccessible(page);
});
