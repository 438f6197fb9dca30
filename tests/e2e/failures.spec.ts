import { addresses, makeContent } from './content.ts';
import { breakWrites, loseAnswers, REQUEST_ID } from './network.ts';
import { clickRowAction, visit } from './screens.ts';
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

test('keeps a dialog open with its error, and creates one item on retry', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/500 \(Internal Server Error\)|ERR_FAILED/);
	const all = addresses(await makeContent(request, 'Diploma in Failing Dialogs'));
	for (const { screen, open, field, submit, words } of dialogs)
		await test.step(open, async () => {
			await visit(page, `${all[screen]}?view=table`);
			await page.getByRole('button', { name: open }).click();
			const dialog = page.getByRole('dialog');
			const name = dialog.getByLabel(field, { exact: false }).first();
			await name.fill('Made once');

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

test('the past paper page requires an order of at least 1, also for a paper with order 0', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Orders');
	const { paper } = addresses(content);
	await request.put(paper.replace('/admin', '/api'), { data: { order_num: 0 } });
	await page.goto(paper);
	const order = page.getByLabel('Order');
	await expect(order).toHaveValue('0');
	await page.getByLabel('Name').fill('Paper 1');
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page.getByText('Order must be at least 1')).toBeVisible();
	await order.fill('');
	await page.getByRole('button', { name: 'Save Past Paper' }).click();
	await expect(page.getByText('Order number is required')).toBeVisible();
	await order.fill('1');
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
	await expect(page.getByText('Could not make free “Transformers”')).toBeVisible();
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
