import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { openFilters, visit } from './screens.ts';
import { expect, test } from './server.ts';

const choose = async (page: Page, filter: string, option: string) => {
	await openFilters(page);
	await page.getByRole('combobox', { name: filter }).selectOption(option);
};

test('lists of all courses link to their items and pass axe', async ({ page, request }) => {
	const name = 'Diploma in Finding';
	const content = await makeContent(request, name);
	const items = [
		['subjects', 'Electrical Principles', addresses(content).subject],
		['topics', 'Ohm’s law', addresses(content).topic],
		['examsets', 'July 2026 Series', addresses(content).examSet],
		['pastpapers', 'Paper 1 Theory', addresses(content).paper],
	] as const;
	for (const [list, item, address] of items) {
		await visit(page, `/admin/${list}?course_id=${content.courseId}`);
		await expect(page.locator('[data-row]').first()).toContainText(name);
		await expectAccessible(page);
		await page.getByRole('link', { name: item, exact: true }).click();
		await expect(page).toHaveURL(address);
	}
});

test('keeps the search and filters of a list in the URL across a reload', {
	tag: '@once',
}, async ({ page, request }) => {
	const { courseId } = await makeContent(request, 'Diploma in Narrowing');
	await page.goto('/admin/topics');
	await page.getByRole('searchbox').fill('TRANSF');
	await expect(page).toHaveURL(/search=TRANSF/);
	await choose(page, 'Status', 'Draft');
	await page.getByRole('combobox', { name: 'Course' }).fill('narrow');
	await page.getByRole('option', { name: 'Diploma in Narrowing' }).click();
	await expect(page).toHaveURL(new RegExp(`course_id=${courseId}`));
	await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
	await page.reload();
	await expect(page.getByRole('searchbox')).toHaveValue('TRANSF');
	await expect(page.getByRole('link', { name: 'Transformers', exact: true })).toHaveCount(1);

	await choose(page, 'Access', 'Free');
	await expect(page.getByText('No topics match')).toBeVisible();
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await expect(page).toHaveURL(/\/admin\/topics$/);
	// The topics of the first page depend on other tests.
	await expect(page.getByRole('searchbox')).toHaveValue('');
	await expect(page.locator('[data-row]').nth(1)).toBeVisible();

	const bare = { name: 'Bare Series', year: 2027, order_num: 9 };
	await create(request, `/courses/${courseId}/examsets`, bare);
	await visit(page, `/admin/examsets?course_id=${courseId}`);
	await choose(page, 'Papers', 'Without papers');
	await expect(page.getByRole('link', { name: 'Bare Series', exact: true })).toBeVisible();
	await expect(page.getByRole('link', { name: 'July 2026 Series', exact: true })).toHaveCount(0);
});

test('the server pages and sorts a long list', { tag: '@once' }, async ({ page, request }) => {
	const course = { name: 'Diploma in Paging', order_num: 1, category_id: 'cat_diploma' };
	const { id: courseId } = await create(request, '/courses', course);
	for (let index = 1; index <= 60; index++) {
		const name = `Subject ${String(index).padStart(2, '0')}`;
		await create(request, `/courses/${courseId}/subjects`, { name, order_num: 61 - index });
	}
	const subject = (number: string) => page.getByRole('link', { name: `Subject ${number}` });
	const entries = (range: string) => page.getByText(`Showing ${range} of 60 entries`);
	const previous = page.getByRole('button', { name: 'Previous' });
	const next = page.getByRole('button', { name: 'Next' });
	await page.goto(`/admin/subjects?course_id=${courseId}`);
	await expect(entries('1 to 25')).toBeVisible();

	await test.step('shows the previous page until the next is loaded, and Back returns', async () => {
		const gate = Promise.withResolvers<void>();
		await page.route('**/api/subjects?*page=2*', async (route) => {
			await gate.promise;
			await route.continue();
		});
		await next.click();
		await expect(page).toHaveURL(/page=2/);
		await expect(subject('01')).toBeVisible();
		gate.resolve();
		await expect(subject('26')).toBeInViewport();
		await page.goBack();
		await expect(subject('01')).toBeVisible();
	});
	await test.step('keeps the keyboard focus on the paging buttons at both ends', async () => {
		await visit(page, `/admin/subjects?course_id=${courseId}&page=2`);
		await next.press('Enter');
		await expect(entries('51 to 60')).toBeVisible();
		await expect(next).toBeFocused();
		await previous.press('Enter');
		await expect(entries('26 to 50')).toBeVisible();
		await previous.press('Enter');
		await expect(entries('1 to 25')).toBeVisible();
		await expect(previous).toBeFocused();
	});
	await test.step('opens an address with invalid values', async () => {
		await visit(page, `/admin/subjects?course_id=${courseId}&page=999`);
		await expect(page).toHaveURL(/page=3\b/);
		await expect(entries('51 to 60')).toBeVisible();
		await page.goto(`/admin/subjects?course_id=${courseId}&page=x&sort=wrong&published=perhaps`);
		await expect(entries('1 to 25')).toBeVisible();
	});
	await test.step('sorting starts at the first page, and times with the newest', async () => {
		await visit(page, `/admin/subjects?course_id=${courseId}&page=2`);
		await page.getByRole('button', { name: 'Order' }).click();
		await expect(page).toHaveURL(/sort=order_num/);
		await expect(page).not.toHaveURL(/page=/);
		await expect(subject('60')).toBeVisible();
		await page.getByRole('button', { name: 'Updated' }).click();
		await expect(page).toHaveURL(/sort=-updated_at/);
		await expect(page.locator('[data-row]').first()).toContainText('Subject 60');
	});
});

test('keeps a list with its filters in the sidebar, and undoes its removal', {
	tag: '@once',
}, async ({ page }) => {
	await visit(page, '/admin/topics?published=false&page=1');
	await page.getByRole('button', { name: 'Keep this view…' }).click();
	await page.getByRole('dialog').getByLabel('Name').fill('My drafts');
	await page.getByRole('button', { name: 'Keep view' }).click();
	await visit(page, '/admin/courses');
	const link = page
		.getByRole('navigation', { name: 'Main' })
		.getByRole('link', { name: 'My drafts' });
	await link.click();
	await expect(page).toHaveURL(/topics\?published=false$/);
	await page.getByRole('button', { name: 'Remove view' }).click();
	await expect(link).toHaveCount(0);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(link).toBeVisible();
	// Other tests measure the sidebar of this person.
	await page.getByRole('button', { name: 'Remove view' }).click();
	await expect(link).toHaveCount(0);
});
