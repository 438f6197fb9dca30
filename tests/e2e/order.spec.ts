import { expectAccessible } from './accessible.ts';
import { create, makeTopics, topicNames } from './content.ts';
import { readRowNames, rowLink } from './screens.ts';
import { expect, test } from './server.ts';

const VIEWS = ['table', 'cards'] as const;

for (const view of VIEWS)
	test(`moves rows of ${view} by keyboard, keeps focus, and undoes the move`, {
		tag: '@once',
	}, async ({ page, request }) => {
		const { screen, names } = await makeTopics(request, `Keys in ${view}`, 5);
		await page.goto(`${screen}?view=${view}`);
		await rowLink(page, 'T2').focus();
		await page.keyboard.press('Alt+ArrowDown');
		await expect(page.locator('[data-moved]')).toHaveText('Moved to place 3 of 5');
		await expect.poll(() => readRowNames(page)).toEqual(['T1', 'T3', 'T2', 'T4', 'T5']);
		await expect(rowLink(page, 'T2')).toBeFocused();
		await page.keyboard.press('Alt+ArrowDown');
		await page.keyboard.press('Alt+ArrowDown');
		await expect(page.locator('[data-moved]')).toHaveText('Moved to place 5 of 5');
		await page.keyboard.press('Alt+ArrowDown');
		await expect(page.locator('[data-moved]')).toHaveText('Already there');
		await expect(page.getByText('Already there')).toHaveCount(2);
		await expect(rowLink(page, 'T2')).toBeFocused();
		await expect.poll(names).toEqual(['T1', 'T3', 'T4', 'T5', 'T2']);

		// All key presses are one move for Undo.
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect.poll(names).toEqual(topicNames(5));
		await expect.poll(() => readRowNames(page)).toEqual(topicNames(5));

		const handle = page.getByRole('button', { name: 'Move T4', exact: true });
		await handle.focus();
		await page.keyboard.press('Alt+ArrowUp');
		await expect.poll(() => readRowNames(page)).toEqual(['T1', 'T2', 'T4', 'T3', 'T5']);
		await expect(handle).toBeFocused();
	});

test('moves a topic from position 14 to 3 in four actions', {
	tag: '@once',
}, async ({ page, request }) => {
	const { screen, names } = await makeTopics(request, 'Four actions', 24);
	await page.goto(screen);
	await page.getByRole('button', { name: 'Actions for T14' }).click();
	await page.getByRole('menuitem', { name: 'Move to place…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Move T14' });
	await expect(dialog.getByLabel('Place', { exact: true })).toBeFocused();
	await expectAccessible(page, { covered: true });
	await page.keyboard.type('3');
	await page.keyboard.press('Enter');
	await expect(page.locator('[data-moved]')).toHaveText('Moved to place 3 of 24');
	await expect.poll(async () => (await names()).indexOf('T14')).toBe(2);
	await expect(rowLink(page, 'T14')).toBeInViewport();
});

test('moves a topic next to another one found by name, and refuses an invalid position', {
	tag: '@once',
}, async ({ page, request }) => {
	const { screen, names } = await makeTopics(request, 'Neighbours', 6);
	await page.goto(screen);
	await page.getByRole('button', { name: 'Move T5', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'Move T5' });
	await dialog.getByLabel('Place', { exact: true }).fill('9');
	await dialog.getByRole('button', { name: 'Move', exact: true }).click();
	await expect(dialog.getByText('Place must be from 1 to 6')).toBeVisible();
	await dialog.getByText('After', { exact: true }).click();
	await dialog.getByRole('combobox').fill('t1');
	await page.getByRole('option', { name: 'T1' }).click();
	await dialog.getByRole('button', { name: 'Move', exact: true }).click();
	await expect.poll(names).toEqual(['T1', 'T5', 'T2', 'T3', 'T4', 'T6']);
	await page.getByRole('button', { name: 'Actions for T5' }).click();
	await page.getByRole('menuitem', { name: 'Move down' }).click();
	await expect.poll(names).toEqual(['T1', 'T2', 'T5', 'T3', 'T4', 'T6']);
	await expect(page.getByRole('button', { name: 'Actions for T5' })).toBeFocused();
});

test('explains why rows of a sorted list cannot be moved, and links to the display order', {
	tag: '@once',
}, async ({ page, request }) => {
	const { screen, names } = await makeTopics(request, 'Sorted', 3);
	await page.goto(`${screen}?view=table&sort=-name`);
	await rowLink(page, 'T2').focus();
	await page.keyboard.press('Alt+ArrowDown');
	await expect(page.getByText('Sorted by name', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Show in display order', exact: true }).click();
	await expect(page).not.toHaveURL(/sort/);
	await rowLink(page, 'T2').focus();
	await page.keyboard.press('Alt+ArrowDown');
	await expect.poll(names).toEqual(['T1', 'T3', 'T2']);
});

test('applies a move to a list that someone else reordered, and shows the order after a refused one', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/422/);
	const { screen, list, names } = await makeTopics(request, 'Two at once', 4);
	await page.goto(screen);
	await expect(rowLink(page, 'T4')).toBeVisible();
	const { data } = await (await request.get(`/api${list}`)).json();
	await request.post(`/api${list}/order`, { data: { ids: [data[3].id], before: data[1].id } });
	await rowLink(page, 'T2').focus();
	await page.keyboard.press('Alt+ArrowUp');
	await expect.poll(names).toEqual(['T2', 'T1', 'T4', 'T3']);
	await expect.poll(() => readRowNames(page)).toEqual(['T2', 'T1', 'T4', 'T3']);

	await request.delete(`/api${list}/${data[2].id}`);
	await rowLink(page, 'T3').focus();
	await page.keyboard.press('Alt+ArrowUp');
	await expect(page.getByText('Ids must be of rows in this list')).toBeVisible();
	await expect.poll(() => readRowNames(page)).toEqual(['T2', 'T1', 'T4']);
});

test('moves selected rows together, and courses within their category', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { screen, names } = await makeTopics(request, 'Together', 6);
	await page.goto(screen);
	for (const name of ['T3', 'T5'])
		await page.getByRole('checkbox', { name: `Select ${name}` }).check();
	await rowLink(page, 'T3').focus();
	await page.keyboard.press('Alt+ArrowUp');
	await expect(page.locator('[data-moved]')).toHaveText('2 moved to places 2 to 3 of 6');
	await expect.poll(names).toEqual(['T1', 'T3', 'T5', 'T2', 'T4', 'T6']);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(names).toEqual(topicNames(6));

	const course = (name: string, category_id: string, order_num: number) =>
		create(request, '/courses', { name, category_id, order_num });
	await course('Masonry A', 'cat_artisan', 900);
	await course('Welding between', 'cat_certificate', 901);
	await course('Masonry B', 'cat_artisan', 902);
	await page.goto('/admin/courses');
	await rowLink(page, 'Masonry B').focus();
	await page.keyboard.press('Alt+ArrowUp');
	await expect
		.poll(async () => {
			const { data } = await (await request.get('/api/courses')).json();
			return data.slice(-3).map(({ name }: { name: string }) => name);
		})
		.toEqual(['Masonry B', 'Masonry A', 'Welding between']);
});
