import { buildCallback } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { expect, HOOK_TOKEN, test, waitForAnswer } from './safaricom.ts';

test('settles a report of another amount in the payment, undoes that, and books it', {
	tag: '@once',
}, async ({ page, request, desk }) => {
	desk.behave({ payerMs: 'never' });
	const data = {
		phone_number: '0712345674',
		amount: 3000,
		months: 3,
		account_reference: '0712345674',
		description: 'Fees',
	};
	const payment = await (await request.post(`${desk.url}/api/payments`, { data })).json();
	const prompt = desk.simulator.prompts.get(payment.data.checkout_request_id);
	if (!prompt) throw new Error('no prompt');
	const callback = buildCallback(
		{ ...prompt, receipt: 'UKQ0000301', behaviour: { amount: 300 } },
		Date.now(),
	);
	const hook = `${desk.url}/api/hooks/${HOOK_TOKEN}/stk`;
	expect((await fetch(hook, { method: 'POST', body: JSON.stringify(callback) })).status).toBe(200);

	const details = page.getByRole('dialog', { name: 'Transaction Details' });
	const message = details.getByRole('region', { name: 'Say this' });
	await waitForAnswer(request, `${desk.url}/api/transactions/to-check`, 'UKQ0000301');
	await page.goto(`${desk.url}/admin/transactions/${payment.data.id}`);
	await expect(details).toContainText('M-Pesa reported KSh 300; we asked for KSh 3,000');
	await expect(details).not.toContainText('Ringing');
	await expect(message).toContainText('M-PESA reported KSh 300, M-PESA code UKQ0000301');
	const dialog = page.getByRole('dialog', { name: /^(?!Transaction)/ });
	await details.getByRole('button', { name: /^Count it/ }).click();
	await expect(dialog.getByLabel('Months')).toHaveValue('');
	await expectAccessible(page, { covered: true });
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await details.getByRole('button', { name: /^This is…: KSh 300/ }).click();
	await dialog.getByLabel('This is').selectOption('Will be given back');
	await dialog.getByLabel('Reason').fill('A part of the fee');
	await dialog.getByRole('button', { name: 'Decide' }).click();

	await expect(message).toContainText('We are returning this money to you.');
	await expect(message).not.toContainText('PIN');
	await expect(details).toContainText('Decided: Will be given back.');
	await expect(details.getByText('A part of the fee').first()).toBeVisible();
	await expectAccessible(page, { covered: true });
	await page.goto(`${desk.url}/admin/transactions?search=UKQ0000301`);
	await expect(page.getByText('The message was decided: Will be given back.')).toBeVisible();
	await page.getByRole('link', { name: 'Show the message' }).click();
	const decided = page.getByRole('list', { name: 'Decided' }).getByRole('listitem');
	await decided.getByRole('button', { name: /^Take back/ }).click();
	await dialog.getByLabel('Reason').fill('The payer wants one month');
	await dialog.getByRole('button', { name: 'Take back' }).click();
	await expect(dialog).toHaveCount(0);

	await page.goto(`${desk.url}/admin/transactions/to-check?kind=unmatched`);
	const entry = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await expect(entry).toContainText('M-Pesa reported KSh 300; we asked for KSh 3,000.');
	await entry.getByRole('button', { name: /^Count it/ }).click();
	await dialog.getByLabel('Months').fill('1');
	await dialog.getByLabel('Reason').fill('One month, as agreed');
	await dialog.locator('button[type=submit]').click();
	await expect(dialog).toHaveCount(0);
	await page.goto(`${desk.url}/admin/transactions/${payment.data.id}`);
	await expect(details.getByRole('status').getByText('Completed')).toBeVisible();
	await expect(details).toContainText('Paid. Access: Open until');
});
