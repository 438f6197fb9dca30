import { loseAnswers } from './network.ts';
import { expect, test } from './server.ts';

test.beforeEach(({ tolerate }) => tolerate(/500 \(|ERR_FAILED/));

/** Dialogs that show a secret once. */
const secrets = [
	{
		address: '/admin/people',
		open: /^Invite/,
		typed: { Name: 'Lost Answer', 'E-mail': `lost.${Date.now()}@example.org` },
		submit: 'Invite',
		label: 'Link',
		list: '/api/people',
	},
	{
		address: '/admin/keys',
		open: 'Create key',
		typed: { Name: `Lost ${Date.now()}` },
		submit: 'Create key',
		label: 'Key',
		list: '/api/keys',
	},
] as const;

test('creates a secret once although the response was lost, and shows it on retry', {
	tag: '@once',
}, async ({ page, request }) => {
	for (const { address, open, typed, submit, label, list } of secrets)
		await test.step(submit, async () => {
			const name = typed.Name;
			await page.goto(address);
			await page.getByRole('main').getByRole('button', { name: open }).first().click();
			const form = page.getByRole('dialog');
			for (const [field, text] of Object.entries(typed))
				await form.getByRole('textbox', { name: field }).fill(text);
			await form.getByRole('radio', { name: 'Viewer' }).check();
			const send = form.getByRole('button', { name: submit });
			await loseAnswers(page, `**${list}`);
			await send.click();
			await expect(form.getByRole('alert')).toContainText('connection was lost');
			await send.click();
			await expect(form.getByRole('alert')).toContainText('connection was lost');
			await page.unroute(`**${list}`);
			await send.click();
			await expect(form.getByText(label, { exact: true })).toBeVisible();
			await form.getByRole('button', { name: 'Done' }).click();
			const { data } = await (await request.get(list)).json();
			expect(data.filter((item: { name: string }) => item.name === name)).toHaveLength(1);
		});
});
