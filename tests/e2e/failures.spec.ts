import { addresses, makeContent } from './content.ts';
import { breakWrites, loseAnswers, REQUEST_ID } from './network.ts';
import { clickRowAction, openHistory, visit } from './screens.ts';
import { expect, test } from './server.ts';

interface DialogCase {
	screen: 'subjects' | 'examSets' | 'topics' | 'papers';
	open: string;
	field: string;
	submit: string;
	words: string;
}

/** All dialogs that create an item, and the error text of the catalogue. */
const dialogs: readonly DialogCase[] = [
	{
		screen: 'subjects',
		open: 'Add Subject',
		field: 'Subject Name',
		submit: 'Create Subject',
		words: 'Failed to create subject',
	},
	{
		screen: 'examSets',
		open: 'Add Exam Set',
		field: 'Name',
		submit: 'Create Exam Set',
		words: 'Failed to create exam set',
	},
	{
		screen: 'topics',
		open: 'Add New Topic',
		field: 'Topic Name',
		submit: 'Add Topic',
		words: 'Failed to add topic',
	},
	{
		screen: 'papers',
		open: 'Add Past Paper',
		field: 'Name',
		submit: 'Add Past Paper',
		words: 'Failed to add past paper',
	},
];

test('gets all letters typed after a click into the dialog, keeps it open with its error, and creates one item on retry', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/500 \(Internal Server Error\)|ERR_FAILED/);
	const all = addresses(await makeContent(request, 'Diploma in Failing Dialogs'));
	// The code of a dialog arrives after the click.
	await page.route(/assets\/[a-z-]+-dialogs?-.*\.js$/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500));
		await route.continue();
	});
	for (const { screen, open, field, submit, words } of dialogs)
		await test.step(open, async () => {
			await visit(page, `${all[screen]}?view=table`);
			await page.getByRole('button', { name: open }).click();
			await page.keyboard.type('Made once');
			const dialog = page.getByRole('dialog');
			const name = dialog.getByLabel(field, { exact: false }).first();
			await expect(name).toHaveValue('Made once');

			await breakWrites(page);
			await dialog.getByRole('button', { name: submit }).click();
			await expect(dialog.getByRole('alert')).toContainText(words);
			await expect(dialog.getByRole('alert')).toContainText(REQUEST_ID);
			await expect(name).toHaveValue('Made once');

			// The response is lost: the retry must not create another item.
			await page.unroute('**/api/**');
			await loseAnswers(page);
			await dialog.getByRole('button', { name: submit }).click();
			await expect(dialog.getByRole('alert')).toContainText('connection was lost');
			await page.unroute('**/api/**');
			await dialog.getByRole('button', { name: submit }).click();
			await expect(dialog).toBeHidden();
			await expect(page.getByText('Made once', { exact: true })).toHaveCount(1);
		});
});

test('shows the validation messages of the specification at the fields, and keeps typed text', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Messages');
	await page.goto(addresses(content).examSets);
	await page.getByRole('button', { name: 'Add Exam Set' }).click();
	const dialog = page.getByRole('dialog');
	const submit = dialog.getByRole('button', { name: 'Create Exam Set' });
	await submit.click();
	await expect(dialog.getByText('Name is required')).toBeVisible();
	await expect(dialog.getByLabel('Name')).toBeFocused();
	for (const [year, words] of [
		['1999', 'Year must be 2000 or later'],
		['2051', 'Year must be 2050 or earlier'],
		['', 'Year is required'],
	] as const) {
		await dialog.getByLabel('Year').fill(year);
		await submit.click();
		await expect(dialog.getByText(words)).toBeVisible();
	}
	await dialog.getByLabel('Order').fill('0');
	await submit.click();
	await expect(dialog.getByText('Order must be at least 1')).toBeVisible();
	await dialog.getByLabel('Order').fill('');
	await submit.click();
	await expect(dialog.getByText('Order is required')).toBeVisible();
});

test('the past paper page requires an order of at least 1, and shows a failure where the person is', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/500 \(/);
	const content = await makeContent(request, 'Diploma in Orders');
	const { paper } = addresses(content);
	await request.put(paper.replace('/admin', '/api'), { data: { order_num: 0 } });
	await page.goto(paper);
	const order = page.getByRole('textbox', { name: 'Order' });
	await expect(order).toHaveValue('0');
	await page.getByLabel('Name').fill('Paper 1');
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page.getByText('Order must be at least 1')).toBeVisible();
	await order.fill('');
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page.getByText('Order number is required')).toBeVisible();
	await order.fill('1');
	await page.setViewportSize({ width: 360, height: 740 });
	const publish = page.locator('main form').getByText('Published', { exact: true });
	await publish.evaluate((each) => each.scrollIntoView({ block: 'center' }));
	await breakWrites(page);
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
	await page.unroute('**/api/**');
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page).toHaveURL(/\/pastpapers$/);
});

test('link dialogs show the validation errors of the server', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/422 \(/);
	const content = await makeContent(request, 'Diploma in Links');
	const { topics, papers } = addresses(content);
	const dialog = page.getByRole('dialog', { name: /^Edit URL/ });
	for (const [address, open] of [
		[topics, () => clickRowAction(page, 'Ohm’s law', 'Edit URL')],
		[
			papers,
			async () => {
				await page.getByRole('button', { name: 'Actions for Paper 1 Theory' }).click();
				await page.getByRole('menuitem', { name: 'Edit URL' }).click();
			},
		],
	] as const) {
		await visit(page, `${address}?view=table`);
		await open();
		await dialog.getByLabel('URL').fill('nowhere');
		const sent = page.waitForRequest((made) => made.method() === 'PUT');
		await dialog.getByRole('button', { name: 'Save URL' }).click();
		await sent;
		await expect(dialog.getByText('Please enter a valid URL')).toBeVisible();
	}
});

