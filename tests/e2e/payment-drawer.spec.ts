import { expectAccessible } from './accessible.ts';
import { CONSOLE } from './people.ts';
import { expect, test } from './server.ts';

test.use({ sampleData: true });

test('opens a payment next to the list, steps to the next, and returns focus to its row', async ({
	page,
}, info) => {
	const narrow = info.project.name === 'dark-narrow';
	await page.goto('/admin/transactions?status=failed&page=2');
	const rows = page.locator('[data-row]');
	const drawer = page.getByRole('dialog', { name: 'Transaction Details' });
	// Click the row outside of its button.
	await rows.last().click({ position: { x: 20, y: 12 } });
	await expect(drawer).toBeVisible();
	await expect(page).toHaveURL(/\/admin\/transactions\/[\w-]+\?status=failed&page=2$/);
	await expect(drawer.getByText('Loading history...')).toHaveCount(0);
	await expect(drawer.getByText('Checkout Request ID')).toBeVisible();
	await expectAccessible(page, { covered: true });

	// Continues on the next page.
	const next = drawer.getByRole('button', { name: 'Next payment' });
	await next.click();
	await expect(page).toHaveURL(/page=3$/);
	await next.click();
	await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
	const [, , , id] = new URL(page.url()).pathname.split('/');
	if (narrow) await drawer.getByRole('button', { name: 'Close the details' }).click();
	else await page.keyboard.press('Escape');
	await expect(drawer).toHaveCount(0);
	await expect(page.locator(`[data-row="${id}"] [data-opens]`)).toBeFocused();

	// A shared link also shows the list.
	await page.goto(`/admin/transactions/${id}`);
	await expect(drawer.getByText('Say this')).toBeVisible();
	await expect(drawer.locator('[lang=sw]')).toContainText('hayakufaulu');
	// Print only the payment: the list shows other people.
	await page.emulateMedia({ media: 'print' });
	await expect(drawer.getByText('Say this')).toBeVisible();
	await expect(drawer.getByText('Close', { exact: true })).toBeHidden();
	await expect(rows.first()).toBeHidden();
	await page.emulateMedia({ media: null });
	await drawer.getByRole('button', { name: 'Close', exact: true }).click();
	await expect(drawer).toHaveCount(0);
	await expect(page.getByText('of 532 entries')).toBeVisible();

	// Back closes a payment that was opened from the list.
	await rows.first().getByRole('button', { name: 'View Details' }).click();
	await expect(drawer.getByText('Checkout Request ID')).toBeVisible();
	await page.goBack();
	await expect(drawer).toHaveCount(0);
	await expect(page).toHaveURL(/\/admin\/transactions$/);
});

test('says who changed an open payment, and asks before another decision about it', {
	tag: '@once',
}, async ({ page, tolerate }) => {
	tolerate(/412/);
	await page.goto('/admin/transactions?status=completed');
	await page
		.locator('[data-row]')
		.first()
		.click({ position: { x: 20, y: 12 } });
	const drawer = page.getByRole('dialog', { name: 'Transaction Details' });
	await expect(drawer.getByText('Loading history...')).toHaveCount(0);
	// Its height moves the buttons below.
	await expect(drawer.getByRole('region', { name: 'Say this' })).toBeVisible();
	await drawer.getByRole('button', { name: /^Add note/ }).click();
	const form = page.getByRole('dialog', { name: 'Add note' });
	await form.getByLabel('Reason').fill('Called the payer');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Keep editing' }).click();
	const id = new URL(page.url()).pathname.split('/').at(-1);
	const at = new Date().toISOString();
	const sent = { kind: 'refund', amount: 1, at, reason: 'Paid in cash' };
	const answer = await page.request.post(`/api/transactions/${id}/adjustments`, {
		data: sent,
		headers: CONSOLE,
	});
	expect(answer.status()).toBe(201);
	const add = form.getByRole('button', { name: 'Add note' });
	await add.click();
	await expect(form.getByText(/recorded a refund of KSh 1 at \d\d:\d\d/)).toBeVisible();
	await expect(drawer.getByText('Net of reversals')).toBeVisible();
	await add.click();
	await expect(drawer.getByText('Called the payer')).toBeVisible();
});

