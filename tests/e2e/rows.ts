import { expect, type Page } from '@playwright/test';

/** Returns whether rows show switches and buttons, which phones keep in the ⋯ menu. */
export const hasRoom = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768;

/** Opens the ⋯ menu of a row. */
export const openMenu = (page: Page, row: string) =>
	page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();

/** Clicks the action of a row, by its button or by the ⋯ menu: 'Topics' of 'Pipework'. */
export const act = async (page: Page, row: string, words: string) => {
	const of = new RegExp(`^${words}( of)? ${row}$`);
	const button = page.getByRole('link', { name: of }).or(page.getByRole('button', { name: of }));
	const more = page.getByRole('button', { name: `Actions for ${row}`, exact: true });
	await expect(button.or(more).first()).toBeVisible();
	if (hasRoom(page) || (await button.isVisible())) return button.click();
	await more.click();
	await page.getByRole('menuitem', { name: words, exact: true }).click();
};
