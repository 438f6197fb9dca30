import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { translateTexts } from './disturbed.ts';
import { loseAnswers } from './network.ts';
import { expect, test } from './safaricom.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'Request payment' });
const details = (page: Page) => page.getByRole('dialog', { name: 'Transaction Details' });
const opener = (page: Page) =>
	page.getByRole('main').getByRole('button', { name: 'Request payment' });
const send = (page: Page) => form(page).getByRole('button', { name: 'Send request' }).click();

const typed = {
	'Phone Number': '0712-345 678',
	'Amount (KSh)': '1,500',
	Months: '3',
	'Account reference': 'KNEC-2026',
	Description: 'Subscription',
};

const fill = async (page: Page, fields: Partial<Record<keyof typeof typed, string>> = {}) => {
	for (const [label, text] of Object.entries({ ...typed, ...fields }))
		await form(page).getByLabel(label).fill(text);
};
const keepsAll = async (page: Page) => {
	for (const [label, text] of Object.entries(typed))
		await expect(form(page).getByLabel(label)).toHaveValue(text);
};

test('requests a payment and follows its state until it is paid', async ({ page, desk }) => {
	desk.behave({ payerMs: 'never' });
	await page.goto(`${desk.url}/admin/transactions`);
	await opener(page).click();
	await expect(form(page).getByLabel('Phone Number')).toBeFocused();
	await expectAccessible(page);
	await page.keyboard.press('Enter');
	for (const words of [
		'Phone number is required',
		'Amount is required',
		'Account reference is required',
		'Description is required',
	])
		await expect(form(page).getByText(words)).toBeVisible();
	await expect(form(page).getByLabel('Phone Number')).toBeFocused();
	await fill(page, { 'Amount (KSh)': '250001', Months: '1.5' });
	await send(page);
	await expect(form(page).getByText('Amount must be at most 250,000')).toBeVisible();
	await expect(form(page).getByText('Months must be a whole number')).toBeVisible();
	await expectAccessible(page);
	expect(desk.simulator.seen.pushes).toBe(0);

	await fill(page);
	await form(page).getByLabel('Description').press('Enter');
	await expect(details(page).getByText('Pending').first()).toBeVisible();
	await expect(details(page).getByText('254712345678', { exact: true })).toBeVisible();
	await expect(details(page).getByText('KSh 1,500', { exact: true })).toBeVisible();
	await expect(form(page)).toHaveCount(0);
	await expectAccessible(page);
	const [prompt] = desk.simulator.prompts.keys();
	await translateTexts(page);
	await desk.simulator.decide(prompt as string);
	await expect(details(page).getByRole('status').getByText('Completed')).toBeVisible();
	await expect(details(page).getByText('Subscription Period')).toBeVisible();
	await details(page).getByRole('button', { name: 'Close', exact: true }).click();
	await expect(details(page)).toHaveCount(0);
	// The row in the list has the new state too.
	await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible();
	await expect(page.getByRole('main').getByText('Completed').last()).toBeVisible();
	expect(desk.simulator.seen.pushes).toBe(1);
});

test('shows the result of a status check, and requests a failed payment again', {
	tag: '@once',
}, async ({ page, desk }) => {
	desk.behave({ payerMs: 'never', result: 1032 });
	await page.goto(`${desk.url}/admin/transactions`);
	await opener(page).click();
	await fill(page);
	await send(page);
	await details(page).getByRole('button', { name: 'Check with M-Pesa' }).click();
	await expect(details(page).getByText(/^Still no result, \d\d:\d\d$/)).toBeVisible();
	const [prompt] = desk.simulator.prompts.keys();
	await desk.simulator.decide(prompt as string);
	await details(page).getByRole('button', { name: 'Request again' }).click();
	const again = { ...typed, 'Phone Number': '254712345678', 'Amount (KSh)': '1500' };
	for (const [label, text] of Object.entries(again))
		await expect(form(page).getByLabel(label)).toHaveValue(text);
	await expectAccessible(page);
	await send(page);
	await expect(form(page)).toHaveCount(0);
	await expect(details(page).getByText('Pending').first()).toBeVisible();
	expect(desk.simulator.seen.pushes).toBe(2);
});

