import { expectAccessible } from './accessible.ts';
import { ADMIN } from './people.ts';
import { expect, test } from './server.ts';

test('creates, uses and revokes an API key', { tag: '@once' }, async ({
	page,
	playwright,
	fresh,
}) => {
	const { url } = await fresh();
	await page.goto(`${url}/admin/keys`);
	await expect(page.getByText('No keys yet')).toBeVisible();
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Create key' }).first().click();
	const dialog = page.getByRole('dialog', { name: 'Create a key' });
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Learner app');
	await dialog.getByRole('radio', { name: 'Viewer' }).check();
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Create key' }).click();
	await expect(dialog.getByText('Authorization: Bearer')).toBeVisible();
	await expectAccessible(page);
	const secret = (await dialog.locator('[data-secret]').textContent()) ?? '';
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByText(secret)).toHaveCount(0);
	await expect(page.getByText('Learner app')).toBeVisible();

	const program = await playwright.request.newContext({
		extraHTTPHeaders: { authorization: `Bearer ${secret}` },
	});
	expect((await program.get(`${url}/api/courses`)).status()).toBe(200);
	expect((await program.post(`${url}/api/courses`, { data: {} })).status()).toBe(403);
	await page.reload();
	await expect(page.getByText('Never')).toHaveCount(0);
	await expectAccessible(page);

	await page.getByRole('button', { name: 'Revoke Learner app' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
	await expect(page.getByText('No keys yet')).toBeVisible();
	const status = async () => (await program.get(`${url}/api/courses`)).status();
	await expect.poll(status, { intervals: [50] }).toBe(401);
	await program.dispose();
});

test('asks for the password again for a sensitive action, then continues', {
	tag: '@once',
}, async ({ page, tolerate }) => {
	tolerate(/40[13] \(|422 \(/);
	await page.goto('/admin/keys');
	// The response of the server ten minutes after the last password check.
	let attempts = 0;
	await page.route('**/api/keys', (route) => {
		if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue();
		const error = 'Please enter your password again.';
		return route.fulfill({ status: 403, json: { success: false, code: 'reauth_required', error } });
	});
	const make = page.getByRole('dialog', { name: 'Create a key' });
	const again = page.getByRole('dialog', { name: 'Enter your password' });
	const name = `Script ${Date.now()}`;
	await page.getByRole('button', { name: 'Create key' }).first().click();
	await make.getByRole('textbox', { name: 'Name' }).fill(name);
	await make.getByRole('radio', { name: 'Finance' }).check();
	await make.getByRole('button', { name: 'Create key' }).click();
	await expect(again.getByRole('textbox', { name: 'Password' })).toBeFocused();
	await expectAccessible(page);

	// Esc closes the password dialog; the dialog below keeps its text.
	await page.keyboard.press('Escape');
	await expect(again).toBeHidden();
	await expect(make.getByRole('alert')).toContainText('Please enter your password again.');
	await expect(make.getByRole('textbox', { name: 'Name' })).toHaveValue(name);

	attempts = 0;
	await make.getByRole('button', { name: 'Create key' }).click();
	await again.getByRole('textbox', { name: 'Password' }).fill('not the right one at all');
	await again.getByRole('button', { name: 'Continue' }).click();
	await expect(again.getByRole('textbox', { name: 'Password' })).toHaveAttribute(
		'aria-invalid',
		'true',
	);
	await again.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
	await again.getByRole('button', { name: 'Continue' }).click();
	await expect(make.getByText('Authorization: Bearer')).toBeVisible();
	await make.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByText(name)).toHaveCount(1);
});
