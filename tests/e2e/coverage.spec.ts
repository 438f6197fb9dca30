import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { pdf } from '../../server/platform/files/fixtures/documents.ts';
import { expectAccessible } from './accessible.ts';
import { create } from './content.ts';
import { expect, test } from './server.ts';

const LINK = 'https://example.org/paper.pdf';

/** Creates a course with two subjects, three series (two of 2024, one of 2023) and one paper. */
const makeCourse = async (api: APIRequestContext, name: string) => {
	const { id } = await create(api, '/courses', { name, order_num: 1, category_id: 'cat_artisan' });
	const at = `/courses/${id}`;
	const gas = await create(api, `${at}/subjects`, { name: 'Gas', order_num: 1 });
	await create(api, `${at}/subjects`, { name: '=Arc', order_num: 2 });
	const set = (year: number, series: string) =>
		create(api, `${at}/examsets`, { name: `${year} ${series}`, year, series });
	const july = await set(2024, 'july');
	await set(2024, 'november');
	await set(2023, 'july');
	const paper = { name: 'Paper 1: Gas', codes: ['1821/101'], subject_id: gas.id, url: LINK };
	await create(api, `${at}/examsets/${july.id}/pastpapers`, { ...paper, published: true });
	return { id, screen: `/admin${at}/coverage`, july };
};

/** Returns the cell of a subject and a series. */
const cell = (page: Page, subject: string, series: string) =>
	page.getByRole('grid').locator(`[aria-label$=": ${subject}, ${series}"]`);

/** Returns a PDF with unique content. */
const makeFile = async () => ({
	name: 'gas.pdf',
	mimeType: 'application/pdf',
	buffer: Buffer.from(await pdf(`Gas ${Math.random()}`)),
});

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
	await dialog.locator('input[type=file]').setInputFiles(await makeFile());
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
	const { id, screen } = await makeCourse(request, 'Covered by links');
	await page.goto(`/admin/courses/${id}`);
	await page.getByRole('link', { name: '5 of 6 subject and series pairs have no paper' }).click();
	await expect(page).toHaveURL(screen);
	const download = page.waitForEvent('download');
	const more = page.getByRole('button', { name: 'More actions' });
	await more.click();
	await page.getByRole('menuitem', { name: 'Download CSV' }).click();
	const text = await readFile(await (await download).path(), 'utf8');
	expect(text.split('\r\n').slice(0, 3)).toEqual([
		'\ufeffSubject,"\tNovember 2024","\tJuly 2024","\tJuly 2023"',
		'Gas,Missing,Published,Missing',
		"'=Arc,Missing,Missing,Missing",
	]);
	await page.goto('/admin/courses');
	await more.click();
	await page.getByRole('menuitem', { name: 'Missing papers' }).click();
	const november = page.getByRole('list', { name: 'Courses that lack papers of November 2024' });
	await expect(
		november.getByRole('listitem').filter({ hasText: 'Covered by links' }),
	).toContainText('2 of 2 missing');
	await expectAccessible(page);
	await november.getByRole('link', { name: 'Covered by links' }).click();
	await expect(page).toHaveURL(screen);
	// A page after the last one shows the last page.
	await page.goto('/admin/coverage?page=999');
	await expect(page.getByText(/^\d+ of \d+ missing$/).first()).toBeVisible();
	await expect(page).not.toHaveURL(/page=999/);
});

test('keeps the name and file of a new paper when another exam set is chosen', {
	tag: '@once',
}, async ({ page, request }) => {
	const { id, screen } = await makeCourse(request, 'Covered twice');
	const list = `/courses/${id}/examsets`;
	const module = { name: '2024 November, Module II', year: 2024, series: 'november', order_num: 9 };
	const { id: second } = await create(request, list, module);
	await page.goto(screen);
	await cell(page, 'Gas', 'November 2024').click();
	const dialog = page.getByRole('dialog', { name: 'Gas, November 2024' });
	await dialog.locator('input[type=file]').setInputFiles(await makeFile());
	await expect(dialog.getByText('Chosen, not saved yet')).toBeVisible();
	await dialog.getByLabel('Name').fill('Paper 2: Gas');
	await dialog.getByLabel('Exam Set').selectOption(module.name);
	await expect(dialog.getByText('Chosen, not saved yet')).toBeVisible();
	await dialog.getByLabel('Name').press('Enter');
	await expect(cell(page, 'Gas', 'November 2024')).toHaveText('Draft');
	const papers = (await (await request.get(`/api${list}/${second}/pastpapers`)).json()).data;
	expect(papers).toEqual([expect.objectContaining({ name: 'Paper 2: Gas' })]);
	expect(papers[0].url).toMatch(/^\/files\//);
});

test('links a cell with several papers to the filtered list', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { id, screen, july } = await makeCourse(request, 'Covered several times');
	const [gas] = (await (await request.get(`/api/courses/${id}/subjects`)).json()).data;
	const { id: november } = (
		await (await request.get(`/api/courses/${id}/examsets`)).json()
	).data.find(({ series }: { series: string }) => series === 'november');
	const add = (set: string, name: string, more = {}) =>
		create(request, `/courses/${id}/examsets/${set}/pastpapers`, {
			name,
			subject_id: gas.id,
			...more,
		});
	await add(july.id, 'Paper 2: Gas');
	await add(july.id, 'How Paper 2 is marked', { kind: 'marking_scheme' });
	await add(november, 'Paper 3: Gas');
	for (const name of ['Of no subject', 'Nor this']) await add(july.id, name, { subject_id: null });
	await page.goto(screen);
	await cell(page, 'Gas', 'July 2024').click();
	const rows = page.getByRole('table', { name: 'Past Papers' }).getByRole('row');
	await expect(rows).toHaveCount(3);
	await expect(rows.getByRole('link', { name: /^Paper [12]: Gas$/ })).toHaveCount(2);
	await expect(page.getByLabel('Series')).toHaveValue('july');
	await expect(page.getByLabel('Kind')).toHaveValue('paper');
	await page.goBack();
	await cell(page, 'No subject', 'July 2024').click();
	await expect(rows.getByRole('link', { name: /^(Of no subject|Nor this)$/ })).toHaveCount(2);
	await expect(rows).toHaveCount(3);
	await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('No subject');
	await page.goto('/admin/pastpapers');
	await expect(page.getByLabel('Series')).toHaveCount(0);
	await page.getByLabel('Year').selectOption('2024');
	await page.getByLabel('Series').selectOption('November');
	await expect(page).toHaveURL(/year=2024.*series=november/);
});
