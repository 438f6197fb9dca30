import { expectAccessible } from './accessible.ts';
import { fillSignIn, makePerson, oneTimeCode, SIGNED_OUT } from './people.ts';
import { expect, test } from './server.ts';

test('sets up a second factor, signs in with it, and with a recovery code', {
	tag: '@once',
}, async ({ browser, request, site: baseURL }) => {
	const person = await makePerson(request, 'finance');
	const context = await browser.newContext({ storageState: SIGNED_OUT });
	const page = await context.newPage();
	await page.goto(`${baseURL}/sign-in?to=/admin/account`);
	await fillSignIn(page, person);
	await page.getByRole('button', { name: 'Set up' }).click();
	const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
	await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
	await expect(dialog.getByRole('link', { name: 'an app on this device' })).toHaveAttribute(
		'href',
		/^otpauth:\/\/totp\/.+secret=/,
	);
	await expectAccessible(page);
	const secret = (await dialog.locator('[data-secret]').textContent()) ?? '';
	await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
	await dialog.getByRole('button', { name: 'Turn on' }).click();
	await expect(dialog.getByRole('alert')).toContainText('Wrong code.');
	await dialog.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret));
	await dialog.getByRole('button', { name: 'Turn on' }).click();
	const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
	await expect(codes).toHaveCount(10);
	await expectAccessible(page);
	const recovery = (await codes.first().textContent()) ?? '';
	await page.keyboard.press('Escape');
	await expect(codes).toHaveCount(10);
	await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
	await dialog.getByRole('button', { name: 'I saved them' }).click();
	await expect(
		page.getByText('On. You sign in with your password and a code', { exact: false }),
	).toBeVisible();

	// The current code is used; the next one is accepted early.
	await context.clearCookies();
	await page.goto(`${baseURL}/sign-in`);
	await fillSignIn(page, person);
	await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute(
		'autocomplete',
		'one-time-code',
	);
	await expectAccessible(page);
	const enter = async (code: string) => {
		await page.getByRole('textbox', { name: 'Code' }).fill(code);
		await page.getByRole('button', { name: 'Continue' }).click();
	};
	for (let n = 0; n < 6; n++) {
		await enter('000000');
		await expect(page.getByRole('alert')).toContainText(
			n < 5 ? 'Wrong code.' : 'Too many wrong codes. Sign in again.',
		);
	}
	await page.getByRole('button', { name: 'Sign in again' }).click();
	await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(person.email);
	await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await enter(oneTimeCode(secret, 1));
	await expect(page.getByRole('heading', { name: 'MPesa Dashboard' })).toBeVisible();

	for (const works of [true, false]) {
		await context.clearCookies();
		await page.goto(`${baseURL}/sign-in`);
		await fillSignIn(page, person);
		await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
		await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
		await page.getByRole('button', { name: 'Continue' }).click();
		if (works) await expect(page.getByRole('heading', { name: 'MPesa Dashboard' })).toBeVisible();
		else await expect(page.getByRole('alert')).toContainText('recovery code is wrong');
	}
	await context.close();
});

test('requires the second factor setup before anything else', { tag: '@once' }, async ({
	browser,
	page,
	request,
	fresh,
}) => {
	const { url } = await fresh();
	await page.goto(`${url}/admin/people`);
	const rule = page.getByRole('switch', { name: 'Required for Viewer' });
	await rule.click({ force: true });
	await expect(rule).toBeChecked();
	await expect(rule).toBeEnabled();
	// Targets partly below the header would count as too small.
	await page.evaluate(() => scrollTo(0, 0));
	await expectAccessible(page);
	await page.reload();
	await expect(rule).toBeChecked();

	const person = await makePerson(request, 'viewer', url);
	const theirs = await (await browser.newContext({ storageState: SIGNED_OUT })).newPage();
	await theirs.goto(`${url}/sign-in`);
	await fillSignIn(theirs, person);
	await expect(theirs).toHaveURL(`${url}/admin/account`);
	await expect(theirs.getByText('Set this up first')).toBeVisible();
	await expectAccessible(theirs);
	await theirs.goto(`${url}/admin/courses`);
	await expect(theirs).toHaveURL(`${url}/admin/account`);
	await theirs.context().close();
});
