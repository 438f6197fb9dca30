import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { itemMenu, openFilters, openHistory } from './screens.ts';
import { expect, test } from './server.ts';

const openActivity = async (page: Page) => {
	await openHistory(page);
	const dialog = page.getByRole('dialog');
	await dialog.getByText('Activity').click();
	await expect(dialog.getByText('Created', { exact: true })).toBeVisible();
	return dialog;
};

test('shows the history of an item by field', { tag: '@once' }, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Histories');
	const { courseId, subjectId, topicId, examSetId, paperId } = content;
	const course = `/api/courses/${courseId}`;
	const set = `${course}/examsets/${examSetId}`;
	const put = (path: string, data: object) => request.put(path, { data });
	await put(course, { price: 5200, category_id: 'cat_artisan' });
	await put(`${course}/subjects/${subjectId}`, { freeSubject: true });
	await put(`${course}/subjects/${subjectId}/topics/${topicId}`, { isPublished: false });
	await put(set, { year: 2027 });
	await put(`${set}/pastpapers/${paperId}`, { subject_id: null });
	const at = addresses(content);
	for (const [address, label, was, is] of [
		[at.course, 'Price (KES)', 'KES 4,500', 'KES 5,200'],
		[at.editCourse, 'Category', 'Diploma', 'Artisan'],
		[at.subject, 'Free Subject', 'No', 'Yes'],
		[at.topic, 'Status', 'Published', 'Draft'],
		[at.examSet, 'Year', '2026', '2027'],
		[at.paper, 'Subject', 'Electrical Principles', 'Nothing'],
	] as const)
		await test.step(address, async () => {
			await page.goto(address);
			const dialog = await openActivity(page);
			const field = dialog.getByRole('term').filter({ hasText: label }).first();
			await expect(field.locator('xpath=following-sibling::dd')).toHaveText(`Was ${was}Now ${is}`);
			if (address === at.course) await expectAccessible(page);
			await page.keyboard.press('Escape');
			await expect(dialog).toHaveCount(0);
			await expect(await itemMenu(page)).toBeFocused();
		});
});

test('filters the audit trail to one item by URL, and clears the filter', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { courseId } = await makeContent(request, 'Diploma in Traces');
	await request.put(`/api/courses/${courseId}`, { data: { price: 100 } });
	await request.delete(`/api/courses/${courseId}`);
	await page.goto('/admin/audit');
	const entries = page.getByRole('main').getByRole('listitem');
	const deletion = entries.filter({ hasText: 'Deleted' }).filter({ hasText: 'Diploma in Traces' });
	await expect(deletion).toContainText(
		'Contents: 2 subjects, 2 topics, 2 exam sets and 2 past papers',
	);
	await expectAccessible(page);
	await deletion.getByRole('button', { name: 'Only this course' }).click();
	await expect(page).toHaveURL(new RegExp(`item_kind=course&item_id=${courseId}`));
	await expect(entries).toHaveCount(3);
	await page.reload();
	await expect(entries).toHaveCount(3);
	await openFilters(page);
	await page.getByRole('combobox', { name: 'Action' }).selectOption('Changed');
	await expect(entries).toHaveCount(1);
	await expect(page).toHaveURL(/action=update/);
	await page.getByLabel('To', { exact: true }).fill('2020-01-01');
	await expect(page.getByText('Nothing matches')).toBeVisible();
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await expect(page).toHaveURL(/\/admin\/audit$/);
	await expect(entries.first()).toBeVisible();
	await page.getByRole('combobox', { name: 'Person' }).click();
	await page.getByRole('option', { name: 'Administrator (Administrator)' }).click();
	await expect(page).toHaveURL(/actor=person(%3A|:)/);
	await expect(deletion).toBeVisible();
});
