import { breakWrites, REQUEST_ID } from './lines.ts';
import { expect, test } from './server.ts';

/** The dialogs that are not about content: where they open, what is typed, and their words for a failure. */
const dialogs = [
	{
		address: '/admin/people',
		open: /^Invite/,
		typed: { Name: 'Otieno', 'E-mail': 'otieno@example.org' },
		role: 'Viewer',
		submit: 'Invite',
		words: 'Could not invite the person',
	},
	{
		address: '/admin/keys',
		open: 'Create key',
		typed: { Name: 'Learner app' },
		role: 'Viewer',
		submit: 'Create key',
		words: 'Could not create the key',
	},
	{
		address: '/admin/account',
		open: 'Change password',
		typed: { 'Current password': 'what it was before', 'New password': 'nine bolts in a drawer' },
		submit: 'Change password',
		words: 'Could not change the password',
	},
] as const;

test('a dialog that fails stays open with its message and with what was typed', {
	tag: '@once',
}, async ({ page, tolerate }) => {
	tolerate(/500 \(|ERR_FAILED/);
	for (const { address, open, typed, submit, words, ...dialog } of dialogs)
		await test.step(submit, async () => {
			await page.goto(address);
			await page.getByRole('main').getByRole('button', { name: open }).first().click();
			const form = page.getByRole('dialog');
			for (const [label, text] of Object.entries(typed))
				await form.getByRole('textbox', { name: label }).fill(text);
			if ('role' in dialog) await form.getByRole('radio', { name: dialog.role }).check();
			const send = form.getByRole('button', { name: submit });
			const alert = form.getByRole('alert');

			await breakWrites(page);
			await send.click();
			await expect(alert).toContainText(words);
			await expect(alert).toContainText(REQUEST_ID);
			await page.unroute('**/api/**');
			await page.route('**/api/**', (route) =>
				route.request().method() === 'GET' ? route.continue() : route.abort('failed'),
			);
			await send.click();
			await expect(alert).toContainText('connection was lost');
			for (const [label, text] of Object.entries(typed))
				await expect(form.getByRole('textbox', { name: label })).toHaveValue(text);
			await expect(send).toHaveText(submit);
			await page.unroute('**/api/**');
		});
});
