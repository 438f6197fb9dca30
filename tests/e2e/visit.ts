import type { Page } from '@playwright/test';
import { expect } from './server.ts';

interface Router {
	navigate: (to: { href: string }) => Promise<void>;
}

/**
 * Navigates within the console and waits until the screen is loaded; a blank page loads the URL. A full load by
 * `page.goto` takes four times the CPU time.
 */
export const visit = async (page: Page, address: string) => {
	const isOpen = await page.evaluate(() => '__TSR_ROUTER__' in window);
	if (isOpen)
		await page.evaluate(
			(href) => (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }),
			address,
		);
	else await page.goto(address);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText(/^Loading /)).toHaveCount(0);
};
