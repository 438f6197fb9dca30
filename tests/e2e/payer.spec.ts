import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { expectAccessible } from './accessible.ts';
import { CONSOLE } from './people.ts';
import { expect, test, waitForAnswer } from './server.ts';

const TOKEN = 'a-hook-token-for-the-browser-tests';
const AT = Date.now() - 3_600_000;
const PHONE = '254712345678';

test('assigns a payment, records a refund, and shows all payments of the payer', {
	tag: '@once',
}, async ({ page, request, fresh, tolerate }) => {
	// The test records a refund above the amount paid.
	tolerate(/status of 422/);
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	const confirm = async (receipt: string, amount: number, reference: string, phone = PHONE) => {
		const sent = buildConfirmation({ receipt, amount, at: AT, phone, reference });
		const body = JSON.stringify(sent);
		const answer = await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', body });
		expect(answer.status).toBe(200);
	};
	const accounts = { accounts: ['KNEC-2026', 'LAB-120', 'LAB-130'] };
	const made = await page.request.post(`${url}/api/accounts`, { data: accounts, headers: CONSOLE });
	expect(made.status()).toBe(201);
	await confirm('UKM1AAAA01', 1500, 'KNEC-2026');
	await confirm('UKM1AAAA02', 2000, 'KENC-2026', '25471****679');
	await confirm('UKM1AAAA03', 700, 'LAB-120');
	await confirm('UKM1AAAA04', 600, 'LAB-120', '25471****678');

	await waitForAnswer(request, `${url}/api/transactions`, 'UKM1AAAA04');
	await page.goto(`${url}/admin/transactions?search=UKM1AAAA02`);
	await page.getByRole('button', { name: 'View Details' }).click();
	const details = page.getByRole('dialog');
	await expect(details.getByLabel('Say this')).toContainText(
		'We have no account with the number that you entered; please tell us the right one.',
	);
	await expect(page.locator('[data-row]')).toContainText('Not assigned');
	await details.getByRole('button', { name: /^Choose account/ }).click();
	const form = page.getByRole('dialog', { name: /^(?!Transaction)/ });
	const near = form.getByRole('button', { name: /^KNEC2026/ });
	await expect(near).toContainText('“KENC-2026” differs from the account KNEC2026');
	await near.click();
	await expect(form.getByLabel('Account reference')).toHaveValue('KNEC2026');
	await form.getByLabel('Months').fill('3');
	await expectAccessible(page);
	await form.getByRole('button', { name: 'Assign', exact: true }).click();
	const notes = details.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
	await expect(notes).toContainText('Assigned to “KNEC2026” for 3 months');
	await expect(details.getByText('Subscription Period')).toBeVisible();

	await details.getByRole('button', { name: /^Record refund/ }).click();
	await form.getByLabel('Amount (KSh)').fill('2,500');
	await form.getByLabel('Reason').fill('Paid for two by mistake');
	await form.getByRole('button', { name: 'Record', exact: true }).click();
	await expect(form.getByText('Amount must be at most KSh 2,000, what was paid')).toBeVisible();
	await form.getByLabel('Amount (KSh)').fill('500');
	await form.getByRole('button', { name: 'Record', exact: true }).click();
	await expect(details.getByText('Partly refunded')).toBeVisible();
	await expect(notes).toHaveCount(2);
	await expectAccessible(page);
	await page.setViewportSize({ width: 360, height: 780 });
	await expect(page.locator('[data-row]'), 'on a phone too').toContainText('Partly refunded');
	await page.setViewportSize({ width: 1440, height: 900 });
	await details.getByRole('button', { name: /^Add note/ }).click();
	await form.getByLabel('Reason').fill('Calls again on Monday');
	await page.keyboard.press('Enter');
	await expect(notes.filter({ hasText: 'Calls again on Monday' })).toBeVisible();
	await details.getByRole('button', { name: /^Take back: Refund/ }).click();
	await form.getByLabel('Reason').fill('It was of another payment');
	await form.getByRole('button', { name: 'Take back', exact: true }).click();
	await expect(details.getByText(/Taken back by .*: It was of another payment/)).toBeVisible();
	await expect(details.getByRole('heading', { name: 'Transaction Details' })).toBeFocused();
	await expect(details.getByText('Partly refunded')).toHaveCount(0);

	// Many at once, to the accounts as typed, and back.
	await page.goto(`${url}/admin/transactions?to_assign=any`);
	await expect(page).toHaveURL(/\/to-check\?kind=unassigned$/);
	const rows = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	await expect(rows).toHaveCount(3);
	await expect(rows.filter({ hasText: 'UKM1AAAA03' })).toContainText('KSh 700 has no plan.');
	await page.getByRole('checkbox', { name: 'Select KSh 700 UKM1AAAA03' }).check();
	await page.getByRole('checkbox', { name: 'Select KSh 600 UKM1AAAA04' }).check();
	await page.getByRole('button', { name: 'Choose account…', exact: true }).click();
	await form.getByLabel('Months').fill('1');
	await form.getByLabel('Reason').fill('Both are students');
	await expectAccessible(page);
	await form.getByRole('button', { name: 'Assign 2 payments' }).click();
	await expect(page.getByText('2 entries decided')).toBeVisible();
	await expect(rows).toHaveCount(1);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(rows).toHaveCount(3);

	await page.goto(`${url}/admin/transactions?search=UKM1AAAA03`);
	await page.getByRole('button', { name: 'View Details' }).click();
	await details.getByRole('link', { name: 'Account and payments' }).click();
	await expect(page).toHaveURL(/\/admin\/transactions\/payers\/[0-9a-f-]{36}$/);
	await expect(page.getByRole('heading', { name: 'Account LAB120', exact: true })).toBeVisible();
	const summary = page.getByRole('region', { name: 'Summary' });
	await expect(summary).toContainText('KSh 1,300 in 2 payments');
	await expect(summary).toContainText('Never open');
	const entries = page.getByRole('list', { name: 'Payments and grants' });
	await expect(entries.getByRole('listitem')).toHaveCount(2);
	await expect(entries).toContainText(/KSh 700.*UKM1AAAA03.*No plan at this price/);
	const others = page.getByRole('table', { name: 'Same masked number, other accounts' });
	await expect(others).toContainText('UKM1AAAA01');
	await expect(others).not.toContainText('UKM1AAAA03');
	await page.getByRole('button', { name: /^Give months…/ }).click();
	await details.getByLabel('Months').fill('2');
	await details.getByLabel('Reason').fill('The paper was wrong');
	await details.getByRole('button', { name: 'Give months' }).click();
	await expect(summary).toContainText('Open until');
	await expectAccessible(page);
	await entries.getByRole('button', { name: 'Take back' }).click();
	await details.getByLabel('Reason').fill('Given twice');
	await details.getByRole('button', { name: 'Take back' }).click();
	await expect(summary).toContainText('Never open');
	await expect(
		page.getByText('Assigned to “LAB-120” (taken back): Both are students').first(),
	).toBeVisible();
	// Older notes are collapsed.
	const { data } = await (
		await page.request.get(`${url}/api/transactions?search=UKM1AAAA03`)
	).json();
	for (const n of [1, 2, 3, 4, 5, 6]) {
		const answer = await page.request.post(
			`${url}/api/transactions/${data.data[0].id}/assignments`,
			{
				data: { account_reference: 'LAB-130', reason: `Call number ${n}` },
				headers: CONSOLE,
			},
		);
		expect(answer.ok()).toBe(true);
	}
	await page.reload();
	const section = page.getByRole('region', { name: 'Notes' });
	await expect(section.getByText('Call number 2')).toBeVisible();
	await expect(section.getByText('Call number 1')).toBeHidden();
	await section.getByText('2 older notes').click();
	await expect(section.getByText('Call number 1')).toBeVisible();
	// A masked number that fits is listed below, and not counted.
	await expect(others).toContainText('25471****678');
	await expectAccessible(page);
});

