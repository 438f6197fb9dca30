import { expectAccessible } from './accessible.ts';
import { addresses, create, fetchTopics, makeContent, withLessons } from './content.ts';
import { clickBulkAction, selectBox, selectionBar } from './screens.ts';
import { expect, test } from './server.ts';

test('makes all topics of a subject premium in three actions, and undoes it in one', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await withLessons(request, 'Diploma in Selecting', 6);
	for (const view of ['table', 'cards'])
		await test.step(view, async () => {
			await page.goto(`${addresses(content).topics}?view=${view}`);
			await selectBox(page, 'Ohm’s law').click();
			await selectionBar(page).getByRole('button', { name: 'Select all 8' }).click();
			await expect(selectionBar(page)).toContainText('8 selected');
			await expectAccessible(page, { covered: true });
			await clickBulkAction(page, 'Premium 8');
			await expect(page.getByText('8 topics made premium')).toBeVisible();
			await expect(selectionBar(page)).toHaveCount(0);
			const premium = await fetchTopics(request, content);
			expect(premium.filter(({ freeTopic }) => freeTopic)).toEqual([]);

			await page.getByRole('button', { name: 'Undo', exact: true }).click();
			await expect(page.getByText('Undone: 8 topics made premium')).toBeVisible();
			const before = await fetchTopics(request, content);
			expect(before.filter(({ freeTopic }) => freeTopic).map(({ name }) => name)).toEqual([
				'Ohm’s law',
			]);
		});
});

test('selects rows and clears the selection by keyboard', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await withLessons(request, 'Diploma in Selecting by Keys', 4);
	await page.goto(`${addresses(content).topics}?view=table`);
	await selectBox(page, 'Ohm’s law').focus();
	await page.keyboard.press('Space');
	await selectBox(page, 'Lesson 1').focus();
	await page.keyboard.press('Shift+Space');
	await expect(selectionBar(page)).toContainText('3 selected');
	await expect(page.getByRole('status').filter({ hasText: '3 topics selected' })).toBeAttached();

	await page.keyboard.press('Enter');
	await expect(
		selectionBar(page).getByRole('button', { name: 'Publish 3', exact: true }),
	).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByText('3 topics published')).toBeVisible();
	await expect(selectionBar(page)).toHaveCount(0);
	await expect(selectBox(page, 'Lesson 1')).toBeFocused();
	const published = (await fetchTopics(request, content)).filter(({ isPublished }) => isPublished);
	expect(published.map(({ name }) => name)).toEqual(['Ohm’s law', 'Transformers', 'Lesson 1']);

	// Esc closes a menu before it clears the selection.
	await page.keyboard.press('Space');
	await expect(selectionBar(page)).toContainText('1 selected');
	await clickBulkAction(page, 'Delete 1');
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('Lesson 1');
	await expectAccessible(page);
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expect(selectionBar(page)).toContainText('1 selected');
	await selectBox(page, 'Lesson 1').focus();
	await page.keyboard.press('Escape');
	await expect(selectionBar(page)).toHaveCount(0);
	await expect(selectBox(page, 'Lesson 1')).not.toBeChecked();
	await expect(selectBox(page, 'Lesson 1')).toBeFocused();
});

test('keeps failed rows selected with the reason, and retries them', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await withLessons(request, 'Diploma in Failing', 3);
	const at = addresses(content);
	await page.goto(`${at.topics}?view=table`);
	for (const name of ['Lesson 1', 'Lesson 2', 'Lesson 3']) await selectBox(page, name).click();
	const all = await fetchTopics(request, content);
	const deleted = all.find(({ name }) => name === 'Lesson 2');
	await request.delete(`${at.topics.replace('/admin', '/api')}/${deleted?.id}`);
	// The list is not reloaded before the response, so the screen is out of date for a moment.
	await clickBulkAction(page, 'Publish 3');
	await expect(selectionBar(page)).toContainText('1 could not be published');
	await expect(page.getByText('1 could not be: Lesson 2.')).toBeVisible();
	const published = (await fetchTopics(request, content)).filter(({ isPublished }) => isPublished);
	expect(published.map(({ name }) => name)).toEqual(['Ohm’s law', 'Lesson 1', 'Lesson 3']);
	await selectionBar(page).getByRole('button', { name: 'Try 1 again' }).click();
	await expect(page.getByText('Nothing was published')).toBeVisible();
});

