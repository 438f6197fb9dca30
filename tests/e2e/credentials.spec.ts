import { expectAccessible } from './accessible.ts';
import { CONSOLE, makePerson, SIGNED_OUT, signInTo } from './people.ts';
import { expect, test } from './server.ts';

test('lists links and keys that end when an administrator is disabled, and transfers a key', {
	tag: '@once',
}, async ({ page, request, playwright, site: baseURL }) => {
	const person = await makePerson(request, 'admin');
	const theirs = await playwright.request.newContext({
		baseURL,
		storageState: SIGNED_OUT,
		extraHTTPHeaders: CONSOLE,
	});
	await signInTo(baseURL, theirs, person);
	const email = `invited.by.${person.email}`;
	await theirs.post('/api/people', { data: { name: 'Baraka Mwangi', email, role: 'admin' } });
	const makeKey = async (name: string) => {
		const answer = await theirs.post('/api/keys', { data: { name, role: 'viewer', days: 30 } });
		const { secret } = (await answer.json()).data;
		const program = await playwright.request.newContext({
			extraHTTPHeaders: { authorization: `Bearer ${secret}` },
		});
		return async () => (await program.get(`${baseURL}/api/courses`)).status();
	};
	const [ends, stays] = [await makeKey('Old importer'), await makeKey('Learner app')];

	await page.goto('/admin/people');
	await page.getByRole('button', { name: `Actions for ${person.name}`, exact: true }).click();
	await page.getByRole('menuitem', { name: 'Change role' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('When the role is no longer administrator');
	await expect(dialog.getByText(`Invitation for Baraka Mwangi (${email})`)).toBeVisible();
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toBeHidden();

	await page.getByRole('button', { name: `Actions for ${person.name}`, exact: true }).click();
	await page.getByRole('menuitem', { name: 'Disable' }).click();
	await expect(dialog.getByText(`Invitation for Baraka Mwangi (${email})`)).toBeVisible();
	await expect(dialog.getByLabel(/^Key Old importer/)).toHaveValue('-');
	const account = (await (await request.get('/api/account')).json()).data;
	await dialog.getByLabel(/^Key Learner app/).selectOption(`Goes to ${account.name}`);
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Disable' }).click();
	await expect(dialog).toBeHidden();
	await expect.poll(ends).toBe(401);
	expect(await stays()).toBe(200);
	await theirs.dispose();
});
