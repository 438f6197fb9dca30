import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test.use({ sampleData: true });

/** Returns the card with a label in a section of the screen. */
const card = (page: Page, label: string) =>
	page
		.locator('dl > div')
		.filter({ has: page.getByText(label, { exact: true }) })
		.first();

test('shows the labels and figures of the specification', async ({ page }) => {
	await page.goto('/admin');
	await expect(page.getByRole('heading', { level: 1, name: 'MPesa Dashboard' })).toBeVisible();
	await expect(page.getByText('Overview of MPesa payment transactions')).toBeVisible();
	const headings = page.getByRole('main').getByRole('heading', { level: 2 });
	await expect(headings.first()).toHaveText('Needs Attention');
	for (const name of ['Transaction Status', 'Monthly Performance'])
		await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
	for (const [label, value, note] of [
		['Total Transactions', '532', '+8.3% from last month'],
		['Total Revenue', 'KSh 1,245,000', '+8.6% from last month'],
		['Average Transaction', 'KSh 2,340', ''],
		['Success Rate', '91.5%', '487 of 532 completed'],
		['Completed', '487', '91.5% of total'],
		['Pending', '14', '2.6% of total'],
		['Failed', '31', '5.8% of total'],
	] as const) {
		await expect(card(page, label).getByRole('link')).toHaveText(value);
		await expect(card(page, label)).toContainText(note);
	}
	for (const [month, total, revenue, average] of [
		['Previous Month', '48', 'KSh 152,000', 'KSh 3,167'],
		['Current Month', '52', 'KSh 165,000', 'KSh 3,173'],
	] as const) {
		await expect(page.getByRole('heading', { level: 3, name: month })).toBeVisible();
		for (const [label, value] of Object.entries({
			Transactions: total,
			Revenue: revenue,
			Average: average,
		}))
			await expect(
				page.getByRole('link', { name: `${label}, ${month}: ${value}`, exact: true }),
			).toHaveText(value);
	}
	await expectAccessible(page);
});

test('links each number to the payments that sum to it', { tag: '@once' }, async ({ page }) => {
	await page.goto('/admin');
	for (const [name, total] of [
		['Total Transactions: 532', 532],
		['Total Revenue: KSh 1,245,000', 487],
		['Success Rate: 91.5%', 487],
		['Completed: 487', 487],
		['Pending: 14', 14],
		['Failed: 31', 31],
		['Transactions, Previous Month: 48', 48],
		['Transactions, Current Month: 52', 52],
	] as const)
		await test.step(name, async () => {
			await page.getByRole('link', { name, exact: true }).click();
			await expect(
				page.getByRole('heading', { level: 1, name: 'MPesa Transactions' }),
			).toBeVisible();
			await expect(
				page.getByText(new RegExp(`^Showing 1 to \\d+ of ${total} entries$`)),
			).toBeVisible();
			await page.goBack();
		});
});

test('shows zeros on an empty site', { tag: '@once' }, async ({ page, fresh }) => {
	const { url } = await fresh();
	await page.goto(`${url}/admin`);
	await expect(card(page, 'Total Transactions')).toContainText('new');
	await expect(card(page, 'Total Revenue')).toContainText('new');
	await expect(card(page, 'Average Transaction').getByRole('link')).toHaveText('KSh 0');
	await expect(card(page, 'Success Rate').getByRole('link')).toHaveText('0.0%');
	await expect(card(page, 'Failed')).toContainText('0.0% of total');
	await expect(page.getByText('Nothing needs attention.')).toBeVisible();
	await expect(page.getByText(/Pending by age|Failures by reason|Same days/)).toHaveCount(0);
	await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity|undefined/);
	await expectAccessible(page);
});

test('shows a spinner while loading, and an error until Retry', {
	tag: '@once',
}, async ({ page, tolerate }) => {
	tolerate(/500 \(/);
	const gate = Promise.withResolvers<void>();
	await page.route('**/api/statistics', async (route) => {
		await gate.promise;
		await route.fulfill({ status: 500, json: { success: false, error: 'x', code: 'internal' } });
	});
	await page.goto('/admin');
	await expect(page.getByRole('status').getByText('Loading statistics...')).toBeVisible();
	await expect(page.locator('.mantine-Loader-root').first()).toBeVisible();
	gate.resolve();
	const box = page.getByRole('alert');
	await expect(box).toContainText('Error Loading MPesa Statistics');
	await expect(box).toContainText('Failed to load MPesa transaction data');
	await expect(page.getByText('Loading statistics...')).toHaveCount(0);
	await expectAccessible(page);
	await page.unroute('**/api/statistics');
	await box.getByRole('button', { name: 'Retry' }).click();
	await expect(page.getByRole('link', { name: 'Completed: 487' })).toBeVisible();
	await expect(box).toHaveCount(0);
});

test('links a failure reason to the payments that failed for it', {
	tag: '@once',
}, async ({ page }) => {
	await page.goto('/admin');
	const reason = page.getByRole('link', { name: /^The payer cancelled: / });
	const count = Number((await reason.textContent())?.trim());
	await reason.click();
	await expect(page).toHaveURL(/result_code=1032/);
	const chip = page.getByRole('link', { name: 'Failed: The payer cancelled' });
	await expect(chip).toHaveAttribute('aria-current', 'true');
	await expect(page.getByText(new RegExp(`of ${count} entries$`))).toBeVisible();
	await expectAccessible(page);
	await chip.click();
	await expect(page).not.toHaveURL(/result_code/);
});
