import type { Page } from '@playwright/test';
import { csvOf, orgRows } from '../../server/finance/mpesa/fixtures/statements.ts';
import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { openFilters } from './screens.ts';
import { expect, test } from './server.ts';

const DAY = 86_400_000;
/** The first of this month in Nairobi. */
const monthStart = () => {
	const now = new Date(Date.now() + 3 * 3_600_000);
	return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 3 * 3_600_000;
};

const TOKEN = 'a-hook-token-for-the-browser-tests';

const fileOf = (buffer: Buffer) => ({
	name: 'ORG_174379_Utility Account_Completed.csv',
	mimeType: 'text/csv',
	buffer,
});

const statement = (receipts: readonly string[]) => {
	const from = monthStart() - 40 * DAY;
	const movements = receipts.map((receipt, n) => ({
		receipt,
		at: from + DAY + n * 60_000,
		paidIn: 1000 + n,
		party: '25470****111 - JANE **** DOE',
		account: `A${n}`,
	}));
	const month = new Date(from + DAY + 3 * 3_600_000).toISOString().slice(0, 7);
	const file = csvOf(
		orgRows({ shortCode: '174379', opening: 0, from, to: from + 3 * DAY, movements }),
	);
	return { month, file };
};

/** Confirms the open dialog that takes a decision back. */
const takeBack = async (page: Page) => {
	const dialog = page.getByRole('dialog', { name: 'Take back the decision' });
	await dialog.getByLabel('Reason').fill('Decided by mistake');
	await dialog.getByRole('button', { name: 'Take back' }).click();
	await expect(dialog).toHaveCount(0);
};