test('explains refused, unanswered and pending requests, and keeps typed text', {
	tag: '@once',
}, async ({ page, desk, tolerate }) => {
	tolerate(/(409|502|504) \(/);
	await page.goto(`${desk.url}/admin/transactions`);
	await opener(page).click();
	await fill(page);
	desk.behave({
		push: { status: 500, errorCode: '500.001.1001', errorMessage: 'Wrong credentials' },
	});
	await send(page);
	const alert = form(page).getByRole('alert');
	await expect(alert).toContainText('M-Pesa refused this payment: Wrong credentials');
	await expectAccessible(page);
	await keepsAll(page);

	desk.behave({ push: { status: 503, errorCode: '' } });
	await send(page);
	await expect(alert).toContainText('M-Pesa did not answer. The payment stays pending.');
	await keepsAll(page);
	desk.behave({});
	await send(page);
	await expect(alert).toContainText('This phone already has an open payment request.');
	await keepsAll(page);
	expect(desk.simulator.seen.pushes).toBe(2);

	await fill(page, { 'Phone Number': '+254 110 000 001' });
	desk.behave({ push: { status: 400, errorCode: '400.002.02', errorMessage: 'Bad Request' } });
	await send(page);
	await alert.getByRole('button', { name: 'View the payment' }).click();
	await expect(details(page).getByText('Failed').first()).toBeVisible();
	await expect(details(page).getByText('254110000001', { exact: true })).toBeVisible();
});

test('requests a payment once although the response was lost', { tag: '@once' }, async ({
	page,
	desk,
	tolerate,
}) => {
	tolerate(/ERR_FAILED|409 \(/);
	desk.behave({ payerMs: 'never' });
	await page.goto(`${desk.url}/admin/transactions`);
	await opener(page).click();
	await fill(page);
	await loseAnswers(page, '**/api/payments');
	await send(page);
	const alert = form(page).getByRole('alert');
	await expect(alert).toContainText('Could not send the payment request');
	await expect(alert).toContainText('connection was lost');
	await keepsAll(page);
	await page.unroute('**/api/payments');

	// Changed input with the same idempotency key would be another payment: the person must check first.
	await fill(page, { 'Amount (KSh)': '2000' });
	await form(page).getByLabel('Amount (KSh)').press('Enter');
	await expect(alert).toContainText('Your first attempt sent a request with other details.');
	await send(page);
	await expect(alert).toContainText('This phone already has an open payment request.');
	expect(desk.simulator.seen.pushes).toBe(1);

	await form(page).getByRole('button', { name: 'Cancel' }).click();
	await expect(form(page)).toHaveCount(0);
	await expect(opener(page)).toBeFocused();
	await opener(page).click();
	await expect(form(page).getByLabel('Phone Number')).toHaveValue('');
	await fill(page, { 'Phone Number': '0722000000' });
	await loseAnswers(page, '**/api/payments');
	await send(page);
	await expect(alert).toContainText('connection was lost');
	await page.unroute('**/api/payments');
	await send(page);
	await expect(details(page).getByText('254722000000', { exact: true })).toBeVisible();
	expect(desk.simulator.seen.pushes).toBe(2);
});

test('hides payment requests while M-Pesa is not set up, and explains a refused one', {
	tag: '@once',
}, async ({ page, tolerate }) => {
	await page.goto('/admin/transactions');
	await expect(page.getByText('No transactions found')).toBeVisible();
	await expect(opener(page)).toHaveCount(0);

	// Simulates a tab that was open when the settings were removed.
	tolerate(/503 \(/);
	await page.route('**/api/account', async (route) => {
		const answer = await route.fetch();
		const body = await answer.json();
		await route.fulfill({
			response: answer,
			json: { ...body, data: { ...body.data, payments_on: true } },
		});
	});
	await page.reload();
	await opener(page).click();
	await fill(page);
	await send(page);
	await expect(form(page).getByRole('alert')).toContainText(
		'Payments are not set up on this server.',
	);
	await keepsAll(page);
});
