import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { openFilters } from './filters.ts';
import { expect, test } from './server.ts';

const lists = ['subjects', 'topics', 'examsets', 'pastpapers'] as const;

const choose = async (page: Page, filter: string, option: string) => {
	await openFilters(page);
	await page.getByRole('combobox', { name: filter }).selectOption(option);
};

test('the lists across all courses say so while there is nothing', { tag: '@once' }, async ({
	page,
	fresh,
}) => {
	const { url } = await fresh();
	for (const list of lists) {
		await page.goto(`${url}/admin/${list}`);
		await expect(page.getByText(/^No .* yet$/)).toBeVisible();
		await expect(page.getByRole('link', { name: 'Go to courses' })).toBeVisible();
		await expectAccessible(page);
	}
});

test('each list leads to the items in their courses, and passes axe', async ({ page, request }) => {
	const name = 'Diploma in Finding';
	const content = await makeContent(request, name);
	const items = [
		['subjects', 'Electrical Principles', addresses(content).subject],
		['topics', 'Ohm’s law', addresses(content).topic],
		['examsets', 'July 2026 Series', addresses(content).examSet],
		['pastpapers', 'Paper 1 Theory', addresses(content).paper],
	] as const;
	for (const [list, item, address] of items) {
		await page.goto(`/admin/${list}?course_id=${content.courseId}`);
		await expect(page.locator('[data-row]').first()).toContainText(name);
		await expectAccessible(page);
		await page.getByRole('link', { name: item, exact: true }).click();
		await expect(page).toHaveURL(address);
	}
});

test(
	'the times of a list begin with the newest, at the first click',
	{ tag: '@once' },
	async ({ page, request }, info) => {
		const { courseId } = await makeContent(request, 'Diploma in Times');
		await page.goto(`/admin/topics?course_id=${courseId}`);
		if (info.project.name === 'light-wide')
			await page.getByRole('button', { name: 'Updated' }).click();
		else await page.getByLabel('Sort by').selectOption('updated_at');
		await expect(page).toHaveURL(/sort=-updated_at/);
		await expect(
			page
				.getByRole('main')
				.getByRole('link', { name: /Transf|Ohm/ })
				.first(),
		).toHaveText('Transformers');
	},
);

test('a list is searched and narrowed in its address, which survives a reload', {
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
	// Which of all topics stand on the first page is up to what other tests left.
	await expect(page.getByRole('searchbox')).toHaveValue('');
	await expect(page.locator('[data-row]').nth(1)).toBeVisible();
});

test.describe('with more than a page', () => {
	let courseId: string;
	test.beforeEach(async ({ request }) => {
		const course = { name: 'Diploma in Paging', order_num: 1, category_id: 'cat_diploma' };
		courseId = (await create(request, '/courses', course)).id;
		for (let index = 1; index <= 60; index++) {
			const name = `Subject ${String(index).padStart(2, '0')}`;
			await create(request, `/courses/${courseId}/subjects`, { name, order_num: 61 - index });
		}
	});

	test('the page before stays until the next is there, and Back returns', { tag: '@once' }, async ({
		page,
	}) => {
		await page.goto(`/admin/subjects?course_id=${courseId}`);
		await expect(page.getByText('Showing 1 to 25 of 60 entries')).toBeVisible();
		let send = () => {};
		const held = new Promise<void>((resolve) => {
			send = resolve;
		});
		await page.route('**/api/subjects?*page=2*', async (route) => {
			await held;
			await route.continue();
		});
		await page.getByRole('button', { name: 'Next' }).click();
		await expect(page).toHaveURL(/page=2/);
		await expect(page.getByRole('link', { name: 'Subject 01' })).toBeVisible();
		send();
		await expect(page.getByRole('link', { name: 'Subject 26' })).toBeInViewport();
		await page.goBack();
		await expect(page.getByRole('link', { name: 'Subject 01' })).toBeVisible();
	});

	test('at either end the keyboard stays with the pages', { tag: '@once' }, async ({ page }) => {
		await page.goto(`/admin/subjects?course_id=${courseId}&page=2`);
		const previous = page.getByRole('button', { name: 'Previous' });
		const next = page.getByRole('button', { name: 'Next' });
		await next.press('Enter');
		await expect(page.getByText('Showing 51 to 60 of 60 entries')).toBeVisible();
		await expect(previous).toBeFocused();
		await previous.press('Enter');
		await expect(page.getByText('Showing 26 to 50 of 60 entries')).toBeVisible();
		await previous.press('Enter');
		await expect(page.getByText('Showing 1 to 25 of 60 entries')).toBeVisible();
		await expect(next).toBeFocused();
	});

	test('a page behind the last leads to the last, and a wrong address to something', {
		tag: '@once',
	}, async ({ page }) => {
		await page.goto(`/admin/subjects?course_id=${courseId}&page=999`);
		await expect(page).toHaveURL(/page=3\b/);
		await expect(page.getByText('Showing 51 to 60 of 60 entries')).toBeVisible();
		await page.goto(`/admin/subjects?course_id=${courseId}&page=x&sort=wrong&published=perhaps`);
		await expect(page.getByText('Showing 1 to 25 of 60 entries')).toBeVisible();
	});

	test('the server sorts, from the first page on', { tag: '@once' }, async ({
		page,
		isMobile,
		viewport,
	}) => {
		await page.goto(`/admin/subjects?course_id=${courseId}&page=2`);
		if (isMobile || (viewport?.width ?? 0) < 700) {
			await page.getByRole('combobox', { name: 'Sort by' }).selectOption('order_num');
		} else await page.getByRole('button', { name: 'Order' }).click();
		await expect(page).toHaveURL(/sort=order_num/);
		await expect(page).not.toHaveURL(/page=/);
		await expect(page.getByRole('link', { name: 'Subject 60' })).toBeVisible();
	});
});

test('a list that cannot be loaded says why, and loads on Retry', { tag: '@once' }, async ({
	page,
	tolerate,
}) => {
	tolerate(/ERR_FAILED/);
	await page.route('**/api/topics*', (route) => route.abort());
	await page.goto('/admin/topics');
	await expect(page.getByRole('alert')).toContainText('Failed to load topics');
	await expect(page.getByRole('alert')).toContainText('An error occurred while loading topics');
	await expectAccessible(page);
	await page.unroute('**/api/topics*');
	await page.getByRole('button', { name: 'Retry' }).click();
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an item opens by its id alone, at that address', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	const content = await makeContent(request, 'Diploma in Short Addresses');
	const screens = [
		[`/admin/subjects/${content.subjectId}`, 'Electrical Principles'],
		[`/admin/topics/${content.topicId}`, 'Edit Topic'],
		[`/admin/examsets/${content.examSetId}`, 'July 2026 Series'],
		[`/admin/pastpapers/${content.paperId}`, 'Paper 1 Theory'],
		[`/admin/examsets/${content.examSetId}/pastpapers`, /July 2026 Series Past Papers$/],
	] as const;
	for (const [address, heading] of screens) {
		await page.goto(address);
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
		await expect(page).toHaveURL(address);
		await expectAccessible(page);
	}
	tolerate(/404 \(/);
	for (const list of lists) {
		await page.goto(`/admin/${list}/0198f000-0000-7000-8000-000000000000`);
		await expect(page.getByRole('alert')).toContainText('not found');
		await page.getByRole('main').getByRole('link').first().click();
		await expect(page).toHaveURL(`/admin/${list}`);
	}
});
