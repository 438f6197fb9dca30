import type { Page } from '@playwright/test';

/** Whether rows have room for switches and buttons: a phone keeps them behind the ⋯. */
export const hasRoom = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768;

/** Opens the ⋯ of a row. */
export const openMenu = (page: Page, row: string) =>
	page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();

/** Does with a row what its button does, which a phone has in its ⋯: 'Topics' of 'Pipework'. */
export const act = async (page: Page, row: string, words: string) => {
	const of = new RegExp(`^${words}( of)? ${row}$`);
	if (hasRoom(page))
		return page
			.getByRole('link', { name: of })
			.or(page.getByRole('button', { name: of }))
			.click();
	await openMenu(page, row);
	await page.getByRole('menuitem', { name: words, exact: true }).click();
};
