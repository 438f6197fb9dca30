import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { ADMIN, fillSignIn, makePerson, SIGNED_OUT } from './people.ts';
import { expect, test } from './server.ts';

/** Console errors for refused requests, which these tests expect. */
const REFUSED = /40[0134] \(/;

const noOverflow = async (page: Page) =>
	expect(
		await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		),
	).toBeLessThanOrEqual(0);

test.describe('signed-out person', () => {
	test.use({ asAdmin: false });
	test.beforeEach(({ tolerate }) => tolerate(REFUSED));

	test('returns to the requested page after sign-in', async ({ page }) => {
		await page.goto('/admin/topics?search=ohm&sort=-name');
		await expect(page).toHaveURL(/\/sign-in\?to=/);
		await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
		await expectAccessible(page);
		await noOverflow(page);
		await fillSignIn(page, ADMIN);
		await expect(page).toHaveURL('/admin/topics?search=ohm&sort=-name');
		await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
	});

	test('sees why the sign-in failed, then opens the requested form', {
		tag: '@once',
	}, async ({ page }) => {
		await page.goto('/admin/courses/new');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByText('E-mail is required')).toBeVisible();
		await expect(page.getByText('Password is required')).toBeVisible();
		const email = page.getByRole('textbox', { name: 'E-mail' });
		const password = page.getByRole('textbox', { name: 'Password' });
		await test.step('password managers and paste can fill the fields', async () => {
			await expect(email).toHaveAttribute('autocomplete', 'username webauthn');
			await expect(password).toHaveAttribute('type', 'password');
			await expect(password).toHaveAttribute('autocomplete', 'current-password');
			await password.evaluate((field: HTMLInputElement) => {
				const data = new DataTransfer();
				data.setData('text/plain', 'pasted');
				const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
				if (!field.dispatchEvent(event)) throw new Error('Paste is prevented');
			});
		});
		await fillSignIn(page, { ...ADMIN, password: 'not the one that it is' });
		await expect(page.getByRole('alert')).toContainText(/password/i);
		await expect(email).toHaveValue(ADMIN.email);
		await expectAccessible(page);
		await fillSignIn(page, ADMIN);
		await expect(page).toHaveURL('/admin/courses/new');
		await expect(page.getByLabel('Course Name')).toBeVisible();
		await expect(page.getByText('Your session has ended')).toHaveCount(0);

		await test.step('the page and its storage hold no session', async () => {
			const cookies = await page.context().cookies();
			expect(cookies.length).toBeGreaterThan(0);
			const stored = await page.evaluate(() =>
				JSON.stringify({ ...localStorage, ...sessionStorage }),
			);
			for (const { name, value, httpOnly, sameSite } of cookies) {
				expect({ name, httpOnly, sameSite }).toEqual({ name, httpOnly: true, sameSite: 'Strict' });
				expect(stored).not.toContain(value);
				expect(page.url()).not.toContain(value);
			}
		});
		await test.step('the address leads to no other site', async () => {
			await page.context().clearCookies();
			await page.goto(`/sign-in?to=${encodeURIComponent('//example.org/admin')}`);
			await fillSignIn(page, ADMIN);
			await expect(page).toHaveURL('/admin');
		});
	});
});

test('creates the first administrator by the printed link, with sample data', {
	tag: '@once',
}, async ({ page, separate, tolerate }) => {
	tolerate(REFUSED);
	const site = await separate({});
	await page.goto(`${site.url}/admin`);
	await expect(page.getByText('No administrator yet')).toBeVisible();
	await expectAccessible(page);

	const link = /https?:\/\/\S+\/setup#[\w-]+/.exec(site.log())?.[0] ?? '';
	await page.goto(link);
	await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
	await expectAccessible(page);
	await noOverflow(page);
	await page.getByRole('button', { name: 'Create administrator' }).click();
	await expect(page.getByText('Name is required')).toBeVisible();
	await page.getByRole('textbox', { name: 'Name' }).fill('Wanjiku Kamau');
	await page.getByRole('textbox', { name: 'E-mail' }).fill('wanjiku@example.org');
	await page.getByRole('textbox', { name: 'Password' }).fill('four lathes and a grinding wheel');
	await page.getByRole('checkbox', { name: 'Load the sample data' }).check();
	await page.getByRole('button', { name: 'Create administrator' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'MPesa Dashboard' })).toBeVisible();
	await expect(page.getByText('KSh 1,245,000').first()).toBeVisible();

	await page.goto(link);
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Already set up' })).toBeVisible();
	await expectAccessible(page);
});

