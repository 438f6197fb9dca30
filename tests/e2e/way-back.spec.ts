import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { clickBulkAction, selectBox, selectionBar } from './screens.ts';
import { expect, test } from './server.ts';

test('changes more than 1,000 rows in batches, and cancels the rest', { tag: '@once' }, async ({
	page,
	request,
}) => {
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
	await selectBox(page, 'Portioned 0').first().click();
	await selectionBar(page)
		.getByRole('button', { name: /^Select all 25/ })
		.click();
	await selectionBar(page).getByRole('button', { name: 'Select all 1,050 that match' }).click();
	const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
	await page.route('**/api/bulk', async (route) => {
		await cancelled;
		await route.continue();
	});
	await clickBulkAction(page, 'Premium 1,050');
	await selectionBar(page).getByRole('button', { name: 'Cancel' }).click();
	cancel();
	await expect(page.getByText('1,000 topics made premium')).toBeVisible({ timeout: 30_000 });
	await expect(page.getByText('Stopped: 50 topics left unchanged.')).toBeVisible();
	await page.unrouteAll();
	await page.reload();
	await expect(page.getByText('of 1,050')).toBeVisible();
});

test('deletes many items with their content after a warning, and restores them', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Sums');
	await page.goto(addresses(content).subjects);
	await selectBox(page, 'Electrical Principles').click();
	await selectBox(page, 'Engineering Drawing').click();
	await clickBulkAction(page, 'Delete 2');
	const dialog = page.getByRole('dialog', { name: 'Delete subjects' });
	await expect(dialog).toContainText('This also deletes 2 topics.');
	await expect(dialog).toContainText(
		/They go to the trash and can be restored until \d+ \w{3} \d{4}/,
	);
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Delete 2 subjects' }).click();
	await expect(page.getByText('2 subjects deleted')).toBeVisible();
	// Undo restores all items in one action.
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByRole('link', { name: 'Engineering Drawing', exact: true })).toBeVisible();
});
