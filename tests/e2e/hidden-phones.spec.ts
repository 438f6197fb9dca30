import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test, waitForAnswer } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';
const PHONE = '254712345678';

test('shows a masked number for a minute after a reason, then removes it from the page', {
	tag: '@once',
}, async ({ page, request, fresh }) => {
	const { url } = await fresh({ MASK_PHONES: '1', MPESA_HOOK_TOKEN: TOKEN });
	const at = Date.now() - 3_600_000;
	const sent = buildConfirmation({
		receipt: 'UKM1AAAA01',
		amount: 500,
		at,
		phone: PHONE,
		reference: 'A1',
	});
	// Some deliveries have the full number.
	const body = JSON.stringify({ ...sent, MSISDN: PHONE });
	expect((await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', body })).status).toBe(200);
	await page.clock.install();
	await waitForAnswer(request, `${url}/api/transactions`, 'UKM1AAAA01');
	await page.goto(`${url}/admin/transactions?search=UKM1AAAA01`);
	await expect(page.getByText('0712 ••• 678').first()).toBeVisible();
	await expect(page.getByRole('button', { name: /^Copy phone number/ })).toHaveCount(0);

	await page.getByRole('button', { name: 'View Details' }).click();
	const details = page.getByRole('dialog', { name: 'Transaction Details' });
	await expect(details.getByRole('button', { name: 'Show number' })).toHaveCSS('opacity', '1');
	await details.getByRole('button', { name: 'Show number' }).click();
	const form = page.getByRole('dialog', { name: 'Show number' });
	await form.getByRole('button', { name: 'Show number' }).click();
	await expect(form.getByText('Reason is required')).toBeVisible();
	await expectAccessible(page);
	await form.getByLabel('Reason').fill('The payer asks for a refund');
	await form.getByRole('button', { name: 'Show number' }).click();
	await expect(details.getByText(PHONE)).toBeVisible();
	await expect(details.getByRole('button', { name: 'Copy phone number' })).toBeVisible();
	await expectAccessible(page);

	await page.clock.fastForward(60_000);
	await expect(details.getByText(PHONE)).toHaveCount(0);
	await expect(details.getByRole('button', { name: 'Show number' })).toBeVisible();
	expect((await page.content()).includes(PHONE.slice(3))).toBe(false);

	await page.goto(`${url}/admin/audit?action=reveal`);
	await expect(page.getByText('The payer asks for a refund').first()).toBeVisible();
});
