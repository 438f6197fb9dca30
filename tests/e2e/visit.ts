import type { Page } from '@playwright/test';
import { expect } from './server.ts';

interface Router {
	navigate: (to: { href: string }) => Promise<void>;
}

/**
 * Goes where a link of the console would lead, and waits until its screen is whole; a page that shows nothing yet
 * opens the address. All of the console loaded anew, as by `page.goto`, takes four times as much of a processor.
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
