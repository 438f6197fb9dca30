import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { openFilters } from './filters.ts';
import { fillSignIn, makePerson, NOBODY } from './people.ts';
import { expect, test } from './server.ts';

const history = async (page: Page) => {
	await page.getByRole('button', { name: 'History' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByText('Activity').click();
	await expect(dialog.getByText('Created', { exact: true })).toBeVisible();
	return dialog;
};

test('each item shows its own history, field by field', { tag: '@once' }, async ({
	page,
	request,
}) => {
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
			const dialog = await history(page);
			const field = dialog.getByRole('term').filter({ hasText: label }).first();
			await expect(field.locator('xpath=following-sibling::dd')).toHaveText(`Was ${was}Now ${is}`);
			if (address === at.course) await expectAccessible(page);
			await page.keyboard.press('Escape');
			await expect(dialog).toHaveCount(0);
			await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
		});
});

test('a change that is saved on screen stands in the history at once', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Saving');
	await page.goto(addresses(content).subject);
	await (await history(page)).getByRole('button', { name: 'Close' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.getByRole('switch', { name: /Free/ }).press('Space');
	await expect(page.getByRole('switch', { name: /Free/ })).toBeChecked();
	const dialog = await history(page);
	await expect(dialog.getByText('Changed', { exact: true })).toBeVisible();
});

test('an editor sees the history of an item, and not from where', { tag: '@once' }, async ({
	browser,
	request,
	site: baseURL,
}) => {
	const content = await makeContent(request, 'Diploma in Editing');
	const person = await makePerson(request, 'editor');
	const context = await browser.newContext({ storageState: NOBODY, baseURL });
	const page = await context.newPage();
	await page.goto(`/sign-in?to=${encodeURIComponent(addresses(content).topic)}`);
	await fillSignIn(page, person);
	const dialog = await history(page);
	await expect(dialog.getByText('(Administrator)')).toBeVisible();
	await expect(dialog.getByText('127.0.0.1')).toHaveCount(0);
	await expectAccessible(page);
	await context.close();
});

test('the trail is narrowed in its address, to one item and back', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { courseId } = await makeContent(request, 'Diploma in Traces');
	await request.put(`/api/courses/${courseId}`, { data: { price: 100 } });
	await request.delete(`/api/courses/${courseId}`);
	await page.goto('/admin/audit');
	const entries = page.getByRole('main').getByRole('listitem');
	const gone = entries.filter({ hasText: 'Deleted' }).filter({ hasText: 'Diploma in Traces' });
	await expect(gone).toContainText('Contents: 2 subjects, 2 topics, 2 exam sets and 2 past papers');
	await expectAccessible(page);
	await gone.getByRole('button', { name: 'Only this course' }).click();
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
	await expect(gone).toBeVisible();
});

test('older rows come when they are asked for', { tag: '@once' }, async ({ page, request }) => {
	const course = { name: 'Diploma in Patience', order_num: 1, category_id: 'cat_diploma' };
	const { id } = await create(request, '/courses', course);
	for (let price = 1; price <= 60; price++)
		await request.put(`/api/courses/${id}`, { data: { price } });
	await page.goto(`/admin/audit?item_kind=course&item_id=${id}`);
	const entries = page.getByRole('main').getByRole('listitem');
	await expect(entries).toHaveCount(50);
	await page.getByRole('button', { name: 'Show older' }).press('Enter');
	await expect(entries).toHaveCount(61);
	await expect(page.getByText('No older entries.')).toBeFocused();
});

test('a new trail begins with who signed in, and one that cannot be read says why', {
	tag: '@once',
}, async ({ page, fresh, tolerate }) => {
	const { url } = await fresh();
	await page.goto(`${url}/admin/audit`);
	const signIns = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Signed in' });
	await expect(signIns.first()).toBeVisible();
	await expectAccessible(page);
	tolerate(/ERR_FAILED/);
	await page.route('**/api/audit?*', (route) => route.abort());
	await page.route('**/api/audit', (route) => route.abort());
	await page.reload();
	await expect(page.getByRole('alert')).toContainText('Failed to load the history');
	await expectAccessible(page);
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Retry' }).click();
	await expect(signIns.first()).toBeVisible();
});
