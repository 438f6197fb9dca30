import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test.beforeEach(({ tolerate }) => tolerate(/Failed to load resource|ERR_|reading '/));

test('keeps the console when the script of a screen is missing, and opens it after a reload', {
	tag: '@once',
}, async ({ page, context }) => {
	await page.goto('/admin/courses/new');
	await expect(page.getByLabel('Course Name')).toBeFocused();
	await context.setOffline(true);
	await page.evaluate(() => history.pushState({}, '', '/admin/people'));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'This screen could not be loaded',
	);
	const reload = page.getByRole('button', { name: 'Reload the page' });
	await expect(reload).toBeDisabled();
	await context.setOffline(false);
	await reload.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
});

test('offers Retry when the script of a dialog is missing, and keeps typed text', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Lost Histories');
	let isLost = true;
	await page.route(/assets\/item-history-.*\.js$/, (route) =>
		isLost ? route.abort() : route.continue(),
	);
	await page.goto(addresses(content).topic);
	await page.getByLabel('Topic Name').fill('Typed');
	await page.getByRole('button', { name: 'History' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('alert')).toBeVisible();
	isLost = false;
	await dialog.getByRole('button', { name: 'Retry' }).click();
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(page.getByLabel('Topic Name')).toHaveValue('Typed');
});
