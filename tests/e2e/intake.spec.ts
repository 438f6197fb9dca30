import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { create, makeContent } from './content.ts';
import { paperFolder } from './paper-files.ts';
import { fillSignIn, makePerson, NOBODY } from './people.ts';
import { expect, test } from './server.ts';

const chooseFolder = (page: Page, folder: string) =>
	page.locator('input[type=file][webkitdirectory]').first().setInputFiles(folder);

const grid = (page: Page) => page.getByRole('grid', { name: 'Rows of the batch' });
/** The rows that have arrived: those on their way have no cells. */
const rowsOf = (page: Page) => grid(page).locator('tbody tr:has([data-at])');
const headings = async (page: Page) => grid(page).getByRole('columnheader').allTextContents();

/** The cell of a row, by its heading; rows count from 0. */
const cell = async (page: Page, row: number, heading: string): Promise<Locator> =>
	rowsOf(page)
		.nth(row)
		.locator('[data-at]')
		.nth((await headings(page)).indexOf(heading));

const begin = async (page: Page, courseId: string, folder: string) => {
	await page.goto(`/admin/intake?course_id=${courseId}`);
	await chooseFolder(page, folder);
	await expect(page).toHaveURL(/\/admin\/intake\/[0-9a-f-]{36}$/);
};

const whole = (page: Page, count: number) => expect(rowsOf(page)).toHaveCount(count);
/** Nothing is still being read: what first pages say stands in the cells. */
const isRead = (page: Page) => expect(page.getByText(/still being read/)).toHaveCount(0);

test(
	'forty papers of a folder become drafts, though the line breaks and the page is left',
	{
		tag: '@once',
	},
	async ({ page, context, request, tolerate }, { outputDir }) => {
		tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/);
		const { courseId } = await makeContent(request, 'Diploma in Forty Papers');
		const folder = await paperFolder(outputDir, 40);
		// As long as a slow line takes.
		await page.route('**/api/upload*', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 250));
			await route.continue().catch(() => {});
		});
		await begin(page, courseId, folder);
		for (const arrived of [2, 6, 10]) {
			await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(arrived);
			await context.setOffline(true);
			await expect(page.getByText(/^Offline: goes on/).first()).toBeVisible();
			await context.setOffline(false);
		}
		await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(15);

		// The browser asks before it forgets the chosen files.
		const asked: string[] = [];
		page.on('dialog', (dialog) => {
			asked.push(dialog.type());
			void dialog.accept();
		});
		await page.reload();
		expect(asked).toContain('beforeunload');
		const note = page.getByText(/files were not sent: choose them again/);
		await expect(note).toBeVisible();
		await expectAccessible(page);
		await chooseFolder(page, folder);
		await whole(page, 40);
		await expect(note).toHaveCount(0);
		await isRead(page);
		await expect(await cell(page, 0, 'Year')).toHaveText('2023');
		await expect(await cell(page, 0, 'Series')).toHaveText('July');
		await expect(await cell(page, 0, 'Codes')).toHaveText('2705/301');
		await expectAccessible(page);

		await page.getByRole('button', { name: 'Save 40 as drafts' }).click();
		const saved = page.getByRole('region', { name: /^40 past papers|^40 papers/ });
		await expect(saved).toBeVisible();
		await saved.getByRole('link').first().click();
		await expect(page.getByText('40 past papers', { exact: true })).toBeVisible();

		// The same files another day.
		await page.unroute('**/api/upload*');
		await begin(page, courseId, await paperFolder(`${outputDir}/again`, 20));
		await whole(page, 20);
		await isRead(page);
		await expect((await cell(page, 3, 'Problems')).getByText(/^The same file is/)).toBeVisible();

		// What was made is taken back from where it was made.
		await page.goto('/admin/intake');
		await page.getByRole('link', { name: '40 rows' }).click();
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect(page.getByText('40 past papers as before')).toBeVisible();
	},
);

