import { readFileSync } from 'node:fs';
import { expectAccessible } from './accessible.ts';
import { expectRowWithin, openFilters, visit, WINDOWS } from './screens.ts';
import { expect, test } from './server.ts';

test.use({ sampleData: true });

const words = [
	'MPesa Transactions',
	'Export CSV',
	'Search Transactions',
	'Search by Receipt, Phone, or Request ID',
	'Showing 1 to 10 of 532 entries',
	'Page 1 of 54',
];

const headers = [
	'Transaction Date',
	'Receipt Number',
	'Phone Number',
	'Amount',
	'Status',
	'Validity',
	'Actions',
];

test('shows the labels of the specification and passes axe', async ({ page }, info) => {
	await page.goto('/admin/transactions');
	for (const text of words)
		await expect(
			page
				.getByText(text, { exact: true })
				.or(page.locator(`input[value="${text}"]`))
				.filter({ visible: true })
				.first(),
		).toBeVisible();
	await openFilters(page);
	await expect(page.getByRole('combobox', { name: 'Status' }).getByRole('option')).toHaveText([
		'All Statuses',
		'Completed',
		'Pending',
		'Failed',
	]);
	if (info.project.name === 'light-wide')
		await expect(page.getByRole('columnheader')).toHaveText(headers);
	const dates =
		info.project.name === 'light-wide'
			? [/^[A-Z][a-z]{2} \d\d, 20\d\d$/, /^\d\d:\d\d [AP]M$/]
			: [/^[A-Z][a-z]{2} \d\d(, 20\d\d)? \d\d:\d\d [AP]M$/];
	for (const date of dates) await expect(page.getByText(date).first()).toBeVisible();
	await expect(page.getByText(/^KSh [\d,]+$/).first()).toBeVisible();
	await expectAccessible(page);
});

test('searches on Search only, and resets to page 1 on a new search or status', {
	tag: '@once',
}, async ({ page, request }) => {
	const list = await request.get('/api/transactions?status=completed&limit=1');
	const [{ mpesa_receipt_number: receipt }] = (await list.json()).data.data;
	await page.goto('/admin/transactions?page=2');
	await expect(page.getByText('Page 2 of 54')).toBeVisible();
	const box = page.getByLabel('Search by Receipt, Phone, or Request ID');
	await box.fill(receipt.toLowerCase());
	await expect(page.getByText('Page 2 of 54')).toBeVisible();
	await page.getByRole('button', { name: 'Search', exact: true }).click();
	await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
	await expect(page).toHaveURL(/search=/);
	await expect(page).not.toHaveURL(/page=/);
	await page.reload();
	await expect(box).toHaveValue(receipt.toLowerCase());

	await page.goto('/admin/transactions?page=3');
	await openFilters(page);
	await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
	await expect(page.getByText('Showing 1 to 10 of 31 entries')).toBeVisible();
	await expect(page.getByText('Page 1 of 4')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
	for (let at = 2; at <= 4; at++) await page.getByRole('button', { name: 'Next' }).click();
	await expect(page.getByText('Showing 31 to 31 of 31 entries')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();

	await page.goto('/admin/transactions?search=nothing-like-it');
	await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
});

test('puts only the receipt of a pasted SMS into the URL', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const list = await request.get('/api/transactions?status=completed&limit=1');
	const [{ mpesa_receipt_number: receipt }] = (await list.json()).data.data;
	await page.goto('/admin/transactions');
	const box = page.getByLabel('Search by Receipt, Phone, or Request ID');
	await box.fill(
		`${receipt} Confirmed. Ksh1,500.00 sent to UFUNDI for account JANE WANJIRU on 20/11/26 at 4:26 PM New M-PESA balance is Ksh2,310.50.`,
	);
	await page.getByRole('button', { name: 'Search', exact: true }).click();
	await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`search=${receipt}$`));
	await expect(box).toHaveValue(receipt);
});

