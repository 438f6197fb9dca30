import type { Browser, CDPSession, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { ADMIN, fillSignIn, makePerson, SIGNED_OUT } from './people.ts';
import { expect, test } from './server.ts';

/** Passkeys belong to a host name, so these pages use the site's other address. */
const toLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost');

const OFFERS = '&offers=1';

interface Device {
	page: Page;
	cdp: CDPSession;
	authenticatorId: string;
}

const AUTHENTICATOR = {
	protocol: 'ctap2',
	transport: 'internal',
	hasResidentKey: true,
	hasUserVerification: true,
	isUserVerified: true,
	automaticPresenceSimulation: true,
} as const;

/** Opens a browser of its own with a virtual authenticator. */
const openDevice = async (browser: Browser): Promise<Device> => {
	const context = await browser.newContext({ storageState: SIGNED_OUT });
	const page = await context.newPage();
	// The virtual authenticator would accept each offer at once.
	await page.addInitScript((offers) => {
		if (!location.search.includes(offers) && 'PublicKeyCredential' in window)
			PublicKeyCredential.isConditionalMediationAvailable = async () => false;
	}, OFFERS);
	const cdp = await context.newCDPSession(page);
	await cdp.send('WebAuthn.enable');
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: AUTHENTICATOR,
	});
	return { page, cdp, authenticatorId };
};

const signIn = async ({ page }: Device, site: string, who = ADMIN) => {
	await page.goto(`${site}/sign-in?to=/admin/account`);
	await fillSignIn(page, who);
	await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
};

const getList = ({ page }: Device) =>
	page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