test(
	'a batch is corrected by the keyboard alone',
	{
		tag: '@once',
	},
	async ({ page, request }, { outputDir }) => {
		const { courseId } = await makeContent(request, 'Diploma in Keys');
		await begin(page, courseId, await paperFolder(outputDir, 5));
		await whole(page, 5);
		await isRead(page);
		const keys = page.keyboard;
		const first = await cell(page, 0, 'Subject');
		await first.focus();
		await keys.type('draw');
		const options = page.getByRole('option');
		await expect(options).toHaveText(['Engineering Drawing']);
		await expectAccessible(page, { covered: true });
		await keys.press('Enter');
		await expect(first).toHaveText('Engineering Drawing');
		await expect(await cell(page, 1, 'Subject')).toBeFocused();

		// Given to all below, and taken back.
		await keys.press('ArrowUp');
		await keys.press('Shift+ArrowDown');
		await keys.press('Shift+ArrowDown');
		await keys.press('Control+d');
		await expect(await cell(page, 2, 'Subject')).toHaveText('Engineering Drawing');
		await keys.press('Control+z');
		await keys.press('Control+z');
		await expect(first).not.toHaveText('Engineering Drawing');

		// What cannot be one stays to be mended, and Esc leaves it as it was.
		const year = await cell(page, 0, 'Year');
		await year.focus();
		await keys.press('F2');
		await keys.type('19');
		await keys.press('Enter');
		await expect(page.getByText('Year must be from 2000 to 2050')).toBeVisible();
		await expectAccessible(page, { covered: true });
		await keys.press('Escape');
		await expect(year).toHaveText('2023');
		await expect(year).toBeFocused();

		// One year for all that are selected, with a whole column cleared and set anew.
		await keys.press('Control+Shift+ArrowDown');
		await keys.press('Delete');
		await expect(await cell(page, 4, 'Year')).toHaveText('');
		await keys.type('2022');
		await keys.press('Control+Enter');
		await expect(await cell(page, 0, 'Year')).toHaveText('2022');
		await expect(await cell(page, 4, 'Year')).toHaveText('2022');

		// Tab leaves the grid to what can be done.
		await keys.press('Tab');
		await expect(page.getByRole('button', { name: 'Set for 5…' })).toBeFocused();
		await keys.press('Enter');
		const dialog = page.getByRole('dialog', { name: 'Set for 5 rows' });
		await dialog.getByRole('textbox', { name: 'Source' }).fill('The college’s library');
		await expectAccessible(page);
		await keys.press('Enter');
		await expect(dialog).toHaveCount(0);
		const save = page.getByRole('button', { name: 'Save 5 as drafts' });
		await save.focus();
		await keys.press('Enter');
		await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
	},
);

test.describe('on a phone', () => {
	test.use({ viewport: { width: 360, height: 780 }, colorScheme: 'dark', hasTouch: true });

	test(
		'a batch is corrected by touch on a phone',
		{
			tag: '@once',
		},
		async ({ page, request }, { outputDir }) => {
			const { courseId } = await makeContent(request, 'Diploma in Touch');
			await begin(page, courseId, await paperFolder(outputDir, 4));
			const cards = page.locator('li[data-row]');
			await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(4);
			await isRead(page);
			await expectAccessible(page, { covered: true });
			await page
				.getByRole('button', { name: /^Edit / })
				.first()
				.tap();
			const dialog = page.getByRole('dialog');
			await dialog.getByRole('textbox', { name: 'Paper name' }).fill('Paper 1 Theory');
			await expectAccessible(page);
			await dialog.getByRole('button', { name: 'Apply' }).tap();
			await expect(cards.first()).toContainText('Paper 1 Theory');

			await page.getByRole('checkbox').nth(1).tap();
			await page.getByRole('checkbox').nth(2).tap();
			await page.getByRole('button', { name: 'Set for 2…' }).tap();
			await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Marking scheme');
			await dialog.getByRole('button', { name: 'Set for 2' }).tap();
			await expect(cards.nth(1)).toContainText('Marking scheme');
			await expect(cards.nth(2)).toContainText('Marking scheme');
			await page.getByRole('button', { name: 'Leave the selection' }).tap();
			await page.getByRole('button', { name: 'More for the batch' }).tap();
			await page.getByRole('menuitem', { name: 'Undo the last correction' }).tap();
			await expect(cards.getByText('Marking scheme')).toHaveCount(0);
			await expect(cards.first()).toContainText('Paper 1 Theory');
			await page.getByRole('button', { name: 'Save 4 as drafts' }).tap();
			await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
			await expectAccessible(page, { covered: true });
		},
	);
});

for (const role of ['viewer', 'finance'] as const)
	test(`the role ${role} does not come into the intake`, {
		tag: '@once',
	}, async ({ browser, request, site, tolerate }) => {
		tolerate(/403/);
		const { id } = await create(request, '/intakes', {});
		const context = await browser.newContext({ storageState: NOBODY });
		const page = await context.newPage();
		await page.goto(`${site}/sign-in`);
		await fillSignIn(page, await makePerson(request, role));
		await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
		for (const address of ['/admin/intake', `/admin/intake/${id}`]) {
			await page.goto(site + address);
			await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible();
		}
		for (const path of ['/intakes', `/intakes/${id}`])
			expect((await page.request.get(`${site}/api${path}`)).status()).toBe(403);
		await context.close();
	});