test('shows an error for a date range that ends before it starts, without a request', {
	tag: '@once',
}, async ({ page }) => {
	const asked: string[] = [];
	page.on('request', (request) => {
		if (/from=2026-02-02.*to=2026-02-01/.test(request.url()) && request.url().includes('/api/'))
			asked.push(request.url());
	});
	const message = 'To must not be before From';
	for (const screen of ['transactions', 'audit']) {
		await page.goto(`/admin/${screen}?from=2026-02-02&to=2026-02-01`);
		await expect(page.getByText(message, { exact: true })).toBeVisible();
		const to = page.getByLabel('To', { exact: true });
		await expect(to).toHaveAttribute('aria-invalid', 'true');
		await expect(to).toHaveAccessibleDescription(message);
		await expect(page.getByText('The end date is before the start date')).toBeVisible();
		await expectAccessible(page);
		await to.fill('2026-02-02');
		await expect(page.getByText(message, { exact: true })).toBeHidden();
		await expect(to).not.toHaveAttribute('aria-invalid', 'true');
		await openFilters(page);
		await page.getByLabel('From', { exact: true }).fill('2026-02-03');
		await expect(page.getByText(message, { exact: true })).toBeVisible();
		if (screen === 'transactions')
			await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await expect(page.getByText(message, { exact: true })).toBeHidden();
		await expect(to).toHaveValue('');
	}
	expect(asked).toEqual([]);
});

test(
	'shows all fields of a payment, N/A for empty ones, and the meaning of its code',
	{ tag: '@once' },
	async ({ page }, info) => {
		await page.goto('/admin/transactions?status=failed');
		await page.getByRole('button', { name: 'View Details' }).first().click();
		const dialog = page.getByRole('dialog', { name: 'Transaction Details' });
		for (const text of [
			'Amount',
			'M-Pesa Receipt Number',
			'Phone Number',
			'Checkout Request ID',
			'Merchant Request ID',
			'Result Code',
			'Result Description',
			'Transaction Timestamps',
			'Created',
			'Updated',
			'N/A',
			'Say this',
		])
			await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
		await expect(dialog.getByText('Loading history...')).toHaveCount(0);
		await expectAccessible(page);
		await expect(dialog).toHaveAttribute('aria-modal', String(info.project.name === 'dark-narrow'));
		await dialog.getByRole('button', { name: 'Close', exact: true }).click();
		await expect(dialog).toBeHidden();
		await expect(page.getByRole('button', { name: 'View Details' }).first()).toBeFocused();
		await page.goto('/admin/transactions?status=failed&result_code=1032');
		await page.getByRole('button', { name: 'View Details' }).first().click();
		await expect(dialog.getByText('The payer cancelled. No action is needed.')).toBeVisible();

		await page.goto('/admin/transactions?status=completed');
		await page.getByRole('button', { name: 'View Details' }).first().click();
		for (const text of ['Subscription Period', 'Start Date', 'End Date'])
			await expect(dialog.getByText(text, { exact: true })).toBeVisible();
	},
);

test('shows the number of rows to export, and downloads them', { tag: '@once' }, async ({
	page,
}) => {
	await page.goto('/admin/transactions?status=failed');
	await page.getByRole('button', { name: 'Export CSV' }).click();
	const dialog = page.getByRole('dialog', { name: 'Export CSV' });
	await expect(dialog).toContainText('31 transactions will be exported');
	const download = page.waitForEvent('download');
	await dialog.getByRole('button', { name: 'Download' }).click();
	const file = await (await download).path();
	const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/);
	expect(lines).toHaveLength(32);
	await expect(dialog).toBeHidden();
});

test('shows the error messages of the catalogue', { tag: '@once' }, async ({ page, tolerate }) => {
	tolerate(/500 \(/);
	await page.route('**/api/transactions?**', (route) =>
		route.fulfill({ status: 500, json: { success: false, error: 'x', code: 'internal' } }),
	);
	await page.goto('/admin/transactions');
	await expect(page.getByRole('alert')).toContainText('Failed to fetch transactions');
});

test('starts the payments near the top', { tag: '@once' }, async ({ page }) => {
	for (const size of Object.values(WINDOWS)) {
		await page.setViewportSize(size);
		await visit(page, '/admin/transactions');
		await expectRowWithin(page, 340);
	}
});
