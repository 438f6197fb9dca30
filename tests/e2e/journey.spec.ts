import { readFileSync } from 'node:fs';
import { clickRowAction } from './screens.ts';
import { expect, test } from './server.ts';

const PDF = readFileSync(
	new URL('../../sample/catalogue/files/electrical-principles-2026-july.pdf', import.meta.url),
);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('creates and publishes a course with files', async ({ page, fresh, tolerate }) => {
	// An exam set without papers is not published.
	tolerate(/409 \(/);
	const { url } = await fresh();
	await page.goto(`${url}/admin/courses`);
	await expect(page.getByText('No courses found')).toBeVisible();

	await page.getByRole('link', { name: 'Create New Course' }).first().click();
	await page.getByLabel('Course Name').fill('Artisan in Plumbing');
	await page.getByLabel('Price (KES)').fill('2500');
	await expect(page.getByLabel('Order')).toHaveValue('1');
	await page.getByRole('combobox', { name: 'Category' }).selectOption('Artisan');
	await page.getByRole('button', { name: 'Save Course' }).click();
	await expect(page).toHaveURL(/\/admin\/courses$/);
	await clickRowAction(page, 'Artisan in Plumbing', 'Subjects');

	await page.getByRole('button', { name: 'Add First Subject' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByLabel('Subject Name')).toBeFocused();
	await page.keyboard.type('Pipework');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await clickRowAction(page, 'Pipework', 'Topics');

	await page.goto(`${page.url()}/new`);
	await page.getByLabel('Topic Name').fill('Joining copper');
	await page.setInputFiles('input[type=file]', {
		name: 'joining copper.pdf',
		mimeType: 'application/pdf',
		buffer: PDF,
	});
	// File names are loaded when they scroll into view.
	await page.getByText('Content File').scrollIntoViewIfNeeded();
	await page.getByRole('button', { name: 'Replace file' }).scrollIntoViewIfNeeded();
	await expect(page.getByRole('link', { name: 'joining copper.pdf' })).toBeVisible();
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(/\/topics$/);
	await expect(page.getByRole('link', { name: 'Joining copper', exact: true })).toBeVisible();

	const course = page.url().split('/subjects/')[0];
	await page.goto(`${course}/examsets/list`);
	await page.getByRole('button', { name: 'Add First Exam Set' }).click();
	await dialog.getByLabel('Name').fill('July 2026 Series');
	await expect(dialog.getByLabel('Year')).toHaveValue(/^20\d\d$/);
	await dialog.getByRole('button', { name: 'Create Exam Set' }).click();
	await expect(dialog).toBeHidden();
	const published = page.getByRole('switch', { name: 'Published: July 2026 Series' });
	const isPublished = (checked: boolean) => expect(published).toBeChecked({ checked });
	const publish = () => published.click({ force: true });
	await isPublished(false);
	const sets = await page.request.get(`${course?.replace('/admin/', '/api/')}/examsets`);
	const [set] = (await sets.json()).data;
	await page.goto(`${course}/examsets/${set.id}/pastpapers`);
	await page.goto(`${page.url().split('?')[0]}/new`);
	await page.getByLabel('Name', { exact: false }).first().fill('Paper 1 Theory');
	await page.setInputFiles('input[type=file]', {
		name: 'paper 1.pdf',
		mimeType: 'application/pdf',
		buffer: PDF,
	});
	await page.getByRole('button', { name: 'Replace file' }).scrollIntoViewIfNeeded();
	await expect(page.getByRole('link', { name: 'paper 1.pdf' })).toBeVisible();
	await page.locator('main form').getByText('Published', { exact: true }).click();
	await page.getByText('Free', { exact: true }).click();
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page).toHaveURL(/\/pastpapers$/);
	await page.goto(`${course}/examsets/list`);
	await publish();
	await isPublished(true);

	const answer = await page.request.get(`${url}/api/pastpapers`);
	const [paper] = (await answer.json()).data.data;
	expect(paper).toMatchObject({
		name: 'Paper 1 Theory',
		published: true,
		free: true,
		examset_name: 'July 2026 Series',
		course_name: 'Artisan in Plumbing',
	});
	const file = await page.request.get(url + paper.url);
	expect((await file.body()).equals(PDF)).toBe(true);
});
