import { findSecrets, readBundle } from '../secrets-found.ts';
import { ADMIN, fillSignIn, oneTimeCode, SIGNED_OUT, WITH_ADMIN } from './people.ts';
import { expect, test } from './server.ts';

test('keeps secrets out of URLs, browser storage and the log', {
	tag: '@once',
}, async ({ separate, browser }) => {
	const site = await separate({ ...WITH_ADMIN, LOG_LEVEL: 'info' });
	const context = await browser.newContext({ storageState: SIGNED_OUT, baseURL: site.url });
	const secrets: Record<string, string> = { password: ADMIN.password };
	const addresses: string[] = [];
	const messages: string[] = [];
	// Browsers do not send the fragment of a URL.
	const addAddress = (address: string) => addresses.push(address.replace(/#.*/, ''));
	context.on('request', (request) => {
		addAddress(request.url());
		addAddress(request.headers().referer ?? '');
	});
	context.on('console', (message) => messages.push(message.text()));
	const page = await context.newPage();
	page.on('framenavigated', (frame) => addAddress(frame.url()));
	const keepCookies = async () => {
		for (const { value } of await context.cookies()) {
			const [token = ''] = decodeURIComponent(value).split('.');
			// Skip the cookie for untrusted devices, whose value is `true`.
			if (token.length > 9) Object.assign(secrets, { [value]: value, [token]: token });
		}
	};

	await page.goto('/sign-in?to=/admin/account');
	await fillSignIn(page, ADMIN);
	await page.getByRole('button', { name: 'Set up' }).click();
	await keepCookies();
	const factor = page.getByRole('dialog', { name: 'Set up a second factor' });
	await factor.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
	await factor.getByRole('button', { name: 'Continue' }).click();
	const setupKey = (await factor.locator('[data-secret]').textContent()) ?? '';
	Object.assign(secrets, { totp: setupKey.replaceAll(' ', ''), code: oneTimeCode(setupKey) });
	await factor.getByRole('textbox', { name: 'Code' }).fill(secrets.code ?? '');
	await factor.getByRole('button', { name: 'Turn on' }).click();
	const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
	await expect(codes).toHaveCount(10);
	for (const code of await codes.allTextContents()) secrets[`recovery ${code}`] = code;
	await factor.getByRole('button', { name: 'I saved them' }).click();
	await keepCookies();

	await page.goto('/admin/keys');
	await page.getByRole('button', { name: 'Create key' }).first().click();
	const key = page.getByRole('dialog', { name: 'Create a key' });
	await key.getByRole('textbox', { name: 'Name' }).fill('Learner app');
	await key.getByRole('radio', { name: 'Viewer' }).check();
	await key.getByRole('button', { name: 'Create key' }).click();
	await expect(key.getByText('Authorization: Bearer')).toBeVisible();
	secrets.key = (await key.locator('[data-secret]').textContent()) ?? '';
	await key.getByRole('button', { name: 'Done' }).click();

	await page.goto('/admin/people');
	await page.getByRole('button', { name: 'Invite' }).click();
	const invite = page.getByRole('dialog', { name: 'Invite a person' });
	await invite.getByRole('textbox', { name: 'Name' }).fill('Amina Yusuf');
	await invite.getByRole('textbox', { name: 'E-mail' }).fill('amina@example.org');
	await invite.getByRole('radio', { name: 'Finance' }).check();
	await invite.getByRole('button', { name: 'Invite' }).click();
	const link = (await invite.getByText(/\/invitation#\S+$/).textContent()) ?? '';
	secrets.link = new URL(link).hash.slice(1);
	await invite.getByRole('button', { name: 'Done' }).click();

	const readStorage = () =>
		page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
	const before = await readStorage();
	secrets.theirPassword = 'three spanners on a blue shelf';
	await page.goto(link);
	await page.getByRole('button', { name: 'Continue as Amina Yusuf' }).click();
	await page.getByRole('textbox', { name: 'Password' }).fill(secrets.theirPassword);
	await page.getByRole('button', { name: 'Accept the invitation' }).click();
	await expect(page).toHaveURL('/admin');
	await expect(page.getByRole('heading', { name: 'MPesa Dashboard' })).toBeVisible();
	await keepCookies();

	expect(Object.keys(secrets).length).toBeGreaterThan(16);
	expect(findSecrets(addresses.join('\n'), secrets)).toEqual([]);
	expect(findSecrets(before + (await readStorage()), secrets)).toEqual([]);
	expect(findSecrets(messages.join('\n'), secrets)).toEqual([]);
	expect(findSecrets(await page.content(), secrets)).toEqual([]);
	expect(findSecrets(readBundle(), secrets)).toEqual([]);
	expect(site.log()).toContain('/api/auth/two-factor/verify-totp');
	expect(findSecrets(site.log(), secrets)).toEqual([]);
	await context.close();
});
