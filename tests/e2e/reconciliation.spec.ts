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

test('a statement is taken in, and its lines are decided by keys alone', async ({
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
	await rows.first().focus();
	await page.keyboard.press('j');
	await expect(rows.nth(1)).toBeFocused();
	await page.keyboard.press('s');
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Reason').fill('Paid for the canteen');
	await dialog.getByRole('button', { name: 'Settle' }).click();
	await expect(dialog.getByText('What it is must be said')).toBeVisible();
	await dialog.getByLabel('It is').selectOption('not_ours');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Settle' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(rows).toHaveCount(2);

	await rows.first().focus();
	await page.keyboard.press('Enter');
	await expect(dialog.getByRole('heading', { name: 'Book it' })).toBeVisible();
	await dialog.getByLabel('Reason').fill('The payer has the message');
	await page.keyboard.press('Enter');
	await expect(dialog).toHaveCount(0);
	await expect(rows).toHaveCount(1);

	await page.getByLabel('Show').selectOption('matched');
	await expect(rows).toHaveCount(1);
	await page.getByRole('button', { name: 'Take back' }).click();
	await page.getByLabel('Show').selectOption('open');
	await expect(rows).toHaveCount(2);
});
