import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { fillSignIn, makePerson, SIGNED_OUT } from './people.ts';
import { visit } from './screens.ts';
import { expect, test } from './server.ts';

/** Signs a person in in a new browser context; returns its page. */
const enter = async (browser: Browser, url: string, who: { email: string; password: string }) => {
	const context = await browser.newContext({ storageState: SIGNED_OUT });
	const page = await context.newPage();
	await page.goto(`${url}/sign-in`);
	await fillSignIn(page, who);
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
	return page;
};

/** Returns the links of the sidebar, which small screens keep in a menu. */
const sidebar = async (page: Page) => {
	const menu = page.getByRole('button', { name: 'Menu' });
	if (await menu.isVisible()) await menu.click();
	return page.getByRole('navigation', { name: 'Main' }).getByRole('link');
};

const reason = 'This is published. Ask an editor to change it.';
const askToDelete = 'Items inside are published. Ask an editor to delete this.';
const askToPublish = 'Ask an editor to publish this.';

/** Asserts that a control is disabled, with the reason for an author. */
const expectLocked = async (control: Locator, why = reason) => {
	await expect(control).toBeDisabled();
	await expect(control).toHaveAccessibleDescription(why);
};

const lists = ['Subjects', 'Topics', 'Exam Sets', 'Past Papers'];
const consoles = {
	editor: { lands: 'Courses Management', sees: ['Courses', ...lists, 'Intake', 'Trash'] },
	finance: {
		lands: 'MPesa Dashboard',
		sees: [
			...['Dashboard', 'Courses', 'MPesa Transactions'],
			...[...lists, 'Reconciliation', 'Accounts'],
		],
	},
	viewer: { lands: 'Courses Management', sees: ['Courses', ...lists] },
} as const;

for (const role of ['editor', 'finance', 'viewer'] as const)
	test(`shows the role ${role} only what it may use`, {
		tag: '@once',
	}, async ({ browser, request, site: baseURL }) => {
		const content = await makeContent(request, `Diploma for ${role}`);
		const at = addresses(content);
		const page = await enter(browser, baseURL, await makePerson(request, role));
		const mayEdit = role === 'editor';
		const { lands, sees } = consoles[role];

		await page.goto(`${baseURL}/admin`);
		await expect(page.getByRole('heading', { level: 1, name: lands })).toBeVisible();
		await expect(await sidebar(page)).toHaveText(sees);
		await expectAccessible(page);

		const screens = [
			[at.courses, /Create New Course|Edit Course/],
			[at.course, /^Actions for /],
			[at.subjects, /Add Subject|^Edit |^Actions for /],
			[at.subject, /^Edit$|^Actions for /],
			[`${at.topics}?view=table`, /Add|Edit|^Actions for /],
			[`${at.topics}?view=cards`, /Add Topic|^Edit |^Actions for /],
			[at.topic, /Save|Delete/],
			[at.examSets, /Add|^Edit |^Actions for /],
			[at.examSet, /Save|Delete/],
			[`${at.papers}?view=table`, /Add|Actions for/],
			[`${at.papers}?view=cards`, /Add|^Edit |^Actions for /],
			[at.paper, /Save|Delete/],
		] as const;
		// Finance has the read permissions of a viewer.
		for (const [address, names] of role === 'finance' ? screens.slice(0, 3) : screens)
			await test.step(address, async () => {
				await visit(page, address);
				const main = page.getByRole('main');
				const buttons = main.getByRole('button', { name: names });
				const links = main.getByRole('link', { name: names });
				const countControls = async () => (await buttons.count()) + (await links.count());
				if (mayEdit) await expect.poll(countControls).toBeGreaterThan(0);
				else {
					expect(await countControls()).toBe(0);
					await expect(main.getByRole('switch')).toHaveCount(0);
				}
			});

		const closed = [
			...(role === 'finance' ? [] : ['/admin/transactions']),
			...(mayEdit
				? []
				: [at.newCourse, at.editCourse, at.newTopic, at.newExamSet, at.newPaper, '/admin/trash']),
			'/admin/people',
			'/admin/keys',
			'/admin/audit',
			'/admin/status',
		];
		for (const address of closed)
			await test.step(address, async () => {
				await visit(page, address);
				await expect(page.getByText(/^Your role, .*, cannot use this screen$/)).toBeVisible();
			});
		await expectAccessible(page);
		await page.context().close();
	});

