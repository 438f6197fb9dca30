import { addresses, makeContent } from './content.ts';
import { openMenu, visit } from './screens.ts';
import { expect, test } from './server.ts';

test('takes a typed choice when the field is left, or marks the field', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { courseId } = await makeContent(request, 'Diploma in Typed Choices');
	await page.goto('/admin/topics');
	const course = page.getByRole('main').getByRole('combobox', { name: 'Course' });
	await course.fill('typed');
	await expect(page.getByRole('option', { name: 'Diploma in Typed Choices' })).toBeVisible();
	await page.keyboard.press('Tab');
	await expect(page).toHaveURL(new RegExp(`course_id=${courseId}`));
	await expect(course).toHaveValue('Diploma in Typed Choices');
	// A field that is only visited keeps its choice.
	await course.focus();
	await page.keyboard.press('Tab');
	await expect(page).toHaveURL(new RegExp(`course_id=${courseId}`));
	await course.fill('typed ch');
	await page.getByRole('heading', { level: 1 }).click();
	await expect(course).toHaveValue('Diploma in Typed Choices');
	await course.fill('nothing like it');
	await page.getByRole('heading', { level: 1 }).click();
	await expect(page.getByText('Nothing matches “nothing like it”')).toBeVisible();
	await expect(course).toHaveValue('Diploma in Typed Choices');
});

test('replaces the only value of a small dialog by typing', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { papers } = addresses(await makeContent(request, 'Diploma in Small Dialogs'));
	await visit(page, `${papers}?view=table`);
	for (const [action, typed] of [
		['Edit Order', '9'],
		['Edit URL', 'https://example.org/9.pdf'],
	] as const) {
		await openMenu(page, 'Paper 1 Theory');
		await page.getByRole('menuitem', { name: action }).click();
		const field = page.getByRole('dialog').getByRole('textbox');
		await expect(field).toBeFocused();
		await page.keyboard.type(typed);
		await expect(field).toHaveValue(typed);
		await page.keyboard.press('Enter');
		await expect(page.getByRole('dialog')).toHaveCount(0);
	}
});

test('says which subject has an order, puts a new one last, and adds another by Ctrl+Enter', {
	tag: '@once',
}, async ({ page, request }) => {
	const { subjects } = addresses(await makeContent(request, 'Diploma in Taken Orders'));
	await page.goto(subjects);
	await page.getByRole('button', { name: 'Add Subject' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add Subject' });
	await expect(dialog.getByText('Order 1 is taken by Electrical Principles')).toBeVisible();
	await dialog.getByRole('button', { name: 'Put it last (3)' }).click();
	await expect(dialog.getByLabel('Order')).toHaveValue('3');
	await dialog.getByLabel('Subject Name').fill('Hydraulics');
	await page.keyboard.press('Control+Enter');
	await expect(dialog.getByLabel('Order')).toHaveValue('4');
	await expect(dialog.getByLabel('Subject Name')).toHaveValue('');
	// An empty dialog closes on Back, also on the first screen.
	await page.goBack();
	await expect(dialog).toHaveCount(0);
	await expect(page).toHaveURL(subjects);
	await expect(page.getByRole('link', { name: 'Hydraulics', exact: true })).toBeVisible();
});

test('opens the search right after Esc, and says where Undo is once its notice is gone', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Quick Keys');
	await page.goto(addresses(content).subjects);
	await page.getByRole('button', { name: 'Add Subject' }).click();
	await expect(page.getByRole('dialog').getByLabel('Subject Name')).toBeFocused();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+K');
	await expect(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible();
	await page.keyboard.press('Escape');

	await openMenu(page, 'Engineering Drawing');
	await page.getByRole('menuitem', { name: 'Delete' }).click();
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /^Delete/ })
		.click();
	await page.getByRole('button', { name: 'Dismiss' }).click();
	await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
	await page.keyboard.press('Control+Z');
	await expect(page.getByText('Undo is in History')).toBeVisible();
});

test('leads back from a form to the screen before it by Cancel', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { topic } = addresses(await makeContent(request, 'Diploma in Cancelled Forms'));
	await visit(page, '/admin/topics?search=ohm&sort=-name');
	await visit(page, topic);
	await page.getByRole('link', { name: 'Cancel', exact: true }).click();
	await expect(page).toHaveURL('/admin/topics?search=ohm&sort=-name');
});
