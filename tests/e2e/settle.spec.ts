import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test, waitForAnswer } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';
const AT = Date.now() - 3_600_000;

test('lists payments that need attention, explains them, and settles them', {
	tag: '@once',
}, async ({ page, request, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	const confirm = async (receipt: string, amount: number) => {
		const sent = buildConfirmation({
			receipt,
			amount,
			at: AT,
			phone: '254712345678',
			reference: 'KNEC-2026',
		});
		const answer = await fetch(`${url}/api/hooks/${TOKEN}/c2b`, {
			method: 'POST',
			body: JSON.stringify(sent),
		});
		expect(answer.status).toBe(200);
	};
	await confirm('UKM1AAAA01', 500);
	await confirm('UKM1AAAA01', 700);
	await confirm('UKM1AAAA02', 300_000);

	await waitForAnswer(request, `${url}/api/transactions/to-check`, '"unmatched":2');
	await page.goto(`${url}/admin`);
	await expect(page.getByRole('link', { name: '3 entries to check' })).toBeVisible();

	await page.goto(`${url}/admin/transactions?search=UKM1AAAA01`);
	await page.getByRole('button', { name: 'View Details' }).click();
	const details = page.getByRole('dialog', { name: 'Transaction Details' });
	await expect(details).toContainText(
		'A delivery named a receipt that belongs to another payment.',
	);
	await expect(details).toContainText("Paid, by M-Pesa's clock");
	const dialog = page.getByRole('dialog', { name: 'This is' });
	const decide = details.getByRole('button', { name: 'This is…: KSh 700' });
	await decide.click();
	await expect(dialog.getByLabel('This is')).toBeFocused();
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(dialog.getByText('Choose one of them')).toBeVisible();
	await expect(dialog.getByText('Reason is required')).toBeVisible();
	await expectAccessible(page);
	await dialog.getByLabel('This is').selectOption('Leave it, with a reason');
	await dialog.getByLabel('Reason').fill('Sent twice by M-Pesa, as its statement shows');
	// Closing asks about typed text.
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Keep editing' }).click();
	await expect(dialog.getByLabel('Reason')).toHaveValue(/^Sent twice by M-Pesa/);
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(
		details.getByText('Sent twice by M-Pesa, as its statement shows').first(),
	).toBeVisible();
	await expect(
		details.getByRole('button', { name: 'Take back: Left, with a reason' }),
	).toBeVisible();
	await expect(decide).toHaveCount(0);
	await details.getByRole('button', { name: 'Close', exact: true }).click();
	await expect(details).toHaveCount(0);

	// An address of earlier versions, without anything that is marked.
	await page.goto(`${url}/admin/transactions?mark=any`);
	await expect(page).toHaveURL(/\/to-check\?kind=marked$/);
	await expect(page.getByText('Nothing to check')).toBeVisible();
	await page.goto(`${url}/admin/transactions`);
	await page.getByRole('link', { name: 'To check' }).click();
	// The first payment has no account yet.
	await expect(page.getByRole('list', { name: 'To check' }).getByRole('listitem')).toHaveCount(2);
	const entry = page
		.getByRole('list', { name: 'To check' })
		.getByRole('listitem')
		.filter({ hasText: 'UKM1AAAA02' });
	await expect(entry).toContainText('The amount is above M-Pesa’s limit');
	await entry.getByRole('button', { name: /^Attach to/ }).click();
	const attach = page.getByRole('dialog', { name: 'Attach to' });
	await attach.getByLabel('Find a payment').fill('UKM1AAAA01');
	await expect(attach.getByRole('radio', { name: /UKM1AAAA01/ })).toBeVisible();
	await expectAccessible(page);
	await attach.getByRole('button', { name: 'Cancel' }).click();
	await entry.getByRole('button', { name: /^Count it/ }).click();
	const count = page.getByRole('dialog', { name: 'Book it' });
	await count.getByLabel('Reason').fill('Two payments in one, by agreement');
	await count.locator('button[type=submit]').click();
	await expect(entry).toContainText('“KNEC-2026” is nobody’s account.');
	// An address of earlier versions.
	await page.goto(`${url}/admin/transactions/to-check?kind=unmatched&state=settled`);
	const decided = page.getByRole('list', { name: 'Decided' }).getByRole('listitem');
	await expect(decided).toHaveCount(2);
	await decided.filter({ hasText: 'UKM1AAAA02' }).getByRole('link').click();
	await expect(details.getByText('KSh 300,000').first()).toBeVisible();
	await page.goto(`${url}/admin/transactions?search=UKM1AAAA02`);
	await expect(page.getByText('KSh 300,000')).toBeVisible();
	await page.goto(`${url}/admin/audit?action=settle`);
	await expect(page.getByText('Two payments in one, by agreement')).toBeVisible();
});