test('shows a permission error where the action failed', { tag: '@once' }, async ({
	browser,
	request,
	site: baseURL,
}) => {
	const content = await makeContent(request, 'Diploma in Changing Roles');
	const person = await makePerson(request, 'editor');
	const page = await enter(browser, baseURL, person);
	await page.goto(baseURL + addresses(content).examSet);
	await page.getByLabel('Name').fill('Renamed');
	await request.put(`/api/people/${person.id}`, { data: { role: 'viewer' } });
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	await expect(page.getByRole('alert')).toContainText('Not saved: your role is now Viewer.');
	await expect(page.getByLabel('Name')).toHaveValue('Renamed');
	// The console has reloaded the permissions.
	await expect(page.getByRole('button', { name: 'Save Exam Set' })).toHaveCount(0);

	await test.step('a form that only editors may open keeps its text', async () => {
		await request.put(`/api/people/${person.id}`, { data: { role: 'editor' } });
		await page.goto(baseURL + addresses(content).newCourse);
		await page.getByLabel('Course Name').fill('Typed as an editor');
		await request.put(`/api/people/${person.id}`, { data: { role: 'viewer' } });
		await page.evaluate(() => window.dispatchEvent(new Event('focus')));
		await expect(page.getByRole('alert')).toContainText('Not saved: your role is now Viewer.');
		await expect(page.getByLabel('Course Name')).toHaveValue('Typed as an editor');
		await page.getByRole('link', { name: 'Courses', exact: true }).first().click();
		await page.getByRole('button', { name: 'Discard' }).click();
		await expect(page.getByRole('heading', { name: 'Courses Management' })).toBeVisible();
	});
	await page.context().close();
});

test('shows an author what only editors may change, with the reason', {
	tag: '@once',
}, async ({ browser, request, site: baseURL }) => {
	const at = addresses(await makeContent(request, 'Diploma for Authors'));
	const page = await enter(browser, baseURL, await makePerson(request, 'author'));

	await visit(page, at.topic);
	await expect(page.getByText(reason)).toBeVisible();
	for (const name of ['Save Topic', 'Delete Topic'])
		await expectLocked(page.getByRole('button', { name }));
	await expectAccessible(page);

	await visit(page, `${at.topics}?view=table`);
	await page.getByRole('button', { name: 'Actions for Ohm’s law' }).click();
	await expectLocked(page.getByRole('menuitem', { name: 'Delete…' }));
	await expect(page.getByRole('menuitem', { name: 'Duplicate…' })).toBeEnabled();
	await expectAccessible(page);
	await page.keyboard.press('Escape');
	await page.getByRole('checkbox', { name: 'Select Transformers' }).check({ force: true });
	const publish = page.getByRole('button', { name: 'Publish 1', exact: true });
	await expectLocked(publish, askToPublish);
	await page.getByRole('button', { name: 'More for 1 topic' }).click();
	await expect(page.getByRole('menu').getByText(askToPublish)).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('checkbox', { name: 'Select Ohm’s law' }).check({ force: true });
	await expect(page.getByRole('button', { name: 'Delete 2', exact: true })).toBeEnabled();
	await page.getByRole('checkbox', { name: 'Select Transformers' }).uncheck({ force: true });
	await expectLocked(page.getByRole('button', { name: 'Delete 1', exact: true }));

	await visit(page, `${at.papers}?view=table`);
	await expectLocked(page.getByRole('button', { name: 'Add file to Paper 2 Practical' }));

	await visit(page, at.examSet);
	await expect(page.getByText(askToPublish)).toBeVisible();
	await expectLocked(page.getByRole('button', { name: 'Delete Exam Set' }), askToDelete);
	await expectAccessible(page);
	await page.getByLabel('Name').fill('Changed by an author');
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	const link = page.getByRole('link', { name: 'Changed by an author', exact: true });
	await expect(link).toBeVisible();
	await expectLocked(
		page.getByRole('switch', { name: 'Published: Changed by an author' }),
		askToPublish,
	);
	await expectAccessible(page);
	await page.context().close();
});

test('disables the switches that publish in the dialogs of an author', async ({
	browser,
	request,
	site: baseURL,
}) => {
	const content = await makeContent(request, 'Diploma of Authors');
	const at = addresses(content);
	const page = await enter(browser, baseURL, await makePerson(request, 'author'));
	await visit(page, at.subjects);
	await page.getByRole('button', { name: 'Add Subject' }).first().click();
	const published = page.getByRole('dialog').getByRole('switch', { name: /Published/ });
	await expectLocked(published, askToPublish);
	await expectAccessible(page);
	await page.keyboard.press('Escape');

	await visit(page, `/admin/courses/${content.courseId}/coverage`);
	await page.getByRole('button', { name: 'Missing: Engineering Drawing, 2026' }).click();
	await expectLocked(published, askToPublish);
	await expectAccessible(page);
	await page.context().close();
});

test('signs out a disabled person within a second, and explains why they cannot sign in', {
	tag: '@once',
}, async ({ browser, page, request, site: baseURL }) => {
	const person = await makePerson(request, 'viewer');
	const theirs = await enter(browser, baseURL, person);
	await page.goto('/admin/people');
	await page.getByRole('button', { name: `Actions for ${person.name}` }).click();
	await page.getByRole('menuitem', { name: 'Disable' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	const status = async () => (await theirs.request.get(`${baseURL}/api/account`)).status();
	await expect.poll(status, { intervals: [50] }).toBe(401);

	await (await sidebar(theirs)).filter({ hasText: 'Subjects' }).click();
	const again = theirs.getByRole('dialog', { name: 'Sign in again' });
	await again.getByRole('textbox', { name: 'Password' }).fill(person.password);
	await again.getByRole('button', { name: 'Sign in', exact: true }).click();
	await expect(again.getByRole('alert')).toContainText(
		'Your account is disabled. Ask an administrator.',
	);
	await theirs.context().close();
});
