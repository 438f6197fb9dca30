import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { fillSignIn, makePerson, SIGNED_OUT } from './people.ts';
import { expect, test } from './server.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('opens the command palette from any screen and finds items by keyboard', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Galvanizing');
	await page.goto('/admin/courses');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const before = page.getByRole('button', { name: 'Refresh List' });
	await before.focus();
	await page.keyboard.press('/');
	await expect(field(page)).toBeFocused();
	await expectAccessible(page);

	await page.keyboard.type('galvanizing');
	await expect(option(page, /^Diploma in Galvanizing/)).toBeVisible();
	await expectAccessible(page);
	// Focus stays in the dialog and returns on close.
	await page.keyboard.press('Tab');
	await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await expect(field(page)).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(before).toBeFocused();

	await page.keyboard.press('Control+k');
	await expect(field(page)).toBeFocused();
	await page.keyboard.type('galvanizing');
	await expect(option(page, /^Diploma in Galvanizing/)).toBeVisible();
	const opened = page.context().waitForEvent('page');
	await page.keyboard.press('Control+Enter');
	const tab = await opened;
	await expect(tab).toHaveURL(addresses(content).course);
	await tab.close();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(addresses(content).course);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

	// In a text field, / types a slash.
	await page.goto('/admin/topics');
	const search = page.getByRole('searchbox');
	await search.pressSequentially('a/b');
	await expect(search).toHaveValue('a/b');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.keyboard.press('Control+k');
	await expect(field(page)).toBeFocused();
	await page.keyboard.type('Transf');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await expect(search).toBeFocused();
	await expect(search).toHaveValue('Transf');
	await expect(page).toHaveURL(/search=Transf/);
});

test('finds items by touch, and corrects misspelt words', { tag: '@once' }, async ({
	page,
	request,
	isMobile,
	viewport,
}) => {
	const content = await makeContent(request, 'Certificate in Tinsmithing');
	await page.goto('/admin/people');
	const button = page.getByRole('button', { name: 'Search everything' });
	const box = await button.boundingBox();
	if ((viewport?.width ?? 0) < 500)
		expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
	const press = (what: ReturnType<Page['locator']>) =>
		isMobile || (viewport?.width ?? 0) < 500 ? what.tap() : what.click();
	await press(button);
	await field(page).fill('tinsmihting');
	await expect(page.getByText('No results for tinsmihting. Showing tinsmithing')).toBeVisible();
	const hit = option(page, /^Certificate in Tinsmithing/);
	await expect(hit).toBeVisible();
	expect((await hit.boundingBox())?.height).toBeGreaterThanOrEqual(40);
	await expectAccessible(page);
	await press(hit);
	await expect(page).toHaveURL(addresses(content).course);

	await press(button);
	await field(page).fill('dark');
	await press(option(page, 'Dark'));
	await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await press(button);
	await field(page).fill('light');
	await press(option(page, 'Light'));
	await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('finds only permitted items, and stores nothing on the device', {
	tag: '@once',
}, async ({ browser, request, site }) => {
	await makeContent(request, 'Artisan in Glazing');
	const context = await browser.newContext({ storageState: SIGNED_OUT, baseURL: site });
	const page = await context.newPage();
	await page.goto('/sign-in');
	await fillSignIn(page, await makePerson(request, 'viewer'));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses Management');
	await page.keyboard.press('Control+k');
	const screens = page.getByRole('group', { name: 'Screens' });
	await expect(screens.getByRole('option')).toHaveText([
		'Courses',
		'Subjects',
		'Topics',
		'Exam Sets',
		'Past Papers',
		'My account',
	]);
	await expect(page.getByRole('group', { name: 'Actions' }).getByRole('option')).toHaveText([
		'Light',
		'Dark',
		'Use system setting',
		'Sign out',
	]);
	await field(page).fill('glazing');
	// The course is listed before its content, which also contains its name.
	await expect(option(page, 'Artisan in Glazing').first()).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Artisan in Glazing' })).toBeVisible();
	const readRecent = () => page.evaluate(() => localStorage.getItem('ufundi.lately'));
	await expect.poll(readRecent).toContain('Artisan in Glazing');
	await page.keyboard.press('Control+k');
	await field(page).fill('sign out');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/sign-in/);
	await expect.poll(readRecent).toBeNull();
	await context.close();
});