test('accepts an invitation link once', { tag: '@once' }, async ({
	page,
	browser,
	site: baseURL,
	tolerate,
}) => {
	tolerate(REFUSED);
	await page.goto('/admin/people');
	await page.getByRole('button', { name: 'Invite' }).click();
	const dialog = page.getByRole('dialog', { name: 'Invite a person' });
	const email = `amina.${Date.now()}@example.org`;
	await dialog.getByRole('textbox', { name: 'Name' }).fill('Amina Yusuf');
	await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
	await dialog.getByRole('radio', { name: 'Editor' }).check();
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Invite' }).click();
	const shown = dialog.getByText(/^https?:\/\/\S+\/invitation#\S+$/);
	const link = (await shown.textContent()) ?? '';
	expect(link).toContain(`${baseURL}/invitation#`);
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByText(email)).toBeVisible();

	await test.step('asks first in a browser where someone is signed in', async () => {
		const own = await page.context().newPage();
		await own.goto(link);
		await expect(
			own.getByRole('heading', { name: 'You are signed in as Administrator' }),
		).toBeVisible();
		await expectAccessible(own);
		await own.getByRole('button', { name: 'Continue as Amina Yusuf' }).click();
		await expect(own.getByRole('textbox', { name: 'Password' })).toBeVisible();
		await own.close();
	});

	const theirs = await (await browser.newContext({ storageState: SIGNED_OUT })).newPage();
	await theirs.goto(link);
	await expect(theirs.getByText('You are invited as Editor.', { exact: false })).toBeVisible();
	await expectAccessible(theirs);
	await theirs.getByRole('textbox', { name: 'Password' }).fill('short');
	await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
	await expect(theirs.getByText('Password must be at least 12 characters')).toBeVisible();
	await theirs.getByRole('textbox', { name: 'Password' }).fill('three spanners on a blue shelf');
	await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
	await expect(theirs).toHaveURL(`${baseURL}/admin/courses`);

	await theirs.goto(link);
	await theirs.reload();
	await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
	await expect(theirs.getByRole('button', { name: 'Retry' })).toHaveCount(0);
	await expectAccessible(theirs);
	await theirs.context().close();
});

test('sets a new password by reset link, and clears all data on sign-out', {
	tag: '@once',
}, async ({ page, request, browser, site: baseURL, tolerate }) => {
	tolerate(REFUSED);
	const person = await makePerson(request, 'viewer');
	await page.goto('/admin/people');
	await page.getByRole('button', { name: `Actions for ${person.name}` }).click();
	await page.getByRole('menuitem', { name: 'Password reset link' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('button', { name: 'Create link' }).click();
	const link = await dialog.getByText(/^https?:\/\/\S+\/reset#\S+$/).textContent();

	const theirs = await (await browser.newContext({ storageState: SIGNED_OUT })).newPage();
	await theirs.goto(link ?? '');
	await expect(theirs.getByText(`For ${person.email}`, { exact: false })).toBeVisible();
	await expectAccessible(theirs);
	const password = 'a new word for an old workshop';
	await theirs.getByRole('textbox', { name: 'Password' }).fill(password);
	await theirs.getByRole('button', { name: 'Set the password' }).click();
	await theirs.getByRole('link', { name: 'Sign in' }).click();
	await fillSignIn(theirs, { email: person.email, password });
	await expect(theirs.getByRole('heading', { name: 'Courses Management' })).toBeVisible();
	await theirs.getByRole('button', { name: /^Account: / }).click();
	await expectAccessible(theirs);
	await theirs.getByRole('menuitem', { name: 'Sign out' }).click();
	await expect(theirs).toHaveURL(`${baseURL}/sign-in`);
	await theirs.goto(`${baseURL}/admin/courses`);
	await expect(theirs).toHaveURL(/\/sign-in\?to=/);
	await expect(theirs.getByText('Courses Management')).toHaveCount(0);
	expect(await theirs.context().cookies()).toEqual([]);
	await theirs.context().close();
});