test('gives money back that is no payment, and takes that and the decision back', {
	tag: '@once',
}, async ({ page, request, fresh }) => {
	const { url } = await fresh({ MPESA_HOOK_TOKEN: TOKEN });
	const sent = buildConfirmation({
		receipt: 'UKM1AAAA09',
		amount: 300_000,
		at: AT,
		phone: PHONE,
		reference: 'A',
	});
	const body = JSON.stringify(sent);
	await fetch(`${url}/api/hooks/${TOKEN}/c2b`, { method: 'POST', body });
	const entries = page.getByRole('list', { name: 'To check' }).getByRole('listitem');
	const dialog = page.getByRole('dialog');
	await waitForAnswer(request, `${url}/api/transactions/to-check`, 'UKM1AAAA09');
	await page.goto(`${url}/admin/transactions/to-check?kind=unmatched`);
	await expect(entries).toHaveCount(1);
	await entries.getByRole('button', { name: /^More for/ }).click();
	await page.getByRole('menuitem', { name: 'This is…' }).click();
	await dialog.getByLabel('This is').selectOption('Will be given back');
	await dialog.getByLabel('Reason').fill('Paid to the wrong college');
	await dialog.getByRole('button', { name: 'Decide' }).click();
	await expect(page.getByText('Nothing to check')).toBeVisible();
	// It waits until it is given back, although it is no payment of ours.
	await page.getByRole('button', { name: 'To give back 1' }).click();
	await expect(entries).toContainText('Paid to the wrong college');
	await expectAccessible(page);
	await entries.getByRole('button', { name: /^Record refund/ }).click();
	await dialog.getByLabel('Reason').fill('By cheque 17');
	await dialog.getByRole('button', { name: 'Record', exact: true }).click();
	await expect(page.getByText('Nothing to check')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(entries).toHaveCount(1);
	await page.getByRole('button', { name: 'Decided' }).click();
	const decided = page.getByRole('list', { name: 'Decided' }).getByRole('listitem');
	await decided.getByRole('button', { name: /^Take back/ }).click();
	await dialog.getByLabel('Reason').fill('It was ours after all');
	await dialog.getByRole('button', { name: 'Take back' }).click();
	await page.getByRole('button', { name: 'Messages 1' }).click();
	await expect(entries).toHaveCount(1);
});