const add = async (device: Device, name: string) => {
	const { page } = device;
	await page.getByRole('button', { name: 'Add passkey' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add passkey' });
	await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
	await dialog.getByRole('button', { name: 'Add passkey' }).click();
	await expect(getList(device).filter({ hasText: name })).toBeVisible();
};

/** Forgets the session, and opens the sign-in page in a browser that offers passkeys by itself, or in one that cannot. */
const leave = async ({ page }: Device, site: string, offers = false) => {
	await page.context().clearCookies();
	await page.goto(`${site}/sign-in?to=/admin/account${offers ? OFFERS : ''}`);
};

const pressPasskey = ({ page }: Device) =>
	page.getByRole('button', { name: 'Use a passkey' }).click();

/** Answers the next removal as the server does ten minutes after the last confirmation. */
const expireConfirmation = (page: Page) =>
	page.route(
		'**/api/account/passkeys/*',
		(route) =>
			route.fulfill({
				status: 403,
				json: { success: false, code: 'reauth_required', error: 'Please confirm.' },
			}),
		{ times: 1 },
	);

test('adds, names, uses and removes passkeys', { tag: '@once' }, async ({
	browser,
	request,
	site: address,
	tolerate,
}) => {
	tolerate(/40[01349] \(/);
	const site = toLocalhost(address);
	const person = await makePerson(request, 'editor');
	const device = await openDevice(browser);
	const { page, cdp, authenticatorId } = device;
	await signIn(device, site, person);
	await add(device, 'Work laptop');
	await expectAccessible(page);
	await page.getByRole('button', { name: 'Rename Work laptop' }).click();
	await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop at work');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expect(getList(device)).toContainText('Laptop at work');
	await expect(getList(device)).toContainText('never used');

	await test.step('the same device has one for each account', async () => {
		await page.getByRole('button', { name: 'Add passkey' }).click();
		const dialog = page.getByRole('dialog', { name: 'Add passkey' });
		await dialog.getByRole('button', { name: 'Add passkey' }).click();
		await expect(dialog.getByRole('alert')).toContainText('already has a passkey');
		await dialog.getByRole('button', { name: 'Cancel' }).click();
	});

	await test.step('the browser offers it by itself', async () => {
		await leave(device, site, true);
		await expect(getList(device)).toContainText('last used');
	});

	await test.step('the button uses it', async () => {
		await leave(device, site);
		await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute(
			'autocomplete',
			'username webauthn',
		);
		await expectAccessible(page);
		await pressPasskey(device);
		await expect(getList(device)).toContainText('Laptop at work');
	});

	await test.step('it confirms instead of the password', async () => {
		await expireConfirmation(page);
		await page.getByRole('button', { name: 'Remove Laptop at work' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
		await page.getByRole('dialog', { name: 'Enter your password' }).waitFor();
		await expectAccessible(page);
		await page.getByRole('button', { name: 'Use a passkey' }).click();
		await expect(getList(device)).toHaveCount(0);
	});

	await test.step('a removed one is refused', async () => {
		await leave(device, site);
		await pressPasskey(device);
		await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.');
		await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
	});
	await page.context().close();
});

test('keeps a last way in, on two devices, and refuses a cloned one', { tag: '@once' }, async ({
	browser,
	request,
	site: address,
	tolerate,
}) => {
	tolerate(/40[01349] \(/);
	const site = toLocalhost(address);
	const person = await makePerson(request, 'viewer');
	const [first, second] = [await openDevice(browser), await openDevice(browser)];
	await signIn(first, site, person);
	await add(first, 'Phone');
	await signIn(second, site, person);
	await add(second, 'Tablet');
	await expect(getList(second)).toHaveCount(2);

	// An administrator ends the password; the person is signed out and comes back with a passkey.
	await request.delete(`/api/people/${person.id}/ways-in/password`);
	await leave(second, site);
	await pressPasskey(second);
	await expect(getList(second)).toHaveCount(2);
	await expect(second.page.getByRole('heading', { name: 'Password' })).toHaveCount(0);
	const remove = async (name: string) => {
		await second.page.getByRole('button', { name: `Remove ${name}` }).click();
		await second.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
	};
	await remove('Phone');
	await expect(getList(second)).toHaveCount(1);
	await remove('Tablet');
	await expect(second.page.getByRole('alert')).toContainText('only way to sign in');

	// A copy of the passkey counts on its own, so its number is not higher than the last.
	const { credentials } = await second.cdp.send('WebAuthn.getCredentials', second);
	const [original] = credentials;
	if (!original) throw new Error('The authenticator has no passkey.');
	await second.cdp.send('WebAuthn.removeVirtualAuthenticator', second);
	const clone = await second.cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: AUTHENTICATOR,
	});
	await second.cdp.send('WebAuthn.addCredential', {
		...clone,
		credential: { ...original, signCount: 0 },
	});
	const copy = { ...second, ...clone };
	await leave(copy, site);
	await pressPasskey(copy);
	await expect(second.page.getByRole('alert')).toContainText('This passkey was not accepted.');
	for (const { page } of [first, second]) await page.context().close();
});

test('counts as the second factor that a role requires', { tag: '@once' }, async ({
	browser,
	request,
	fresh,
}) => {
	const { url } = await fresh();
	const site = toLocalhost(url);
	const person = await makePerson(request, 'finance', url);
	await request.put(`${url}/api/settings/second-factor`, { data: { roles: ['finance'] } });
	const device = await openDevice(browser);
	await signIn(device, site, person);
	await expect(device.page.getByText('Set this up first')).toBeVisible();
	await add(device, 'Phone');
	await expect(device.page.getByText('Set this up first')).toHaveCount(0);
	await leave(device, site, true);
	await expect(getList(device)).toContainText('Phone');
	await device.page.goto(`${site}/admin/transactions`);
	await expect(device.page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
	await device.page.context().close();
});

test('shows administrators how a person signs in, and ends it', async ({
	browser,
	page,
	request,
	site: address,
}) => {
	const person = await makePerson(request, 'editor');
	const device = await openDevice(browser);
	await signIn(device, toLocalhost(address), person);
	await add(device, 'Old phone');
	await page.goto('/admin/people');
	await page.getByRole('button', { name: `Actions for ${person.name}`, exact: true }).click();
	await page.getByRole('menuitem', { name: 'Ways to sign in' }).click();
	const dialog = page.getByRole('dialog', { name: `How ${person.name} signs in` });
	const ways = dialog.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem');
	await expect(ways).toHaveCount(2);
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'End Passkey “Old phone”' }).click();
	await expect(ways).toHaveCount(1);
	await device.page.context().close();
});
