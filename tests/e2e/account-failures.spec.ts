import type { Locator, Page } from '@playwright/test';
import { breakWrites, loseAnswers, REQUEST_ID } from './lines.ts';
import { fillSignIn, makePerson, NOBODY, oneTimeCode, signInTo } from './people.ts';
import { expect, test } from './server.ts';

/** What a deed's button does when nothing comes of it, and then when it is pressed twice. */
const failsWell = async (
	page: Page,
	send: Locator,
	words: string,
	{ said, kept = async () => {} }: { said?: Locator; kept?: () => Promise<void> } = {},
) => {
	const alert = said ?? page.getByRole('dialog').getByRole('alert');
	await breakWrites(page);
	await send.click();
	await expect(alert).toContainText(words);
	await expect(alert).toContainText(REQUEST_ID);
	await kept();
	await page.unroute('**/api/**');
	await page.route('**/api/**', (route) =>
		route.request().method() === 'GET' ? route.continue() : route.abort('failed'),
	);
	await send.click();
	await expect(alert).toContainText('connection was lost');
	await kept();
	await page.unroute('**/api/**');

	let [sent, release] = [0, () => {}];
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route('**/api/**', async (route) => {
		if (route.request().method() === 'GET') return route.continue();
		sent++;
		await held;
		return route.continue();
	});
	// By its element: while it is on its way it has another name, and may take no finger.
	const button = await send.elementHandle();
	await send.click();
	await expect.poll(() => sent).toBe(1);
	for (let again = 0; again < 2; again++)
		await button?.evaluate((element) => (element as HTMLElement).click());
	release();
	return async () => {
		expect(sent).toBe(1);
		await page.unroute('**/api/**');
	};
};

test.beforeEach(({ tolerate }) => tolerate(/500 \(|ERR_FAILED/));

test('a change of role that fails stays open with what was chosen, and is made once', {
	tag: '@once',
}, async ({ page, request }) => {
	const person = await makePerson(request, 'viewer');
	await page.goto('/admin/people');
	await page.getByRole('button', { name: `Actions for ${person.name}`, exact: true }).click();
	await page.getByRole('menuitem', { name: 'Change role' }).click();
	const dialog = page.getByRole('dialog', { name: `Role of ${person.name}` });
	const chosen = dialog.getByRole('radio', { name: 'Finance' });
	await chosen.check();
	const kept = () => expect(chosen).toBeChecked();
	const send = dialog.getByRole('button', { name: 'Change role' });
	const once = await failsWell(page, send, 'This did not work', { kept });
	await expect(dialog).toBeHidden();
	await once();
	const { data } = await (await request.get(`/api/people/${person.id}`)).json();
	expect(data.role).toBe('finance');
});

test('a key that cannot be revoked stays, with the question about it, until it can', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = `Doomed ${Date.now()}`;
	await request.post('/api/keys', { data: { name, role: 'viewer', days: 30 } });
	await page.goto('/admin/keys');
	await page.getByRole('button', { name: `Revoke ${name}` }).click();
	const dialog = page.getByRole('dialog', { name: 'Revoke key' });
	const send = dialog.getByRole('button', { name: 'Revoke' });
	const kept = () => expect(dialog).toContainText(`Revoke ${name}?`);
	const once = await failsWell(page, send, 'Could not revoke the key', { kept });
	await expect(dialog).toBeHidden();
	await once();
	await expect(page.getByText(name)).toHaveCount(0);
});

test('a session that cannot be ended stays in the list, and is ended by the next try', {
	tag: '@once',
}, async ({ page, playwright, request, site, browser }) => {
	const person = await makePerson(request, 'viewer');
	const elsewhere = await playwright.request.newContext({ storageState: NOBODY });
	await signInTo(site, elsewhere, person);
	const context = await browser.newContext({ storageState: NOBODY, baseURL: site });
	const theirs = await context.newPage();
	await theirs.goto('/sign-in?to=/admin/account');
	await fillSignIn(theirs, person);
	const rows = theirs.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
	const ends = rows.getByRole('button', { name: /^Sign out/ });
	await expect(ends.first()).toBeVisible();
	const before = await ends.count();
	const once = await failsWell(theirs, ends.first(), 'Could not sign out this device', {
		said: theirs.getByRole('alert').last(),
		kept: () => expect(ends).toHaveCount(before),
	});
	await expect(ends).toHaveCount(before - 1);
	await once();
	await context.close();
	await elsewhere.dispose();
	await page.close();
});

test('a second factor that cannot be set up or renewed loses nothing, and is done once', {
	tag: '@once',
}, async ({ browser, request, site }) => {
	const person = await makePerson(request, 'viewer');
	const context = await browser.newContext({ storageState: NOBODY, baseURL: site });
	const page = await context.newPage();
	await page.goto('/sign-in?to=/admin/account');
	await fillSignIn(page, person);
	const dialog = page.getByRole('dialog');
	const password = dialog.getByRole('textbox', { name: 'Password' });
	const typed = () => expect(password).toHaveValue(person.password);
	const button = (name: string) => dialog.getByRole('button', { name });

	await page.getByRole('button', { name: 'Set up' }).click();
	await password.fill(person.password);
	const failed = 'Could not set up the second factor';
	let once = await failsWell(page, button('Continue'), failed, { kept: typed });
	const code = dialog.getByRole('textbox', { name: 'Code' });
	await expect(code).toBeVisible();
	await once();
	const secret = (await dialog.locator('[class*=value]').textContent()) ?? '';
	const digits = oneTimeCode(secret);
	await code.fill(digits);
	const kept = () => expect(code).toHaveValue(digits);
	once = await failsWell(page, button('Turn on'), 'Could not check the code', { kept });
	const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
	await expect(codes).toHaveCount(10);
	await once();
	await button('I saved the codes').click();

	await page.getByRole('button', { name: 'New recovery codes' }).click();
	await password.fill(person.password);
	const unmade = 'Could not create new codes';
	once = await failsWell(page, button('Create new codes'), unmade, { kept: typed });
	await expect(codes).toHaveCount(10);
	await once();
	await button('I saved the codes').click();

	await page.getByRole('button', { name: 'Turn off' }).click();
	await password.fill(person.password);
	const stays = 'Could not turn off the second factor';
	once = await failsWell(page, button('Turn off'), stays, { kept: typed });
	await expect(dialog).toBeHidden();
	await once();
	await expect(
		page.getByText('Off. You sign in with your password only', { exact: false }),
	).toBeVisible();
	await context.close();
});

/** The dialogs that show a secret once. */
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

test('a secret whose answer is lost is made once, and shown at the next try', {
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
