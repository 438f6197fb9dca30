import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, type Content, makeContent } from './content.ts';
import { CONSOLE, fillSignIn, makePerson, signInTo } from './people.ts';
import { expect, test } from './server.ts';

test.use({ asAdmin: false });
test.beforeEach(({ tolerate }) => tolerate(/401 \(/));

test.describe('ended session', () => {
	let person: Awaited<ReturnType<typeof makePerson>>;
	let content: Content;
	/** Ends the person's sessions at the server, as an administrator does. */
	let end: () => Promise<void>;
	test.beforeEach(async ({ page, playwright, site }) => {
		const admin = await playwright.request.newContext({
			baseURL: site,
			extraHTTPHeaders: CONSOLE,
		});
		await signInTo(site, admin);
		content = await makeContent(admin, 'Diploma in Interruptions');
		person = await makePerson(admin, 'editor');
		end = async () => {
			const answer = await admin.delete(`/api/people/${person.id}/sessions`);
			expect(answer.status()).toBe(200);
			const status = async () => (await page.request.get('/api/account')).status();
			await expect.poll(status, { intervals: [50] }).toBe(401);
		};
		await page.goto('/sign-in');
		await fillSignIn(page, person);
		await expect(page).toHaveURL('/admin/courses');
	});

	const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
	const signInAgain = async (page: Page) => {
		await expect(dialogOf(page).getByRole('textbox', { name: 'E-mail' })).toHaveValue(person.email);
		await dialogOf(page).getByRole('textbox', { name: 'Password' }).fill(person.password);
		await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
	};

	test('keeps the form that is being edited', { tag: '@once' }, async ({ page }) => {
		await page.goto(addresses(content).examSet);
		await page.getByLabel('Name').fill('Typed before the end');
		await end();
		const save = page.getByRole('button', { name: 'Save Exam Set' });
		await save.click();
		await expect(dialogOf(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
		await expectAccessible(page);
		await dialogOf(page).getByRole('button', { name: 'Close' }).click();
		await expect(page.getByRole('alert')).toContainText('Please sign in.');
		await expect(page.getByLabel('Name')).toHaveValue('Typed before the end');
		await save.click();
		await signInAgain(page);
		await expect(page).toHaveURL(/\/examsets\/list$/);
		await expect(
			page.getByRole('link', { name: 'Typed before the end', exact: true }),
		).toBeVisible();
	});

	test('saves nothing when another person has signed in in a second tab', {
		tag: '@once',
	}, async ({ page, playwright, site, tolerate }) => {
		tolerate(/409 \(/);
		const admin = await playwright.request.newContext({ baseURL: site, extraHTTPHeaders: CONSOLE });
		await signInTo(site, admin);
		const other = await makePerson(admin, 'editor');
		await page.goto(addresses(content).examSet);
		await page.getByLabel('Name').fill('Typed by the first person');
		await signInTo(site, page.request, other);
		await page.getByRole('button', { name: 'Save Exam Set' }).click();
		const dialog = page.getByRole('dialog', { name: `${other.name} is signed in` });
		await expect(dialog).toContainText(`Sign in as ${person.name} to continue here.`);
		await expectAccessible(page);
		const stored = await admin.get(`/api/examsets/${content.examSetId}`);
		expect((await stored.json()).data.name).not.toBe('Typed by the first person');
		await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
		await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
		await expect(
			page.getByRole('link', { name: 'Typed by the first person', exact: true }),
		).toBeVisible();
		await admin.dispose();
	});

	test('creates one item from an open dialog', { tag: '@once' }, async ({ page }) => {
		await page.goto(addresses(content).subjects);
		await page.getByRole('button', { name: 'Add Subject' }).click();
		await page.getByRole('textbox', { name: 'Subject Name' }).fill('Made once');
		await end();
		await page.getByRole('button', { name: 'Create Subject' }).click();
		await signInAgain(page);
		await expect(page.getByRole('link', { name: 'Made once', exact: true })).toHaveCount(1);
		await expect(page.getByRole('dialog')).toHaveCount(0);
	});
});
