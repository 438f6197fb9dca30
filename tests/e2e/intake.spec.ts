import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { makeContent } from './content.ts';
import { makePaperFolder } from './pdfs.ts';
import { expect, test } from './server.ts';

const chooseFolder = (page: Page, folder: string) =>
	page.locator('input[type=file][webkitdirectory]').first().setInputFiles(folder);

/** Returns the rows of uploaded files. */
const rowsOf = (page: Page) => page.getByLabel('Files of this upload').locator('[data-row]');

const begin = async (page: Page, courseId: string, folder: string) => {
	await page.goto(`/admin/intake?course_id=${courseId}`);
	await chooseFolder(page, folder);
	await expect(page).toHaveURL(/\/admin\/intake\/[0-9a-f-]{36}$/);
};

const whole = (page: Page, count: number) => expect(rowsOf(page)).toHaveCount(count);
/** Waits until the first pages of all papers are read. */
const isRead = (page: Page) => expect(page.getByText(/still being read/)).toHaveCount(0);

test(
	'saves sixteen papers as drafts despite a lost connection and a left page',
	{
		tag: '@once',
	},
	async ({ page, context, request, tolerate }, { outputDir }) => {
		tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/);
		const { courseId } = await makeContent(request, 'Diploma in Forty Papers');
		const folder = await makePaperFolder(outputDir, 16);
		// Simulates a slow connection.
		await page.route('**/api/upload*', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 250));
			await route.continue().catch(() => {});
		});
		await begin(page, courseId, folder);
		for (const arrived of [2, 5]) {
			await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(arrived);
			await context.setOffline(true);
			await expect(page.getByText(/^Offline. Continues/).first()).toBeVisible();
			await context.setOffline(false);
		}
		await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(7);

		// The browser confirms the loss of the chosen files.
		const asked: string[] = [];
		page.on('dialog', (dialog) => {
			asked.push(dialog.type());
			void dialog.accept();
		});
		await page.reload();
		expect(asked).toContain('beforeunload');
		const note = page.getByText(/files not uploaded: choose them again/);
		await expect(note).toBeVisible();
		await expectAccessible(page);
		await chooseFolder(page, folder);
		await whole(page, 16);
		await expect(note).toHaveCount(0);
		await isRead(page);
		await expect(rowsOf(page).filter({ hasText: '2705/301' })).toContainText('July 2023');
		await expectAccessible(page);
		await page.setViewportSize({ width: 1280, height: 720 });
		const frame = page.locator('main :has(> table)');
		const width = await frame.evaluate((each) => each.scrollWidth - each.clientWidth);
		expect(width, 'pixels of the table that are cut').toBe(0);

		await page.getByRole('button', { name: 'Save 16 as drafts' }).click();
		const saved = page.getByRole('region', { name: /^16 past papers|^16 papers/ });
		await expect(saved).toBeVisible();
		await saved.getByRole('link').first().click();
		await expect(page.getByText('16 past papers', { exact: true })).toBeVisible();

		// The same files again on another day.
		await page.unroute('**/api/upload*');
		await begin(page, courseId, await makePaperFolder(`${outputDir}/again`, 6));
		await whole(page, 6);
		await isRead(page);
		await expect(rowsOf(page).nth(3)).toContainText('The same file is');
		await page.setViewportSize({ width: 1366, height: 768 });
		const heights = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.clientHeight));
		expect(Math.max(...heights), 'height of the highest row: two lines').toBeLessThan(56);

		// Undo is offered on the same page.
		await page.goto('/admin/intake');
		await page.getByRole('link', { name: '16 files' }).click();
		await page.getByRole('button', { name: 'Undo saving' }).click();
		await expect(page.getByText('Undone: 16 past papers created')).toBeVisible();
	},
);

test(
	'checks rows one after the other in the row dialog',
	{ tag: '@once' },
	async ({ page, request }, { outputDir }) => {
		const { courseId, courseName } = await makeContent(request, 'Diploma in Rows');
		await begin(page, courseId, await makePaperFolder(outputDir, 5));
		await whole(page, 5);
		await isRead(page);
		await expect(page.getByRole('combobox', { name: 'Course' })).toHaveValue(courseName);
		const open = page.getByRole('button', { name: /^2705-30\d/ });
		const firstName = await open.first().textContent();
		await open.first().click();
		const dialog = page.getByRole('dialog');
		await expect(dialog.getByText('1 of 5')).toBeVisible();
		await expect(dialog.getByRole('region', { name: /^Pages of/ })).toBeVisible();
		const name = dialog.getByRole('textbox', { name: 'Paper name' });
		await name.fill('First');
		await expectAccessible(page);
		await page.keyboard.press('Enter');
		await expect(dialog.getByText('2 of 5')).toBeVisible();
		await expect(name).toBeFocused();
		await name.fill('Second');
		await dialog.getByRole('button', { name: 'Previous', exact: true }).click();
		await expect(dialog.getByText('1 of 5')).toBeVisible();
		await expect(dialog).toContainText(firstName ?? '?');
		await expect(name).toHaveValue('First');
		const subject = dialog.getByRole('combobox', { name: 'Subject' });
		await subject.fill('no such subject');
		await subject.press('Enter');
		await subject.fill('draw');
		await subject.press('Enter');
		await expect(subject).toHaveValue('Engineering Drawing');
		await expect(dialog.getByText('1 of 5')).toBeVisible();
		await dialog.getByRole('button', { name: 'Save and close' }).click();
		await expect(dialog).toHaveCount(0);
		await expect(rowsOf(page).filter({ hasText: 'First' })).toContainText('Engineering Drawing');
		await expect(rowsOf(page).filter({ hasText: 'Second' })).toHaveCount(1);
	},
);

