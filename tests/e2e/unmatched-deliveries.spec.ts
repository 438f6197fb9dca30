import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';

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

test('a delivery that changed no payment is shown, with why and what it says', async ({
	page,
	fresh,
}) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	await page.goto(`${url}/admin/transactions/strays`);
	await expect(page.getByText('No unmatched deliveries')).toBeVisible();
	await expectAccessible(page);

	const body = JSON.stringify(report('ws_CO_201120261015000001'));
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(`${url}/api/hooks/${TOKEN}/stk`, { method: 'POST', headers, body });
	expect(answer.status).toBe(200);

	await expect(async () => {
		await page.goto(`${url}/admin`);
		await page.getByRole('link', { name: '1 unmatched delivery' }).click({ timeout: 10_000 });
	}).toPass();
	await expect(page.getByRole('heading', { name: 'Unmatched deliveries' })).toBeVisible();
	const delivery = page.getByRole('list', { name: 'Unmatched deliveries' }).getByRole('listitem');
	await expect(delivery).toHaveCount(1);
	await expect(delivery).toContainText('A delivery speaks of a request that we do not know.');
	for (const said of ['UK81ABC2DE', '500', '254712345678', 'ws_CO_201120261015000001'])
		await expect(delivery.locator('dl')).toContainText(said);
	await delivery.getByText('Report of M-Pesa').click();
	await expect(delivery.locator('pre')).toContainText('CallbackMetadata');
	await expectAccessible(page);
});
