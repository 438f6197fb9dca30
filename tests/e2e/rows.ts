import { expect, type Page } from '@playwright/test';

/** Whether rows have room for switches and buttons: a phone keeps them behind the ⋯. */
export const hasRoom = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768;

/** Opens the ⋯ of a row. */
export const openMenu = (page: Page, row: string) =>
	page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();

/** Does with a row what its button does, which a phone may have in its ⋯: 'Topics' of 'Pipework'. */
export const act = async (page: Page, row: string, words: string) => {
	const of = new RegExp(`^${words}( of)? ${row}$`);
	const button = page.getByRole('link', { name: of }).or(page.getByRole('button', { name: of }));
	const more = page.getByRole('button', { name: `Actions for ${row}`, exact: true });
	await expect(button.or(more).first()).toBeVisible();
	if (hasRoom(page) || (await button.isVisible())) return button.click();
	await more.click();
	await page.getByRole('menuitem', { name: words, exact: true }).click();
};
