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
	await details.getByRole('button', { name: 'Decide' }).click();
	await expect(details.getByText('KSh 3,000 for 3 months.').first()).toBeVisible();
	await details.getByLabel('This is').selectOption('A payment to us');
	await expect(details.getByLabel('Months')).toHaveValue('');
	await expectAccessible(page, { covered: true });
	await details.getByLabel('This is').selectOption('To be returned');
	await expect(details.getByLabel('Months')).toHaveCount(0);
	await details.getByLabel('Reason').fill('A part of the fee');
	await details.getByRole('button', { name: 'Decide' }).click();

	await expect(message).toContainText('We are returning this money to you.');
	await expect(message).not.toContainText('PIN');
	await expect(details).toContainText('Decided: To be returned.');
	await expect(details.getByText('A part of the fee').first()).toBeVisible();
	await expectAccessible(page, { covered: true });
	await page.goto(`${desk.url}/admin/transactions?search=UKQ0000301`);
	await expect(page.getByText('The message was decided: To be returned.')).toBeVisible();
	await page.getByRole('link', { name: 'Show the message' }).click();
	const deliveries = page
		.getByRole('list', { name: 'M-Pesa messages without a payment' })
		.getByRole('listitem');
	await expect(deliveries).toContainText('M-Pesa reported KSh 300; we asked for KSh 3,000');
	await deliveries.getByRole('button', { name: 'Take back' }).click();
	const dialog = page.getByRole('dialog', { name: 'Take back the decision' });
	await dialog.getByLabel('Reason').fill('The payer wants one month');
	await dialog.getByRole('button', { name: 'Take back' }).click();
	await expect(dialog).toHaveCount(0);

	await page.goto(`${desk.url}/admin/transactions/to-check?kind=unmatched`);
	await deliveries.getByRole('button', { name: 'Decide' }).click();
	const settle = page.getByRole('dialog', { name: 'Decide' });
	await expect(settle).toContainText(
		'M-Pesa reported KSh 300; we asked for KSh 3,000 for 3 months.',
	);
	await settle.getByLabel('This is').selectOption('A payment to us');
	await settle.getByLabel('Months').fill('1');
	await settle.getByLabel('Reason').fill('One month, as agreed');
	await settle.getByRole('button', { name: 'Decide' }).click();
	await expect(settle).toHaveCount(0);
	await page.goto(`${desk.url}/admin/transactions/${payment.data.id}`);
	await expect(details.getByRole('status').getByText('Completed')).toBeVisible();
	await expect(details).toContainText('Paid. Access: Open until');
});
