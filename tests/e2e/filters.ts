import type { Page } from '@playwright/test';

/** Opens the filters of a list, which are behind a button on a phone. */
export const openFilters = async (page: Page) => {
	const button = page.getByRole('button', { name: /^Filters/ });
	await page.getByRole('search').first().waitFor();
	if (!(await button.isVisible())) return;
	if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
};