test('keeps a selection across pages, order and search, and changes all matches in the background', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/409 \(Conflict\)/);
	const content = await makeContent(request, 'Diploma in Plenty');
	const path = addresses(content).topics.replace('/admin', '');
	const TOPICS = 210;
	for (let first = 0; first < TOPICS; first += 15)
		await Promise.all(
			Array.from({ length: 15 }, (_, index) =>
				create(request, path, { name: `Many ${first + index}`, isPublished: false }),
			),
		);
	await page.goto('/admin/topics?search=many');
	await selectBox(page, 'Many 3').click();
	await page.getByRole('button', { name: 'Next' }).click();
	await expect(page).toHaveURL(/page=2/);
	await selectBox(page, 'Many 30').click();
	await expect(selectionBar(page)).toContainText('2 selected');
	const search = page.getByRole('searchbox', { name: 'Search topics' });
	await search.fill('many 20');
	await expect(page.getByRole('link', { name: 'Many 200', exact: true })).toBeVisible();
	await expect(selectionBar(page)).toContainText('2 selected');
	await search.fill('many');
	await expect(page.getByRole('link', { name: 'Many 0', exact: true })).toBeVisible();
	await expect(selectBox(page, 'Many 3')).toBeChecked();

	await selectionBar(page)
		.getByRole('button', { name: /^Select all 25/ })
		.click();
	await selectionBar(page)
		.getByRole('button', { name: `Select all ${TOPICS} that match` })
		.click();
	await expect(selectionBar(page)).toContainText(`${TOPICS} selected`);
	await clickBulkAction(page, `Delete ${TOPICS}`);
	const dialog = page.getByRole('dialog', { name: 'Delete Topics' });
	await expect(dialog).toContainText(`Many 0, Many 1, Many 2 and ${TOPICS - 3} more`);
	await dialog.getByRole('button', { name: 'Cancel' }).click();

	// Ends with the query that it was made for.
	await search.fill('many 20');
	await expect(page.getByRole('link', { name: 'Many 0', exact: true })).toBeHidden();
	await expect(selectionBar(page)).toBeHidden();
	await search.fill('many');
	await expect(page.getByRole('link', { name: 'Many 0', exact: true })).toBeVisible();
	await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
	await selectionBar(page)
		.getByRole('button', { name: `Select all ${TOPICS} that match` })
		.click();

	// Someone else adds a match: nothing changes, and the number is updated.
	await create(request, path, { name: 'Many more', isPublished: false });
	await clickBulkAction(page, `Publish ${TOPICS}`);
	await expect(selectionBar(page)).toContainText(`${TOPICS + 1} selected`);
	await expect(selectionBar(page).getByRole('alert')).toBeVisible();
	const drafts = async () =>
		(await fetchTopics(request, content)).filter(({ isPublished }) => !isPublished).length;
	await expect.poll(drafts).toBe(TOPICS + 2);

	await clickBulkAction(page, `Publish ${TOPICS + 1}`);
	// The job continues when the page is left.
	await page.getByRole('link', { name: 'Many 0', exact: true }).click();
	await expect(page.getByText(`${TOPICS + 1} topics published`)).toBeVisible();
	await expect.poll(drafts).toBe(1);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByText(`Undone: ${TOPICS + 1} topics published`)).toBeVisible();
	await expect.poll(drafts).toBe(TOPICS + 2);
});

test('moves several topics to another subject found by name', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await withLessons(request, 'Diploma in Moving', 3);
	await page.goto(`${addresses(content).topics}?view=table`);
	await selectBox(page, 'Lesson 1').click();
	await selectBox(page, 'Lesson 3').click();
	await clickBulkAction(page, 'Move 2…');
	const dialog = page.getByRole('dialog', { name: 'Move 2 topics' });
	await dialog.getByRole('combobox', { name: 'Course' }).fill('in Moving');
	await page.getByRole('option', { name: /Diploma in Moving/ }).click();
	await dialog.getByRole('combobox', { name: 'Subject' }).fill('drawing');
	await page.getByRole('option', { name: 'Engineering Drawing' }).click();
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Move 2 topics' }).click();
	await expect(page.getByText('2 topics moved')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Lesson 1', exact: true })).toHaveCount(0);
	expect((await fetchTopics(request, content)).map(({ name }) => name)).not.toContain('Lesson 3');
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByText('Undone: 2 topics moved')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Lesson 3', exact: true })).toBeVisible();
});