test('closing the Add Subject dialog clears its form and error', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Closing');
	await page.goto(addresses(content).subjects);
	await page.getByRole('button', { name: 'Add Subject' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Subject Name').fill('   ');
	await dialog.getByRole('button', { name: 'Create Subject' }).click();
	await expect(dialog.getByText('Subject name is required')).toBeVisible();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('button', { name: 'Add Subject' })).toBeFocused();
	await page.getByRole('button', { name: 'Add Subject' }).click();
	await expect(dialog.getByLabel('Subject Name')).toHaveValue('');
	await expect(dialog.getByText('Subject name is required')).toHaveCount(0);
	await expect(dialog.getByLabel('Published')).toBeChecked();
	await expect(dialog.getByLabel('Free Subject')).not.toBeChecked();

	// Keeps the dialog open for the next subject.
	const [name, order] = [dialog.getByLabel('Subject Name'), dialog.getByLabel('Order')];
	await expect(order).toHaveValue('1');
	await name.fill('First of two');
	await order.fill('5');
	await dialog.getByRole('button', { name: 'Create and add another' }).click();
	await expect(order).toHaveValue('6');
	await expect(name).toHaveValue('');
	await expect(name).toBeFocused();
	await name.fill('Second of two');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	for (const made of ['First of two', 'Second of two'])
		await expect(page.getByRole('link', { name: made, exact: true })).toBeVisible();
});

test('reverts a switch that the server refuses, and shows the reason', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/500 \(Internal Server Error\)/);
	const content = await makeContent(request, 'Diploma in Switches');
	await page.goto(`${addresses(content).topics}?view=table`);
	const free = page.getByRole('switch', { name: 'Free Topic: Transformers' });
	await breakWrites(page);
	await free.click({ force: true });
	await expect(page.getByText('Could not make “Transformers” free')).toBeVisible();
	await expect(free).not.toBeChecked();
	await page.getByRole('button', { name: 'Dismiss' }).click();
	await page.unroute('**/api/**');
	await free.click({ force: true });
	await expect(free).toBeEnabled();
	await page.reload();
	await expect(free).toBeChecked();
});

test('shows an error for a list that cannot be loaded, and loads it on Retry', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/50\d \(/);
	const content = await makeContent(request, 'Diploma in Retries');
	const lists = [
		['subjects', '/subjects', 'Error loading subjects', 'Failed to fetch subjects'],
		['topics', '/topics', 'Failed to load topics', 'An error occurred while loading topics'],
	] as const;
	for (const [screen, path, heading, words] of lists) {
		const broken = `**/api/courses/**${path}`;
		await page.route(broken, (route) =>
			route.fulfill({
				status: 500,
				json: { success: false, error: 'x', code: 'internal', requestId: REQUEST_ID },
			}),
		);
		await page.goto(addresses(content)[screen]);
		const alert = page.getByRole('alert');
		await expect(alert).toContainText(heading);
		await expect(alert).toContainText(words);
		await expect(alert).toContainText(REQUEST_ID);
		await page.unroute(broken);
		await alert.getByRole('button', { name: 'Retry' }).click();
		await expect(alert).toHaveCount(0);
	}
	await page.route('**/api/courses', (route) =>
		route.fulfill({ status: 502, body: '<h1>Bad</h1>' }),
	);
	await page.goto('/admin/courses');
	await expect(page.getByRole('alert')).toContainText('HTTP error! status: 502');
});

/** Dialogs that show a secret once. */
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

test('creates a secret once although the response was lost, and shows it on retry', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/500 \(|ERR_FAILED/);
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

const LOST_SCRIPT = /Failed to load resource|ERR_|reading '/;

test('keeps the console when the script of a screen is missing, and opens it after a reload', {
	tag: '@once',
}, async ({ page, context, tolerate }) => {
	tolerate(LOST_SCRIPT);
	// Tests share a browser, whose cache may hold the script from an earlier one.
	await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
	await page.goto('/admin/courses/new');
	await expect(page.getByLabel('Course Name')).toBeFocused();
	await context.setOffline(true);
	// Offline, Chromium may hold the request until the connection is back.
	await page.route('**/assets/*.js', (route) => route.abort());
	await page.evaluate(() => history.pushState({}, '', '/admin/people'));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'This screen could not be loaded',
	);
	const reload = page.getByRole('button', { name: 'Reload the page' });
	await expect(reload).toBeDisabled();
	await page.unroute('**/assets/*.js');
	await context.setOffline(false);
	await reload.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
});

test('offers Retry when the script of a dialog is missing, and keeps typed text', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(LOST_SCRIPT);
	const content = await makeContent(request, 'Diploma in Lost Histories');
	let isLost = true;
	await page.route(/assets\/item-history-.*\.js$/, (route) =>
		isLost ? route.abort() : route.continue(),
	);
	await page.goto(addresses(content).topic);
	await page.getByLabel('Topic Name').fill('Typed');
	await openHistory(page);
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('alert')).toBeVisible();
	isLost = false;
	await dialog.getByRole('button', { name: 'Retry' }).click();
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(page.getByLabel('Topic Name')).toHaveValue('Typed');
});
