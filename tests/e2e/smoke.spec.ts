import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test('the console opens at its address', async ({ page }) => {
	await page.goto('/');
	await expect(page).toHaveURL(/\/admin/);
	await expect(page.getByRole('banner')).toContainText('Ufundi');
	await expectAccessible(page);
});

test('a site of its own starts empty', async ({ fresh, request }) => {
	const { url } = await fresh();
	const answer = await request.get(`${url}/api/courses`);
	expect(await answer.json()).toEqual({ success: true, data: [] });
});
