import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test.use({ sampleData: true });

const TOKEN = 'a-hook-token-for-the-browser-tests';
const HOUR = 3_600_000;

/** The card of a list of facts that carries a label, within a part of the screen. */
const card = (page: Page, label: string) =>
	page
		.locator('dl > div')
		.filter({ has: page.getByText(label, { exact: true }) })
		.first();

test('the dashboard says the specification’s words and figures', async ({ page }) => {
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

test('no figure is cut off, however much was paid and however wide the window is', {
	tag: '@once',
}, async ({ page }) => {
	// The true answer, ten thousand times over.
	await page.route('**/api/statistics', async (route) => {
		const answer = await route.fetch();
		const text = (await answer.text()).replace(/:([1-9]\d*)/g, (_, n) => `:${n}0000`);
		await route.fulfill({ response: answer, body: text });
	});
	await page.goto('/admin');
	await expect(page.getByText('KSh 12,450,000,000')).toBeVisible();
	for (const width of [360, 600, 1000, 1200, 1280, 1440]) {
		await page.setViewportSize({ width, height: 800 });
		const cut = await page
			.locator('main div:has(> dl, > dt)')
			.evaluateAll((boxes) =>
				boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent),
			);
		expect(cut, `cut off at ${width}`).toEqual([]);
	}
});

test('this month stands beside all of the last and beside its same days', {
	tag: '@once',
}, async ({ page }) => {
	await page.route('**/api/statistics/trends', async (route) => {
		const response = await route.fetch();
		const { success, data } = await response.json();
		const sameDays = { ...data.sameDays, total: 40, amount: 0 };
		await route.fulfill({ response, json: { success, data: { ...data, sameDays } } });
	});
	await page.goto('/admin');
	await expect(card(page, 'Total Transactions')).toContainText('+8.3% from last month');
	await expect(card(page, 'Total Transactions')).toContainText('Same days of last month: +30.0%');
	await expect(card(page, 'Total Revenue')).toContainText('Same days of last month: none');
});

test('every number leads to the payments that sum to it', { tag: '@once' }, async ({ page }) => {
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

test('an empty site has only zeros', { tag: '@once' }, async ({ page, fresh }) => {
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

test('loading shows a spinner, and a failure shows its message until Retry', {
	tag: '@once',
}, async ({ page, tolerate }) => {
	tolerate(/500 \(/);
	const held = Promise.withResolvers<void>();
	await page.route('**/api/statistics', async (route) => {
		await held.promise;
		await route.fulfill({ status: 500, json: { success: false, error: 'x', code: 'internal' } });
	});
	await page.goto('/admin');
	await expect(page.getByRole('status').getByText('Loading statistics...')).toBeVisible();
	await expect(page.locator('.mantine-Loader-root').first()).toBeVisible();
	held.resolve();
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

test('days and months are drawn when they are seen, with their numbers in a table', {
	tag: '@once',
}, async ({ page }) => {
	const drawn: string[] = [];
	page.on('request', (asked) => {
		if (/\/charts-[^/]*\.js/.test(asked.url())) drawn.push(asked.url());
	});
	await page.goto('/admin');
	for (const text of ['Pending by age', 'Failures by reason'])
		await expect(page.getByRole('heading', { level: 3, name: text })).toBeVisible();
	expect(drawn).toEqual([]);
	await page.getByText('Show the numbers as a table').last().scrollIntoViewIfNeeded();
	await expect(page.getByRole('img', { name: /in the last 12 months/ })).toHaveCount(2);
	expect(drawn).toHaveLength(1);
	await page.getByText('Show the numbers as a table').last().click();
	const months = page.getByRole('table', { name: 'Payments and revenue, last 12 months' });
	await expect(months.getByRole('row')).toHaveCount(13);
	await expect(months.getByRole('row').nth(1)).toContainText('KSh 165,000');
	await expect(months.getByRole('row').nth(2)).toContainText('KSh 152,000');
	await expectAccessible(page);
});

test('a reason on the dashboard leads to the payments that failed for it', {
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

test('what does not arrive is warned of, a day without anything not a minute sooner', {
	tag: '@once',
}, async ({ page, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	const panel = page.getByRole('region', { name: 'Needs Attention' });
	const warning = page.getByText(/^No (delivery|deliveries) (for|yet)/);
	await page.goto(`${url}/admin`);
	await expect(panel).toContainText('None yet');
	await expect(warning).toHaveCount(0);

	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ TransID: 'UK81ABC2DE' });
	const answer = await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', headers, body });
	expect(answer.status).toBe(200);
	const trends = await (await page.request.get(`${url}/api/statistics/trends`)).json();
	const arrived = Date.parse(trends.data.lastDelivery);
	let told = {};
	await page.route('**/api/statistics/trends', async (route) => {
		const response = await route.fetch();
		const { success, data } = await response.json();
		await route.fulfill({ response, json: { success, data: { ...data, ...told } } });
	});
	const at = (age: number) => new Date(arrived + age).toISOString();
	for (const [change, said] of [
		[{ at: at(24 * HOUR - 60_000), unheard: 2 }, undefined],
		[{ at: at(24 * HOUR + 60_000) }, 'No delivery for 1 day.'],
		[{ at: at(72 * HOUR) }, 'No delivery for 3 days.'],
		[
			{ at: at(1_200_000), unheard: 3 },
			'for 20 minutes, although we sent 3 requests to M-Pesa since.',
		],
		[
			{ lastDelivery: null, unheard: 1 },
			'No deliveries yet, although we sent 1 request to M-Pesa.',
		],
	] as const) {
		told = change;
		await page.reload();
		await expect(panel).toContainText(/ ago$|None yet$/);
		if (said === undefined) await expect(warning).toHaveCount(0);
		else await expect(warning).toContainText(said);
		if ('unheard' in change && said) await expect(warning).toContainText('PUBLIC_URL');
	}
	const waits = page.getByText('2 requests have been pending for over a day');
	await expect(waits).toHaveCount(0);
	told = { overdue: 2 };
	await page.reload();
	await expect(waits).toContainText('Use Check with M-Pesa');
	await expectAccessible(page);
});
