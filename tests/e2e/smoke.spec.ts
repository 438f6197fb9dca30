import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test('the console opens at its address', async ({ page }) => {
	await page.goto('/');
	await expect(page).toHaveURL(/\/admin/);
	await expect(page.getByRole('banner')).toContainText('Ufundi');
	await expectAccessible(page);
});

test('the first questions of a screen are asked once, before the console runs', {
	tag: '@once',
}, async ({ page }) => {
	const asked: string[] = [];
	page.on('request', (request) => {
		const { pathname, search } = new URL(request.url());
		if (pathname.startsWith('/api/')) asked.push(pathname + search);
		else if (/\/vendor-.*\.js$/.test(pathname)) asked.push('the console');
	});
	await page.route(/\/vendor-.*\.js$/, async (route) => {
		await expect.poll(() => asked.length).toBe(3);
		await route.continue();
	});
	await page.goto('/admin/topics');
	await expect(page.getByText('No topics yet').or(page.getByRole('table'))).toBeVisible();
	// What rows ask for, such as the names of their files, comes after these.
	const first = ['/api/account', '/api/topics', 'the console'];
	expect(asked.slice(0, first.length).toSorted()).toEqual(first);
	expect(asked.filter((each) => first.includes(each))).toHaveLength(first.length);
});
