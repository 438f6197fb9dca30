import { csvOf, orgRows } from '../../server/mpesa/fixtures/statements.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

const DAY = 86_400_000;
/** The first of this month in Nairobi; a payment an hour later is at least some seconds ago. */
const monthStart = () => {
	const now = new Date(Date.now() + 3 * 3_600_000);
	return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 3 * 3_600_000;
};

const statement = (receipts: readonly string[]) => {
	const from = monthStart() - 40 * DAY;
	const movements = receipts.map((receipt, n) => ({
		...{ receipt, at: from + DAY + n * 60_000, paidIn: 1000 + n },
		...{ party: '25470****111 - JANE **** DOE', account: `A${n}` },
	}));
	const month = new Date(from + DAY + 3 * 3_600_000).toISOString().slice(0, 7);
	const file = csvOf(
		orgRows({ shortCode: '174379', opening: 0, from, to: from + 3 * DAY, movements }),
	);
	return { month, file };
};

test('a statement is taken in, and what is decided about its lines can be taken back', async ({
	page,
	tolerate,
}) => {
	tolerate(/422 \(/);
	const { month, file } = statement(['UZ9REC0001', 'UZ9REC0002', 'UZ9REC0003']);
	await page.goto('/admin/reconciliation');
	await expect(page.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible();
	await page.locator('input[type=file]').setInputFiles({
		...{ name: 'not a statement.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
	});
	await expect(page.getByText(/This is no statement of the M-PESA portal/)).toBeVisible();

	await page
		.locator('input[type=file]')
		.setInputFiles({ name: 'ORG_174379_Utility.csv', mimeType: 'text/csv', buffer: file });
	await expect(page.getByText('3 new, 0 known')).toBeVisible();
	await expectAccessible(page);
	const take = page.getByRole('button', { name: 'Take in 3 lines' });
	await expect(take).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByText('3 new lines')).toBeVisible();
	await expect(page).toHaveURL(new RegExp(`month=${month}`));

	const rows = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
	await page.getByLabel('Search lines').fill('UZ9REC');
	await expect(rows).toHaveCount(3);
	await rows
		.filter({ hasText: 'UZ9REC0002' })
		.getByRole('button', { name: /^More for/ })
		.click();
	await expectAccessible(page);
	await page.getByRole('menuitem', { name: 'Not ours' }).click();
	const dialog = page.getByRole('dialog', { name: 'Not ours' });
	const settling = page.getByRole('dialog', { name: 'Duplicate' });
	await dialog.getByRole('button', { name: 'Settle' }).click();
	await expect(dialog.getByText('Reason is required')).toBeVisible();
	await dialog.getByLabel('Reason').fill('Paid for the canteen');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Settle' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(rows).toHaveCount(2);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(rows).toHaveCount(3);

	await rows
		.first()
		.getByRole('button', { name: /^Book it/ })
		.click();
	await page.getByRole('button', { name: 'Book', exact: true }).click();
	await expect(rows).toHaveCount(2);
	await page.getByLabel('Show').selectOption('matched');
	await expect(rows).toHaveCount(1);
	await page.getByRole('button', { name: 'Take back' }).click();
	await page.getByLabel('Show').selectOption('open');
	await expect(rows).toHaveCount(3);

	// By keys alone, to the last; a reason that was not sent stands there again.
	await page.getByLabel('Search lines').fill('');
	await expect(page).not.toHaveURL(/search=/);
	await rows.first().focus();
	await page.keyboard.press('d');
	await settling.getByLabel('Reason').fill('Told by the canteen that');
	await settling.getByRole('button', { name: 'Cancel' }).click();
	await expect(settling).toHaveCount(0);
	await expect(rows.first()).toBeFocused();
	await page.keyboard.press('d');
	await expect(settling.getByLabel('Reason')).toHaveValue('Told by the canteen that');
	await page.keyboard.press('Enter');
	for (const left of [2, 1]) {
		await expect(rows).toHaveCount(left);
		await expect(rows.first()).toBeFocused();
		await page.keyboard.press('d');
		await expect(settling.getByLabel('Reason')).toHaveValue('Told by the canteen that');
		await page.keyboard.press('Enter');
	}
	const done = page.locator(':focus');
	await expect(done).toContainText('Nothing needs a decision');
	await expect(done).toContainText('Unexplained KSh 0.');
	await page.keyboard.press('Tab');
	await expect(done).toHaveText('On to closing the month');
	await page.keyboard.press('Enter');
	await expect(done).toContainText('Left before');

	await page.getByRole('link', { name: 'Statements taken in' }).click();
	await expect(page.getByRole('heading', { name: 'Statements', level: 1 })).toBeVisible();
	const taken = page.getByRole('list', { name: 'Statements' }).getByRole('listitem');
	await expect(taken.filter({ hasText: '3 lines, 3 of them new' })).toHaveCount(1);
	await expectAccessible(page);
});
