import type { Page } from '@playwright/test';
import { startProvider } from '../../server/platform/sign-in/fixtures/provider.ts';
import { expectAccessible } from './accessible.ts';
import { ADMIN, fillSignIn, makePerson, SIGNED_OUT } from './people.ts';
import { expect, test } from './server.ts';

/** Fills in the page of the identity provider. */
const fillProvider = async (page: Page, login: string) => {
	await page.getByRole('textbox').first().fill(login);
	await page.locator('input[type=password]').fill('any');
	await page.getByRole('button', { name: 'Sign-in' }).click();
};

test('signs in with the accounts of the college, confirms there, and does without it', {
	tag: '@once',
}, async ({ browser, request, fresh, tolerate }) => {
	// The provider's page loads a font; refused calls are expected.
	tolerate(/fonts\.googleapis\.com|40[0139] \(/);
	let url = '';
	const provider = await startProvider(() => url);
	({ url } = await fresh({
		OIDC_ISSUER: provider.issuer,
		OIDC_CLIENT_ID: provider.settings.clientId,
		OIDC_CLIENT_SECRET: provider.settings.clientSecret,
		OIDC_NAME: 'College',
	}));
	const person = await makePerson(request, 'editor', url);
	provider.users.set('jane', { email: person.email, email_verified: true });
	provider.users.set('stranger', { email: 'stranger@example.org', email_verified: true });
	provider.users.set('root', { email: ADMIN.email, email_verified: true });
	const open = async () => {
		const context = await browser.newContext({ storageState: SIGNED_OUT });
		return context.newPage();
	};

	await test.step('an invited person comes back to the page they wanted', async () => {
		const page = await open();
		await page.goto(`${url}/sign-in?to=/admin/topics`);
		await expect(page.getByRole('button', { name: 'Continue with College' })).toBeVisible();
		await expectAccessible(page);
		await page.getByRole('button', { name: 'Continue with College' }).click();
		await fillProvider(page, 'jane');
		await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
		await page.context().close();
	});

	await test.step('a stranger is told to ask for an invitation', async () => {
		const page = await open();
		await page.goto(`${url}/sign-in`);
		await page.getByRole('button', { name: 'Continue with College' }).click();
		await fillProvider(page, 'stranger');
		await expect(page.getByRole('alert')).toContainText('Ask an administrator to invite you.');
		await expectAccessible(page);
		await page.context().close();
	});

	const page = await open();
	await test.step('a sensitive action is confirmed in a window, and goes on', async () => {
		await page.goto(`${url}/sign-in?to=/admin/people`);
		await page.getByRole('button', { name: 'Continue with College' }).click();
		await fillProvider(page, 'root');
		await page.getByRole('button', { name: 'Invite' }).click();
		let attempts = 0;
		await page.route('**/api/people', (route) => {
			if (route.request().method() !== 'POST' || attempts++ > 0) return route.continue();
			const error = 'Please enter your password again.';
			return route.fulfill({
				status: 403,
				json: { success: false, code: 'reauth_required', error },
			});
		});
		await page.getByRole('textbox', { name: 'Name' }).fill('New person');
		await page.getByRole('textbox', { name: 'E-mail' }).fill('new@example.org');
		await page.getByRole('radio', { name: 'Viewer' }).check();
		await page.getByRole('button', { name: 'Invite', exact: true }).last().click();
		const opened = page.context().waitForEvent('page');
		await page.getByRole('button', { name: 'Continue with College' }).click();
		const window = await opened;
		await fillProvider(window, 'root');
		await expect.poll(() => window.isClosed()).toBe(true);
		await expect(page.getByRole('dialog').getByText('New person').first()).toBeVisible();
	});

	await test.step('without the provider, the password still works', async () => {
		await provider.close();
		await page.context().clearCookies();
		await page.goto(`${url}/sign-in`);
		await page.getByRole('button', { name: 'Continue with College' }).click();
		await expect(page.getByRole('alert')).toContainText('College does not answer.');
		await fillSignIn(page, person);
		await expect(page).toHaveURL(/\/admin\/courses$/);
		await page.context().close();
	});
});
