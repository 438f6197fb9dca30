import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test.beforeEach(({ tolerate }) => tolerate(/Failed to load resource|ERR_|reading 'component'/));

test('a switch that fails without a connection says so, though nothing more can be fetched', {
	tag: '@once',
}, async ({ page, request, context }) => {
	const content = await makeContent(request, 'Diploma in Tunnels');
	await page.goto(addresses(content).subject);
	const published = page.getByRole('switch', { name: /Published/ });
	await expect(published).toBeChecked();
	await context.setOffline(true);
	await published.click();
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('connection was lost');
	await expect(published).toBeChecked();
	await alert.getByRole('button', { name: 'Dismiss' }).click();
	await expect(alert).toHaveCount(0);
	await context.setOffline(false);
});

test('a screen that does not come leaves the console standing, and comes with the connection', {
	tag: '@once',
}, async ({ page, context }) => {
	await page.goto('/admin/courses/new');
	await expect(page.getByLabel('Course Name')).toBeFocused();
	await context.setOffline(true);
	await page.evaluate(() => history.pushState({}, '', '/admin/people'));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'This screen could not be loaded',
	);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
	await context.setOffline(false);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
});

test('a screen whose file an update took away comes from the new version', {
	tag: '@once',
}, async ({ page }) => {
	await page.goto('/admin/courses/new');
	await expect(page.getByLabel('Course Name')).toBeFocused();
	let gone = true;
	await page.route(/assets\/people-.*\.js$/, (route) =>
		gone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
	);
	page.on('request', (request) => {
		if (request.isNavigationRequest()) gone = false;
	});
	await page.evaluate(() => history.pushState({}, '', '/admin/people'));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
});

test('a history that does not come costs nothing that was typed', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Lost Histories');
	await page.route(/assets\/audit-list-.*\.js$/, (route) => route.abort());
	await page.goto(addresses(content).topic);
	await page.getByLabel('Topic Name').fill('Typed');
	await page.getByRole('button', { name: 'History' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('alert')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByLabel('Topic Name')).toHaveValue('Typed');
});

test('a menu that does not come says so, and what helps', { tag: '@once' }, async ({ page }) => {
	await page.route(/assets\/chip-menu-.*\.js$/, (route) => route.abort());
	await page.goto('/admin/transactions');
	await page.getByRole('button', { name: 'Marks' }).click();
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('This could not be opened');
	await expect(alert).toContainText('reload the page');
});
