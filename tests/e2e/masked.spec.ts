import { deliver } from '../../tools/daraja-simulator/simulator.ts';
import { confirmationOf } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';

test('who looks for a whole number is told of masked ones that fit, and looks at them apart', {
	tag: '@once',
}, async ({ page, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	for (const [n, phone] of ['254712345126', '254712999126', '254722345126'].entries())
		await deliver(
			`${url}/api/hooks/${TOKEN}/c2b`,
			confirmationOf({
				receipt: `UB3MASK00${n}`,
				amount: 700,
				at: Date.now() - n * 1000,
				// The last one hides less, and so can be told from the first.
				phone: n === 2 ? '25472****126' : phone,
				reference: 'JANE',
			}),
		);
	await page.goto(`${url}/admin/transactions`);
	const box = page.getByLabel('Search by Receipt, Phone, or Request ID');
	await box.fill('0712 345 126');
	await page.getByRole('button', { name: 'Search', exact: true }).click();
	await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
	const offer = page.getByRole('status').filter({ hasText: 'with a masked number that fits' });
	await expect(offer).toContainText('2 payments with a masked number that fits, 25471****126');
	await expectAccessible(page);
	await offer.getByRole('button', { name: 'Show' }).click();
	await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
	await expect(page.getByText('2547 ***** 126')).toHaveCount(2);
	await expect(page.getByText('Other payers can have the same digits')).toBeVisible();
	await expectAccessible(page);
	await page.goBack();
	await expect(box).toHaveValue('0712 345 126');
	await expect(offer).toBeVisible();

	await box.fill('0733 345 127');
	await page.getByRole('button', { name: 'Search', exact: true }).click();
	await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
	await expect(offer).toBeHidden();
});

test('a number that M-Pesa sent hashed is said to be hidden, and pushes nothing aside', {
	tag: '@once',
}, async ({ page, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	await deliver(
		`${url}/api/hooks/${TOKEN}/c2b`,
		confirmationOf({
			receipt: 'UB3HASH001',
			amount: 700,
			at: Date.now(),
			reference: 'JANE',
			phone: `${'a3f5'.repeat(15)}c592`,
		}),
	);
	await page.goto(`${url}/admin/transactions`);
	const hidden = 'Hidden by M-Pesa · …c592';
	await expect(page.getByText(hidden).first()).toBeVisible();
	const details = page.getByRole('button', { name: 'View Details' });
	for (const width of [360, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		const box = (await details.boundingBox()) ?? { x: 0, width: 0 };
		expect(box.x + box.width).toBeLessThan(width);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		await expectAccessible(page);
	}
	await details.click();
	await expect(page.getByRole('dialog').getByText(hidden)).toBeVisible();
	await expect(page.getByRole('dialog').getByText('a3f5', { exact: false }).first()).toBeHidden();
});
