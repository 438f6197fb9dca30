import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

const TOPICS = 1_000;

/** Clicks a switch; returns the milliseconds until the frame after the change is painted. */
const press = (page: Page, name: string) =>
	page.getByRole('switch', { name, exact: true }).evaluate(async (element) => {
		const one = element as HTMLInputElement;
		const was = one.checked;
		const start = performance.now();
		one.click();
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
		// The browser toggles the input before React renders: wait for the attribute of the row.
		do await frame();
		while (one.checked === was);
		await frame();
		return performance.now() - start;
	});

test('searches, pages and switches a list of 1,000 rows without delay', {
	tag: ['@once', '@long'],
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Thousands');
	const { topics } = addresses(content);
	const path = topics.replace('/admin', '/api');
	for (let first = 3; first <= TOPICS; first += 20)
		await Promise.all(
			Array.from({ length: Math.min(20, TOPICS - first + 1) }, (_, index) =>
				request.post(path, {
					data: { name: `Topic ${first + index}`, order_num: first + index },
				}),
			),
		);
	const wide = (page.viewportSize()?.width ?? 0) > 768;
	for (const view of ['table', 'cards'] as const)
		await test.step(view, async () => {
			await page.goto(`${topics}?view=${view}`);
			const last = page.getByRole('link', { name: 'Topic 100', exact: true });
			await expect(last).toBeVisible();
			await expect(page.locator('[data-row]')).toHaveCount(100);
			expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(45_000);

			if (wide) {
				const field = view === 'table' ? 'Free Topic' : 'Published';
				const one = page.getByRole('switch', { name: `${field}: Topic 50`, exact: true });
				// Rendering the whole list again would take ten times as long, even on a slow machine.
				expect(await press(page, `${field}: Topic 50`)).toBeLessThan(4_000);
				await expect(one).toBeEnabled();
			}

			await last.scrollIntoViewIfNeeded();
			if (view === 'table' && wide)
				await expect(page.getByRole('button', { name: 'Name', exact: true })).toBeInViewport();

			await page.getByRole('button', { name: 'Next' }).click();
			await expect(page).toHaveURL(/page=2/);
			await expect(page.getByRole('link', { name: 'Topic 101', exact: true })).toBeInViewport();
			await page.reload();
			await expect(page.getByText('Showing 101 to 200 of 1,000 entries')).toBeVisible();
			await page.goBack();
			await expect(page.getByText('Showing 1 to 100 of 1,000 entries')).toBeVisible();

			await page.keyboard.press('/');
			await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
			await expect(page.getByRole('option', { name: 'Search in this list' })).toBeVisible();
			await page.keyboard.press('Enter');
			const search = page.getByRole('searchbox', { name: 'Search topics' });
			await expect(search).toBeFocused();
			await page.keyboard.type('tOPIC 99');
			await expect(page.getByRole('link', { name: /^Topic 99/ })).toHaveCount(11);
			await expect(page).toHaveURL(/search=/);
			await expect(page.getByRole('status').getByText('11 of 1,000 topics')).toBeAttached();
			await expectAccessible(page);
			await search.fill('nothing of this name');
			await expect(page.getByText('No topics match')).toBeVisible();
			await page.getByRole('button', { name: 'Show all topics' }).click();
			await expect(last).toBeVisible();
		});

	// A new item is shown at its position, whatever the search is.
	await page.goto(`${topics}?view=table&search=ohm`);
	await page.getByRole('button', { name: 'Add New Topic' }).click();
	await page.getByRole('textbox', { name: 'Topic Name' }).fill('The last of a thousand');
	await page.keyboard.press('Enter');
	await expect(
		page.getByRole('link', { name: 'The last of a thousand', exact: true }),
	).toBeInViewport();
	await expect(page).toHaveURL(/page=11/);
});