test(
	'sets a value for selected rows, and Undo restores it',
	{ tag: '@once' },
	async ({ page, request }, { outputDir }) => {
		const { courseId } = await makeContent(request, 'Diploma in Selected Rows');
		await begin(page, courseId, await makePaperFolder(outputDir, 5));
		await whole(page, 5);
		await isRead(page);
		const boxes = rowsOf(page).getByRole('checkbox');
		await boxes.nth(1).click();
		await boxes.nth(3).click({ modifiers: ['Shift'] });
		await expect(page.getByText('3 selected')).toBeVisible();
		await page.getByRole('button', { name: 'Set for selected…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Set for 3 selected' });
		await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Marking scheme');
		await expectAccessible(page);
		await dialog.getByRole('button', { name: 'Set for 3 rows' }).click();
		await expect(rowsOf(page).filter({ hasText: 'Marking scheme' })).toHaveCount(3);
		await page.getByRole('button', { name: 'Undo', exact: true }).click();
		await expect(rowsOf(page).filter({ hasText: 'Marking scheme' })).toHaveCount(0);
	},
);

test(
	'publishes ten papers of a folder with at most five clicks',
	{ tag: '@once' },
	async ({ page, request }, { outputDir }) => {
		const { courseId } = await makeContent(request, 'Diploma in Five Clicks');
		await begin(page, courseId, await makePaperFolder(outputDir, 10));
		await whole(page, 10);
		await isRead(page);
		let clicks = 0;
		const click = async (button: ReturnType<Page['getByRole']>) => {
			clicks++;
			await button.click();
		};
		await click(page.getByRole('button', { name: 'Save 10 as drafts' }));
		await click(page.getByRole('button', { name: 'Publish Exam Set' }));
		const dialog = page.getByRole('dialog');
		await click(dialog.getByRole('button', { name: /^Publish/ }));
		await expect(page.getByText(/10 past papers.* published/).first()).toBeVisible();
		expect(clicks).toBeLessThanOrEqual(5);
		const sets = (await (await request.get(`/api/courses/${courseId}/examsets`)).json()).data;
		const made = sets.find(({ name }: { name: string }) => name.startsWith('2023 July'));
		expect(made.is_published).toBe(true);
		const papers = await request.get(`/api/courses/${courseId}/examsets/${made.id}/pastpapers`);
		const published = (await papers.json()).data.filter(
			(each: { published: boolean }) => each.published,
		);
		expect(published).toHaveLength(10);
	},
);

test.describe('on a phone', () => {
	test.use({ viewport: { width: 360, height: 780 }, colorScheme: 'dark', hasTouch: true });

	test(
		'corrects rows by touch on a phone',
		{ tag: '@once' },
		async ({ page, request }, { outputDir }) => {
			const { courseId } = await makeContent(request, 'Diploma in Touch');
			await begin(page, courseId, await makePaperFolder(outputDir, 4, 61));
			await whole(page, 4);
			await isRead(page);
			const open = rowsOf(page).getByRole('button');
			await open.first().tap();
			const dialog = page.getByRole('dialog');
			const name = dialog.getByRole('textbox', { name: 'Paper name' });
			await name.fill('');
			await dialog.getByRole('button', { name: 'Save and close' }).tap();
			await expect(rowsOf(page).filter({ hasText: 'No name was found.' })).toHaveCount(1);
			await expectAccessible(page, { covered: true });
			await open.first().tap();
			await name.fill('Paper 1 Theory');
			await expectAccessible(page);
			await dialog.getByRole('button', { name: 'Save and close' }).tap();
			await expect(dialog).toHaveCount(0);
			await expect(rowsOf(page).filter({ hasText: 'Paper 1 Theory' })).toHaveCount(1);
			await rowsOf(page).getByRole('checkbox').nth(1).tap();
			await rowsOf(page).getByRole('checkbox').nth(2).tap();
			await page.getByRole('button', { name: 'Set for selected…' }).tap();
			await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Marking scheme');
			await dialog.getByRole('button', { name: 'Set for 2 rows' }).tap();
			await expect(dialog).toHaveCount(0);
			await page.getByRole('button', { name: 'Clear selection' }).tap();
			await page.getByRole('button', { name: 'Save 4 as drafts' }).tap();
			await expect(page.getByRole('button', { name: 'Undo saving' })).toBeVisible();
			await expectAccessible(page, { covered: true });
		},
	);
});
