import type { Page } from '@playwright/test';

/** Has the filters of a list in sight, which a phone keeps behind a button. */
export const openFilters = async (page: Page) => {
	const button = page.getByRole('button', { name: /^Filters/ });
	await page.getByRole('search').first().waitFor();
	if (!(await button.isVisible())) return;
	if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
};
