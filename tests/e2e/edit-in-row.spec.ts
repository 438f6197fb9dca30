import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses } from './content.ts';
import { topicsOf, withLessons } from './selection.ts';
import { expect, test } from './server.ts';

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) > 768;

test('names and orders are edited in the row, from one to the next', async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/412 \(Precondition Failed\)/);
	const content = await withLessons(request, 'Diploma in Editing', 2);
	const at = addresses(content);
	await page.goto(`${at.topics}?view=table`);
	const link = (name: string) => page.getByRole('link', { name, exact: true });
	const cell = (name: string) => page.getByRole('textbox', { name });

	await link('Ohm’s law').focus();
	await page.keyboard.press('F2');
	await expect(cell('Topic Name of Ohm’s law')).toBeFocused();
	await page.keyboard.type('The law of Ohm');
	await expectAccessible(page);
	await page.keyboard.press('Tab');
	await expect(cell('Topic Name of Transformers')).toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await expect(cell('Topic Name of The law of Ohm')).toBeFocused();
	await page.keyboard.type('not to be kept');
	await page.keyboard.press('Escape');
	await expect(link('The law of Ohm')).toBeFocused();
	expect((await topicsOf(request, content))[0]?.name).toBe('The law of Ohm');

	// Who is quicker than the save loses nothing of what was typed, and is where the keys led.
	let saved = Promise.withResolvers<void>();
	const slowly = async (route: Route) => {
		if (route.request().method() === 'PUT') await saved.promise;
		await route.continue();
	};
	await page.route('**/topics/*', slowly);
	await page.keyboard.press('F2');
	await page.keyboard.type('Resistance');
	await page.keyboard.press('Tab');
	await expect(cell('Topic Name of Transformers')).toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.type('Law of Ohm');
	await page.keyboard.press('Tab');
	await expect(cell('Topic Name of Transformers')).toBeFocused();
	saved.resolve();
	await expect(link('Law of Ohm')).toBeVisible();
	await expect(cell('Topic Name of Transformers')).toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await expect(cell('Topic Name of Law of Ohm')).toBeFocused();
	saved = Promise.withResolvers();
	await page.keyboard.type('The law');
	await page.keyboard.press('Enter');
	await page.keyboard.type(' of Ohm');
	saved.resolve();
	await expect(cell('Topic Name of The law')).toHaveValue('The law of Ohm');
	await page.keyboard.press('Enter');
	await expect(link('The law of Ohm')).toBeFocused();
	expect((await topicsOf(request, content))[0]?.name).toBe('The law of Ohm');
	await page.unroute('**/topics/*', slowly);

	// What is refused is said at the cell, and can be put right.
	await page.keyboard.press('F2');
	await cell('Topic Name of The law of Ohm').fill(' ');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Topic name is required')).toBeVisible();
	await expect(cell('Topic Name of The law of Ohm')).toBeFocused();
	await page.keyboard.type('Ohm’s law');
	await page.keyboard.press('Enter');
	await expect(link('Ohm’s law')).toBeFocused();

	if (isWide(page)) {
		await page.keyboard.press('F2');
		await expect(cell('Topic Name of Ohm’s law')).toBeFocused();
		await page.keyboard.press('F2');
		await expect(cell('Display Order of Ohm’s law')).toBeFocused();
		await page.keyboard.type('9');
		await page.keyboard.press('Enter');
		await expect(page.locator('[data-row]').last()).toContainText('Ohm’s law');
	}

	// Somebody has renamed it meanwhile: both are shown.
	const one = (await topicsOf(request, content)).find(({ name }) => name === 'Transformers');
	await page.getByRole('button', { name: 'Actions for Transformers' }).click();
	await page.getByRole('menuitem', { name: 'Rename' }).click();
	await expect(cell('Topic Name of Transformers')).toBeFocused();
	await request.put(`${at.topics.replace('/admin', '/api')}/${one?.id}`, {
		data: { name: 'Three-phase transformers' },
	});
	await cell('Topic Name of Transformers').fill('Small transformers');
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Two versions' });
	await expect(dialog).toContainText('Three-phase transformers');
	await dialog.getByRole('button', { name: 'Save this version' }).click();
	await expect(link('Small transformers')).toBeFocused();
});