test('shows last month’s failures by reason with three clicks, and one cause with a fourth', {
	tag: '@once',
}, async ({ page }) => {
	await page.goto('/admin/transactions');
	await page.getByRole('link', { name: 'Last month' }).click();
	await page.getByRole('button', { name: 'Failed by reason' }).click();
	await page.getByRole('menuitem', { name: /^Not enough money/ }).click();
	await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
	await page.locator('[data-row]').click({ position: { x: 20, y: 12 } });
	await expect(
		page.getByText('Not enough money. The payer tops up and tries again.'),
	).toBeVisible();
	await expectAccessible(page, { covered: true });
});

test('opens the payment of a pasted SMS, and shows why a payment failed with one click', {
	tag: '@once',
}, async ({ page, request }) => {
	const [payment] = (await (await request.get('/api/transactions?status=completed')).json()).data
		.data;
	await page.goto('/admin/transactions');
	await expect(page.getByText('of 532 entries')).toBeVisible();
	await page.keyboard.press('/');
	await expect(page.getByRole('searchbox', { name: 'Search by Receipt' })).toBeFocused();
	const sms = `${payment.mpesa_receipt_number} Confirmed. Ksh${payment.amount}.00 paid to UFUNDI. on 5/7/26 at 3:30 PM.`;
	// Paste the SMS and press Enter.
	await page.getByRole('searchbox', { name: 'Search by Receipt' }).fill(sms);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
	await expect(page.locator(`[data-row="${payment.id}"]`)).toBeVisible();
	await expect(page).toHaveURL(
		new RegExp(`/${payment.id}\\?search=${payment.mpesa_receipt_number}$`),
	);
	await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole('dialog')).toHaveCount(0);

	await page.goto('/admin/transactions?status=failed');
	await page
		.locator('[data-row]')
		.first()
		.click({ position: { x: 20, y: 12 } });
	const message = page.getByRole('region', { name: 'Say this' });
	await expect(message.locator('[lang=en]')).toContainText('did not go through because');
});

test('shows the day of an unknown receipt and whether a statement covers it', {
	tag: '@once',
}, async ({ page }) => {
	await page.goto('/admin/transactions?search=TGE1ABCD5E');
	await expect(page.getByText('The receipt is of 14 Jul 2025; nothing came')).toBeVisible();
	await expect(page.getByText('No statement of that day is imported yet.')).toBeVisible();
	await expectAccessible(page);
	const search = page.getByRole('searchbox', { name: 'Search by Receipt' });
	await search.fill('TGE1ABCD5F Confirmed. Ksh500.00 paid to NAIVAS. on 14/7/25 at 3:30 PM.');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/search=TGE1ABCD5F$/);
	await expect(page.getByText('This SMS is about a payment to NAIVAS.')).toBeVisible();
});

test('shows one error for a payment and its list, and retries both', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/Failed to load resource|ERR_/);
	const [payment] = (await (await request.get('/api/transactions?status=failed')).json()).data.data;
	const calls = '**/api/transactions**';
	await page.route(calls, (route) => route.abort());
	await page.goto(`/admin/transactions/${payment.id}`);
	const drawer = page.getByRole('dialog', { name: 'Transaction Details' });
	await expect(drawer.getByRole('alert')).toContainText('Failed to fetch transaction');
	await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1);
	await expect(page.getByRole('alert')).toHaveCount(1);
	await page.unroute(calls);
	await page.getByRole('button', { name: 'Retry' }).click();
	await expect(drawer.getByText('Say this')).toBeVisible();
	await expect(page.getByText('of 532 entries')).toBeVisible();
	await expect(page.getByRole('alert')).toHaveCount(0);
});
