import { buildCallback, buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { expect, HOOK_TOKEN, test, waitForAnswer } from './safaricom.ts';

const report = (id: string) => ({
	Body: {
		stkCallback: {
			MerchantRequestID: '29115-34620561-1',
			CheckoutRequestID: id,
			ResultCode: 0,
			ResultDesc: 'The service request is processed successfully.',
			CallbackMetadata: {
				Item: [
					{ Name: 'Amount', Value: 500 },
					{ Name: 'MpesaReceiptNumber', Value: 'UK81ABC2DE' },
					{ Name: 'TransactionDate', Value: 20261120101500 },
					{ Name: 'PhoneNumber', Value: 254712345678 },
				],
			},
		},
	},
});

test('shows a delivery that changed no payment with its reason and fields', {
	tag: '@once',
}, async ({ page, request, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: HOOK_TOKEN });
	await page.goto(`${url}/admin/transactions/strays`);
	await expect(page.getByText('Nothing to check')).toBeVisible();
	await expectAccessible(page);

	const body = JSON.stringify(report('ws_CO_201120261015000001'));
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`${url}/api/hooks/${HOOK_TOKEN}/stk`, {
		method: 'POST',
		headers,
		body,
	});
	expect(answer.status).toBe(200);

	await waitForAnswer(request, `${url}/api/transactions/to-check`, '"unmatched":1');
	await page.goto(`${url}/admin`);
	await page.getByRole('link', { name: '1 entry to check' }).click();
	await expect(page.getByRole('heading', { name: 'To check' })).toBeVisible();
	const delivery = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await expect(delivery).toHaveCount(1);
	await expect(delivery).toContainText('M-Pesa reported a request that we did not send.');
	for (const value of ['UK81ABC2DE', 'KSh 500', '254712345678'])
		await expect(delivery).toContainText(value);
	await delivery.getByText('Report from M-Pesa').click();
	await expect(delivery.locator('pre')).toContainText('CallbackMetadata');
	await expectAccessible(page);

	// A search for the receipt mentions the delivery and links to it.
	await page.goto(`${url}/admin/transactions?search=UK81ABC2DE`);
	const notice = page
		.getByRole('status')
		.filter({ hasText: 'M-Pesa reported KSh 500 with this receipt' });
	await expect(notice).toContainText('The message still needs a decision.');
	await expect(notice).not.toContainText('nothing came from M-Pesa');
	await expect(notice, 'also on a phone, before it is scrolled').toBeInViewport({ ratio: 1 });
	await notice.getByRole('link', { name: 'Show the message' }).click();
	await expect(page).toHaveURL(/\/to-check\?kind=unmatched$/);
	await expect(delivery).toHaveCount(1);
});

test('attaches a delivery to the unanswered request that it reports on', {
	tag: '@once',
}, async ({ page, request, desk }) => {
	desk.behave({ push: { status: 503, errorCode: '' } });
	const asked = { phone_number: '0712345674', amount: 700, account_reference: 'A7' };
	const data = { ...asked, description: 'Fees' };
	expect((await request.post(`${desk.url}/api/payments`, { data })).status()).toBe(504);
	const callback = buildCallback(
		{
			checkoutRequestId: 'ws_CO_lost_1',
			merchantRequestId: '10-1-1',
			receipt: 'UKM1LOST01',
			sent: { PhoneNumber: '254712345674', Amount: 700 },
			behaviour: {},
			decidedAt: Date.now(),
		},
		Date.now(),
	);
	const hook = `${desk.url}/api/hooks/${HOOK_TOKEN}/stk`;
	expect((await fetch(hook, { method: 'POST', body: JSON.stringify(callback) })).status).toBe(200);

	const deliveries = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await waitForAnswer(request, `${desk.url}/api/transactions/to-check`, '"unmatched":1');
	await page.goto(`${desk.url}/admin/transactions/to-check?kind=unmatched`);
	await expect(deliveries).toHaveCount(1);
	await expect(deliveries).toContainText('KSh 700 were asked for at');
	await deliveries.getByRole('button', { name: 'Attach…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Attach to' });
	await expect(dialog.getByRole('radio')).toBeChecked();
	await expectAccessible(page);
	await dialog.getByLabel('Reason').fill('The payer has the message');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Nothing to check')).toBeVisible();
	const details = page.getByRole('dialog', { name: 'Transaction Details' });
	await page.goto(`${desk.url}/admin/transactions?search=UKM1LOST01`);
	await page.getByRole('button', { name: 'View Details' }).click();
	await expect(details.getByRole('status').getByText('Completed')).toBeVisible();
	await expect(details.getByText('The payer has the message').first()).toBeVisible();
});

