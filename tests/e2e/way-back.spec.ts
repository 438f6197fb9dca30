import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { ADMIN } from './people.ts';
import { act, bar, box, withLessons } from './selection.ts';
import { expect, test } from './server.ts';

test('deleting for good asks for the password where that is long ago, and goes on', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/403 \(/);
	const content = await makeContent(request, 'Diploma in Stale Sessions');
	await request.delete(addresses(content).topic.replace('/admin', '/api'));
	// As the server answers ten minutes after the password was last given.
	let asked = 0;
	await page.route('**/api/trash/*', (route) => {
		if (route.request().method() !== 'DELETE' || asked++ > 0) return route.continue();
		const error = 'Please enter your password again.';
		return route.fulfill({ status: 403, json: { success: false, code: 'reauth_required', error } });
	});
	await page.goto('/admin/trash');
	const deletion = page
		.getByRole('list', { name: 'Deletions' })
		.getByRole('listitem')
		.filter({ hasText: 'Diploma in Stale Sessions' });
	await deletion.getByRole('button', { name: 'Actions for Ohm’s law' }).click();
	await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
	await page
		.getByRole('dialog', { name: 'Delete permanently' })
		.getByRole('button', { name: 'Delete permanently' })
		.click();
	const again = page.getByRole('dialog', { name: 'Enter your password' });
	await expect(again.getByRole('textbox', { name: 'Password' })).toBeFocused();
	await expectAccessible(page);
	await expect(deletion).toHaveCount(1);
	await again.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
	await again.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(deletion).toHaveCount(0);
});

test('what was done to many is undone from the audit trail', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await withLessons(request, 'Diploma in Trails', 3);
	await page.goto(`${addresses(content).topics}?view=table`);
	await box(page, 'Lesson 1').click();
	await box(page, 'Lesson 3').click();
	await act(page, 'Delete 2');
	await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 topics' }).click();
	await expect(page.getByText('2 topics deleted')).toBeVisible();
	await page.goto('/admin/audit');
	const entries = page.getByRole('main').getByRole('listitem');
	await entries
		.filter({ hasText: 'Deleted 2 topics' })
		.first()
		.getByRole('button', { name: 'Show each item' })
		.click();
	await expect(entries).toHaveCount(2);
	await expect(entries.first()).toContainText('Lesson 3');
	await page.getByRole('button', { name: 'Show all items' }).click();
	await page.getByRole('button', { name: 'Undo: Deleted 2 topics' }).first().click();
	await expect(page.getByText('Restored 2 topics')).toBeVisible();
	await expect(page.getByText('Undid changes to 2 topics').first()).toBeVisible();
	await page.goto(`${addresses(content).topics}?view=table`);
	await expect(page.getByRole('link', { name: 'Lesson 3', exact: true })).toBeVisible();
});

test('more than 1,000 rows run in portions, and the rest is cancelled', { tag: '@once' }, async ({
	page,
	request,
}) => {
	test.setTimeout(120_000);
	const content = await makeContent(request, 'Diploma in Portions');
	const path = addresses(content).topics.replace('/admin', '');
	await Promise.all(
		Array.from({ length: 50 }, (_, index) =>
			create(request, path, { name: `Portioned ${index}`, freeTopic: true }),
		),
	);
	const subject = path.replace(/\/topics$/, '');
	for (let copies = 0; copies < 20; copies++)
		await create(request, `${subject}/copy`, { with: 'structure' });
	await page.goto('/admin/topics?search=portioned');
	await box(page, 'Portioned 0').first().click();
	await bar(page)
		.getByRole('button', { name: /^Select all 25/ })
		.click();
	await bar(page).getByRole('button', { name: 'Select all 1,050 that match' }).click();
	const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
	await page.route('**/api/bulk', async (route) => {
		await cancelled;
		await route.continue();
	});
	await act(page, 'Premium 1,050');
	await bar(page).getByRole('button', { name: 'Cancel' }).click();
	cancel();
	await expect(page.getByText('1,000 topics made premium')).toBeVisible({ timeout: 30_000 });
	await expect(page.getByText('Stopped: 50 topics left unchanged.')).toBeVisible();
	await page.unrouteAll();
	await page.reload();
	await expect(page.getByText('of 1,050')).toBeVisible();
});

test('many are deleted with what lies under them, said before, and come back', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Sums');
	await page.goto(addresses(content).subjects);
	await box(page, 'Electrical Principles').click();
	await box(page, 'Engineering Drawing').click();
	await act(page, 'Delete 2');
	const dialog = page.getByRole('dialog', { name: 'Delete subjects' });
	await expect(dialog).toContainText('This also deletes 2 topics.');
	await expect(dialog).toContainText(/They go to the trash and can be restored until \w{3} \d\d/);
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Delete 2 subjects' }).click();
	await expect(page.getByText('2 subjects deleted')).toBeVisible();
	// The wrong delete is undone in one action.
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByRole('link', { name: 'Engineering Drawing', exact: true })).toBeVisible();
});
