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
	await expect(
		page.getByRole('link', { name: '2 M-Pesa messages without a payment' }),
	).toBeVisible();

	await page.goto(`${url}/admin/transactions?search=UKM1AAAA01`);
	await page.getByRole('button', { name: 'View Details' }).click();
	const details = page.getByRole('dialog', { name: 'Transaction Details' });
	await expect(details).toContainText(
		'A delivery named a receipt that belongs to another payment.',
	);
	await expect(details).toContainText("Paid, by M-Pesa's clock");
	await details.getByRole('button', { name: 'Decide' }).click();
	await details.getByRole('button', { name: 'Decide' }).click();
	await expect(details.getByText('Reason is required')).toBeVisible();
	await expectAccessible(page);
	await details.getByRole('button', { name: 'Cancel' }).click();
	await expect(details.getByRole('button', { name: 'Decide' })).toBeFocused();
	await page.keyboard.press('Enter');
	await details.getByLabel('This is').selectOption('A duplicate');
	await details.getByLabel('Reason').fill('Sent twice by M-Pesa, as its statement shows');
	// Closing asks about typed text.
	await details.getByRole('button', { name: 'Close the details' }).click();
	await page.getByRole('button', { name: 'Keep editing' }).click();
	await expect(details.getByLabel('Reason')).toHaveValue(/^Sent twice by M-Pesa/);
	await details.getByRole('button', { name: 'Close the details' }).click();
	await page.getByRole('button', { name: 'Discard' }).click();
	await expect(details).toHaveCount(0);
	await page.getByRole('button', { name: 'View Details' }).click();
	await details.getByRole('button', { name: 'Decide' }).click();
	await expect(details.getByLabel('Reason')).toHaveValue('');
	await details.getByLabel('This is').selectOption('A duplicate');
	await details.getByLabel('Reason').fill('Sent twice by M-Pesa, as its statement shows');
	await details.getByRole('button', { name: 'Decide' }).click();
	await expect(
		details.getByText('Sent twice by M-Pesa, as its statement shows').first(),
	).toBeVisible();
	await expect(details.getByRole('button', { name: 'Take back: A duplicate' })).toBeVisible();
	await expect(details.getByRole('button', { name: 'Decide' })).toHaveCount(0);
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
	await page.getByRole('link', { name: 'Decide: KSh 300,000 UKM1AAAA02' }).click();
	await expect(page).toHaveURL(/\/to-check\?kind=unmatched&search=UKM1AAAA02$/);
	const deliveries = page
		.getByRole('list', { name: 'M-Pesa messages without a payment' })
		.getByRole('listitem');
	await expect(deliveries).toHaveCount(1);
	await expect(deliveries).toContainText('The amount is above M-Pesa’s limit');
	await deliveries.getByRole('button', { name: 'Decide' }).click();
	const dialog = page.getByRole('dialog', { name: 'Decide' });
	await expect(dialog.getByLabel('This is')).toBeFocused();
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(dialog.getByText('What it is must be said')).toBeVisible();
	await expect(dialog.getByText('Reason is required')).toBeVisible();
	await expectAccessible(page);
	await dialog.getByPlaceholder('Receipt, phone or name').fill('UKM1AAAA01');
	await page.getByRole('option', { name: 'UKM1AAAA01 · KSh 500' }).click();
	await expectAccessible(page);
	await dialog.getByLabel('Clear the payment').click();
	await dialog.getByLabel('This is').selectOption('A payment to us');
	await dialog.getByLabel('Reason').fill('Two payments in one, by agreement');
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(dialog).toHaveCount(0);
	await expect(page.getByText('No messages found')).toBeVisible();
	// Open its payment and return to the deliveries.
	await page.goto(`${url}/admin/transactions/strays?state=settled`);
	await expect(page).toHaveURL(/\/to-check\?kind=unmatched&state=settled$/);
	await expect(deliveries).toHaveCount(2);
	const booked = deliveries.filter({ hasText: 'The amount is above' });
	await booked.getByRole('link', { name: 'View payment' }).click();
	await expect(details.getByText('KSh 300,000').first()).toBeVisible();
	await details.getByRole('button', { name: 'Close', exact: true }).click();
	await expect(page).toHaveURL(/\/to-check\?kind=unmatched&state=settled$/);
	await page.goto(`${url}/admin/transactions?search=UKM1AAAA02`);
	await expect(page.getByText('KSh 300,000')).toBeVisible();
	await page.goto(`${url}/admin/audit?action=settle`);
	await expect(page.getByText('Two payments in one, by agreement')).toBeVisible();
});