test('imports a statement, decides about its lines, and undoes decisions', async ({
	page,
	tolerate,
}) => {
	tolerate(/422 \(/);
	const { month, file } = statement(['UZ9REC0001', 'UZ9REC0002', 'UZ9REC0003']);
	await page.goto('/admin/reconciliation');
	await expect(page.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible();
	await page.locator('input[type=file]').setInputFiles({
		name: 'not a statement.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from('a,b\n1,2\n'),
	});
	await expect(page.getByText(/This is not a statement of the M-Pesa portal/)).toBeVisible();

	await page
		.locator('input[type=file]')
		.setInputFiles({ name: 'ORG_174379_Utility.csv', mimeType: 'text/csv', buffer: file });
	await expect(page.getByText('3 new, 0 known')).toBeVisible();
	await expectAccessible(page);
	const take = page.getByRole('button', { name: 'Import 3 lines' });
	await expect(take).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByText('3 new lines')).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`month=${month}`));
	await page
		.locator('input[type=file]')
		.setInputFiles({ name: 'ORG_174379_Utility.csv', mimeType: 'text/csv', buffer: file });
	await expect(page.getByRole('button', { name: 'Import, nothing is new' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Choose statement' })).toBeFocused();

	const rows = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	await openFilters(page);
	await page.getByLabel('Search lines').fill('UZ9REC');
	await expect(rows).toHaveCount(3);

	await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
	await page.getByRole('button', { name: 'Book 3 lines…' }).click();
	const booking = page.getByRole('dialog', { name: 'Book 3 entries' });
	await expect(booking).toContainText('KSh 3,003 in total');
	await expectAccessible(page);
	await booking.getByRole('button', { name: 'Book 3 entries' }).click();
	await expect(rows).toHaveCount(0);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(rows).toHaveCount(3);
	await page.getByRole('button', { name: /^Parts of Still to decide: KSh/ }).click();
	const parts = page.getByRole('list', { name: 'Parts' });
	await expect(parts).toContainText('KSh 3,003 in 3 lines');
	await expectAccessible(page);
	await parts.getByRole('link').first().click();
	await expect(page).toHaveURL(/state=only_statement/);
	await expect(parts).toHaveCount(0);
	await page.getByLabel('Show').selectOption('open');
	await page.getByLabel('Search lines').fill('UZ9REC');
	await expect(rows).toHaveCount(3);
	await rows
		.filter({ hasText: 'UZ9REC0002' })
		.getByRole('button', { name: /^More for/ })
		.click();
	await expectAccessible(page);
	await page.getByRole('menuitem', { name: 'Not ours' }).click();
	const dialog = page.getByRole('dialog', { name: 'This is' });
	const settling = dialog;
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(dialog.getByText('Reason is required')).toBeVisible();
	await dialog.getByLabel('Reason').fill('Paid for the canteen');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(rows).toHaveCount(2);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(rows).toHaveCount(3);

	await rows
		.first()
		.getByRole('button', { name: /^Book it/ })
		.click();
	await page.getByRole('dialog').locator('button[type=submit]').click();
	await expect(rows).toHaveCount(2);
	await page.getByLabel('Show').selectOption('matched');
	await expect(rows).toHaveCount(1);
	await page.getByRole('button', { name: 'Take back' }).click();
	await takeBack(page);
	await page.getByLabel('Show').selectOption('open');
	await expect(rows).toHaveCount(3);

	// On the last line the unsent reason is restored.
	await page.getByLabel('Search lines').fill('');
	await expect(page).not.toHaveURL(/search=/);
	const duplicate = async () => {
		await rows
			.first()
			.getByRole('button', { name: /^More for/ })
			.click();
		await page.getByRole('menuitem', { name: 'Leave it, with a reason' }).click();
	};
	await duplicate();
	await settling.getByLabel('Reason').fill('The canteen confirmed that');
	await settling.getByRole('button', { name: 'Cancel' }).click();
	await expect(settling).toHaveCount(0);
	const again = async () => {
		await duplicate();
		await expect(settling.getByLabel('Reason')).toHaveValue('The canteen confirmed that');
		await settling.getByRole('button', { name: 'Decide' }).click();
	};
	await again();
	for (const left of [2, 1]) {
		await expect(rows).toHaveCount(left);
		await again();
	}
	await expect(page.getByText('Nothing needs a decision')).toBeVisible();
	await page.getByRole('button', { name: /^Close [A-Z][a-z]+ 20\d\d$/ }).click();
	await expect(page.getByRole('dialog', { name: /^Close / })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);

	await page.getByRole('link', { name: 'All statements' }).click();
	await expect(page.getByRole('heading', { name: 'Statements', level: 1 })).toBeVisible();
	const taken = page.getByRole('list', { name: 'Statements' }).getByRole('listitem');
	await expect(taken.filter({ hasText: '3 lines, 3 new' })).toHaveCount(1);
	await expectAccessible(page);
});

test('attaches a reversal without a reference to its payment, and detaches it', {
	tag: '@once',
}, async ({ page, fresh, request }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	const from = monthStart() - 20 * DAY;
	const at = from + DAY;
	const receipt = 'UK9PAYED01';
	const party = '25471****678 - JANE **** DOE';
	const sent = buildConfirmation({
		receipt,
		at,
		amount: 1500,
		phone: '254712345678',
		reference: 'A12',
	});
	const body = JSON.stringify(sent);
	await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', body });
	const adjusted = async () => {
		const found = await request.get(`${url}/api/transactions?search=${receipt}`);
		return (await found.json()).data.data[0]?.adjusted;
	};
	await expect.poll(adjusted).toBe(0);
	const movements = [
		{ receipt, at, paidIn: 1500, account: 'A12', party },
		{
			receipt: 'UK9BACK001',
			at: at + 3_600_000,
			withdrawn: 1500,
			party,
			what: 'Pay Bill Reversal',
		},
	];
	const buffer = csvOf(orgRows({ opening: 0, from, to: from + 3 * DAY, movements }));
	await page.goto(`${url}/admin/reconciliation`);
	await page.locator('input[type=file]').setInputFiles(fileOf(buffer));
	await page.getByRole('button', { name: 'Import 2 lines' }).click();
	await openFilters(page);
	const show = (state: string) => page.getByLabel('Show').selectOption(state);
	await show('reversal_open');
	const row = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	await expect(row).toContainText('Both KSh 1,500');
	await row.getByRole('button', { name: /^Attach: / }).click();
	await show('reversed');
	await expect(row).toContainText(`Takes back KSh 1,500 of receipt ${receipt}`);
	expect(await adjusted()).toBe(1500);
	await expectAccessible(page);
	await row.getByRole('button', { name: 'Take back' }).click();
	await expectAccessible(page);
	await takeBack(page);
	await show('reversal_open');
	await expect(row.getByRole('button', { name: /^Attach: / })).toBeVisible();
	expect(await adjusted()).toBe(0);
	// Attach to another payment than the suggested one, or without a suggestion.
	await row.getByRole('button', { name: /^Attach to…: / }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Find a payment').fill(receipt);
	await expect(dialog.getByText('Payments found', { exact: true })).toBeVisible();
	await dialog.getByRole('radio', { name: new RegExp(receipt) }).check();
	await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
	await expect(dialog).toHaveCount(0);
	await show('reversed');
	await expect(row).toContainText(`Takes back KSh 1,500 of receipt ${receipt}`);
	expect(await adjusted()).toBe(1500);
	await row.getByRole('button', { name: 'Take back' }).click();
	await takeBack(page);
	// Record a refund of the payment of a line.
	await show('matched');
	await row.getByRole('button', { name: /^Record refund…: / }).click();
	await dialog.getByLabel('Amount (KSh)').fill('200');
	await dialog.getByLabel('Reason').fill('Agreed by phone');
	await dialog.getByRole('button', { name: 'Record', exact: true }).click();
	await expect.poll(adjusted).toBe(200);
	await expect(dialog).toHaveCount(0);
});

test('shows the figures and two lines above the fold on a phone, and loading states', {
	tag: '@once',
}, async ({ page, fresh, request, tolerate }) => {
	tolerate(/Failed to load resource|ERR_/);
	const { url } = await fresh();
	const receipts = ['UZ9REC0001', 'UZ9REC0002', 'UZ9REC0003'];
	const { month, file } = statement(receipts);
	await request.post(`${url}/api/statements`, { multipart: { file: fileOf(file) } });
	let go = () => {};
	const gate = new Promise<void>((resolve) => {
		go = resolve;
	});
	await page.route('**/api/reconciliation**', async (route) => {
		await gate;
		await route.continue();
	});
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${url}/admin/reconciliation`);
	await expect(page.getByText('Loading the month...')).toBeVisible();
	await expect(page.getByText('Loading lines...')).toBeVisible();
	const choose = page.getByRole('button', { name: 'Choose statement' });
	await expect(choose).toBeInViewport({ ratio: 1 });
	go();
	// The oldest open month, which is not the current one.
	await expect(page.getByLabel('Month', { exact: true })).toHaveValue(month);
	const rows = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	await expect(rows).toHaveCount(3);
	await expect(page.getByRole('term').filter({ hasText: /^Still to decide$/ })).toBeInViewport({
		ratio: 1,
	});
	await expect(rows.nth(1)).toBeInViewport({ ratio: 1 });
	await expect(rows.nth(1).getByRole('button')).toHaveCount(2);
	await page.getByRole('button', { name: 'Closing the month' }).click();
	await expect(page.getByRole('region', { name: 'Closing', exact: true })).toBeInViewport();

	// Offline, one error and one Retry cover both queries.
	await page.route('**/api/reconciliation**', (route) => route.abort());
	await page.reload();
	await expect(page.getByRole('alert')).toHaveCount(1);
	await expect(page.getByText('Loading lines...')).toHaveCount(0);
	await page.unrouteAll();
	await page.getByRole('button', { name: 'Retry' }).click();
	await expect(rows).toHaveCount(3);

	// Settle several lines with one reason.
	for (const receipt of ['UZ9REC0001', 'UZ9REC0003'])
		await rows.filter({ hasText: receipt }).getByRole('checkbox').check();
	await page.getByRole('button', { name: 'Decide 2 lines…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Decide 2 entries' });
	await dialog.getByLabel('This is').selectOption('not_ours');
	await dialog.getByLabel('Reason').fill('Paid for the canteen');
	await dialog.getByRole('button', { name: 'Decide 2 entries' }).click();
	await expect(rows).toHaveCount(1);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(rows).toHaveCount(3);
});