test('records a receipt that a caller reads out, and shows that its payment arrived', {
	tag: '@once',
}, async ({ page, request, desk }) => {
	await page.goto(`${desk.url}/admin/transactions?search=UKM1LATE01`);
	const hint = page.getByRole('status').filter({ hasText: 'The receipt is of 22 Nov 2026' });
	await hint.getByRole('button', { name: 'Record as expected' }).click();
	const dialog = page.getByRole('dialog', { name: 'Record as expected' });
	await dialog.getByRole('button', { name: 'Record receipt' }).click();
	await expect(dialog.getByText('Note is required')).toBeVisible();
	await expectAccessible(page);
	await dialog.getByLabel('Phone Number').fill('0712 345 674');
	await dialog.getByLabel('Amount (KSh)').fill('1,500');
	await dialog.getByLabel('Note').fill('Paid at the agent in Thika');
	await page.keyboard.press('Enter');
	await expect(hint).toContainText(
		/Expected since \d+ [A-Z][a-z]{2} 2026, recorded by .+: KSh 1,500/,
	);
	await expect(hint.getByRole('button', { name: 'Take back' })).toBeVisible();
	await expectAccessible(page);

	await page.goto(`${desk.url}/admin/transactions/to-check?kind=expected`);
	const awaited = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await expect(awaited).toContainText('Paid at the agent in Thika');
	await expectAccessible(page);
	const money = { receipt: 'UKM1LATE01', amount: 1500, phone: '254712345674', reference: 'A9' };
	const body = JSON.stringify(buildConfirmation({ ...money, at: Date.now() }));
	const hook = `${desk.url}/api/hooks/${HOOK_TOKEN}/c2b`;
	expect((await fetch(hook, { method: 'POST', body })).status).toBe(200);
	await waitForAnswer(request, `${desk.url}/api/transactions/to-check`, '"expected":0');
	await page.reload();
	await expect(page.getByText('Nothing to check')).toBeVisible();
	await page.getByRole('button', { name: 'Decided' }).click();
	const decided = page.getByRole('list', { name: 'Decided' }).getByRole('listitem');
	await expect(decided).toContainText('Receipt · Receipt expected · KSh 1,500 · UKM1LATE01');
	await expectAccessible(page);
	await decided.getByRole('button', { name: /^Take back/ }).click();
	const back = page.getByRole('dialog', { name: 'Take back the decision' });
	await back.getByLabel('Reason').fill('It has arrived');
	await back.getByRole('button', { name: 'Take back', exact: true }).click();
	await expect(decided).toHaveCount(0);
});

test('counts several messages from addresses that are not trusted at once', {
	tag: '@once',
}, async ({ page, request, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: HOOK_TOKEN, MPESA_SOURCES: '203.0.113.9' });
	for (const [receipt, amount] of [
		['UK81ABC2DE', 700],
		['UK81ABC2DF', 500],
	] as const)
		await fetch(`${url}/api/hooks/${HOOK_TOKEN}/c2b`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(
				buildConfirmation({
					receipt,
					amount,
					at: Date.now(),
					phone: '254712345678',
					reference: 'A12',
				}),
			),
		});
	await waitForAnswer(request, `${url}/api/transactions/to-check`, '"unmatched":2');
	await page.goto(`${url}/admin/transactions/strays`);
	await expect(page).toHaveURL(/\/to-check\?kind=unmatched$/);
	await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
	await page.getByRole('button', { name: 'Book it', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'Book 2 entries' });
	await expect(dialog).toContainText('KSh 1,200');
	await expect(dialog).toContainText('an address that is not trusted');
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent during the update');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Book 2 entries' }).click();
	await expect(page.getByText('2 entries decided')).toBeVisible();
	await expect(page.getByText('Nothing to check')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	const entries = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await expect(entries).toHaveCount(2);
});
