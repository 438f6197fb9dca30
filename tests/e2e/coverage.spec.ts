import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessible.ts';
import { aFile, cell, makeCourse } from './course-to-cover.ts';
import { expect, test } from './server.ts';

test('adds a missing paper from its cell by keyboard', {
	tag: '@once',
}, async ({ page, request }) => {
	const { screen } = await makeCourse(request, 'Covered by keys');
	await page.goto(screen);
	await expect(page.getByText('5 of 6 subject and series pairs have no paper')).toBeVisible();
	await expectAccessible(page);
	const november = cell(page, 'Gas', 'November 2024');
	await november.focus();
	await page.keyboard.press('End');
	await page.keyboard.press('Home');
	await expect(november).toBeFocused();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Gas, November 2024' });
	await expect(dialog.getByLabel('Name')).toHaveValue('Paper 1: Gas');
	await expect(dialog.getByLabel('Codes')).toHaveValue('1821/101');
	await expectAccessible(page);
	await dialog.locator('input[type=file]').setInputFiles(await aFile());
	await expect(dialog.getByText('Chosen, not saved yet')).toBeVisible();
	await dialog.getByLabel('Name').press('Enter');
	await expect(dialog).toBeHidden();
	const added = cell(page, 'Gas', 'November 2024');
	await expect(added).toHaveText('Draft');
	await expect(page.getByText('4 of 6 subject and series pairs have no paper')).toBeVisible();
	await expect(page.getByText('Draft: Gas, November 2024')).toBeAttached();
	await expect(added).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Paper 1: Gas' })).toBeVisible();
});

test('marks an exam and a series as not held, shows who did, and undoes it', {
	tag: '@once',
}, async ({ page, request, hasTouch }) => {
	const { screen } = await makeCourse(request, 'Not held');
	await page.goto(screen);
	const press = (subject: string, series: string) =>
		hasTouch ? cell(page, subject, series).tap() : cell(page, subject, series).click();
	await press('Gas', 'November 2024');
	await page.getByRole('button', { name: 'This exam was not held' }).click();
	await expect(cell(page, 'Gas', 'November 2024')).toHaveText('Not held');
	await expect(page.getByText('4 of 5 subject and series pairs have no paper')).toBeVisible();
	await press('Gas', 'November 2024');
	const dialog = page.getByRole('dialog', { name: 'Gas, November 2024' });
	await expect(dialog).toContainText('says Administrator on');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'It was held' }).click();
	await expect(cell(page, 'Gas', 'November 2024')).toHaveText('Missing');

	await page.getByRole('button', { name: 'Not held', exact: true }).click();
	const series = page.getByRole('dialog', { name: 'Series that was not held' });
	await series.getByLabel('Year').fill('2020');
	await series.getByLabel('Series').selectOption('July');
	await expectAccessible(page);
	await series.getByRole('button', { name: 'Not held' }).click();
	await expect(series).toBeHidden();
	if (hasTouch) await page.getByLabel('Year').selectOption('2020');
	await expect(cell(page, '=Arc', 'July 2020')).toHaveText('Not held');
	await press('=Arc', 'July 2020');
	await page.getByRole('button', { name: 'The series was held' }).click();
	await expect(cell(page, '=Arc', 'July 2020')).toHaveCount(0);
});

test('links to missing papers of one and of all courses, and exports CSV', {
	tag: '@once',
}, async ({ page, request }) => {
	const { id, screen } = await makeCourse(request, 'Taken along');
	await page.goto(`/admin/courses/${id}`);
	await page.getByRole('link', { name: '5 of 6 subject and series pairs have no paper' }).click();
	await expect(page).toHaveURL(screen);
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'CSV' }).click();
	const text = await readFile(await (await download).path(), 'utf8');
	expect(text.split('\r\n').slice(0, 3)).toEqual([
		'\ufeffSubject,"\tNovember 2024","\tJuly 2024","\tJuly 2023"',
		'Gas,Missing,Published,Missing',
		"'=Arc,Missing,Missing,Missing",
	]);
	await page.goto('/admin/courses');
	await page.getByRole('link', { name: 'Missing papers' }).click();
	const november = page.getByRole('list', { name: 'Courses that lack papers of November 2024' });
	await expect(november.getByRole('listitem').filter({ hasText: 'Taken along' })).toContainText(
		'2 of 2 missing',
	);
	await expectAccessible(page);
	await november.getByRole('link', { name: 'Taken along' }).click();
	await expect(page).toHaveURL(screen);
	// A page after the last one shows the last page.
	await page.goto('/admin/coverage?page=999');
	await expect(page.getByText(/^\d+ of \d+ missing$/).first()).toBeVisible();
	await expect(page).not.toHaveURL(/page=999/);
});
