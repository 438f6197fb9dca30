import { expect, type Page } from '@playwright/test';

interface Router {
	navigate: (to: { href: string }) => Promise<void>;
	routesByPath: object;
	state: { matches: { fullPath: string; staticData: { title?: string } }[] };
}

/** Waits until a screen shows what its address asks for: while a new page of a list loads, the old rows stay, dimmed. */
export const waitUntilLoaded = async (page: Page) => {
	await expect(page.getByText(/^Loading /)).toHaveCount(0);
	// A form that is being saved is not dimmed, and waits for a password below its dialog.
	await expect(page.locator('[aria-busy=true]:not(form)')).toHaveCount(0);
};

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
	await waitUntilLoaded(page);
};

/** Returns the route of the current screen with the title that it has while it loads, and all routes. */
export const readRoutes = (page: Page) =>
	page.evaluate(() => {
		const router = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
		const { matches } = router.state;
		return {
			current: matches.at(-1)?.fullPath ?? '',
			title: matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
			all: Object.keys(router.routesByPath),
		};
	});

/** Opens the filters of a list, which are behind a button on a phone. */
export const openFilters = async (page: Page) => {
	const button = page.getByRole('button', { name: /^Filters/ });
	await page.getByRole('search').first().waitFor();
	if (!(await button.isVisible())) return;
	if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
};

/** Returns whether rows show buttons, which phones keep in the ⋯ menu. */
const hasRoom = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768;

/** Opens the ⋯ menu of a row. */
export const openMenu = (page: Page, row: string) =>
	page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();

/** Returns the ⋯ button of the item of a screen without a list. */
export const itemMenu = async (page: Page) => {
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await waitUntilLoaded(page);
	// The first one is that of the course.
	return page.getByRole('button', { name: /^Actions for / }).last();
};

/** Opens the history of the item of a screen. */
export const openHistory = async (page: Page) => {
	await (await itemMenu(page)).click();
	await page.getByRole('menuitem', { name: 'History' }).click();
};

/** Clicks the action of a row, by its button or by the ⋯ menu: 'Topics' of 'Pipework'. */
export const clickRowAction = async (page: Page, row: string, words: string) => {
	const label = new RegExp(`^${words}( of)? ${row}$`);
	const button = page
		.getByRole('link', { name: label })
		.or(page.getByRole('button', { name: label }));
	const more = page.getByRole('button', { name: `Actions for ${row}`, exact: true });
	await expect(button.or(more).first()).toBeVisible();
	if (hasRoom(page) || (await button.isVisible())) return button.click();
	await more.click();
	await page.getByRole('menuitem', { name: words, exact: true }).click();
};

/** Returns the names T1, T2 … of the rows on screen, in order. */
export const readRowNames = (page: Page) =>
	page
		.locator('[data-row]')
		.evaluateAll((rows) =>
			rows.map((row) => /T\d+/.exec(row.querySelector('a')?.textContent ?? '')?.[0]),
		);

/** Returns the link of a row. */
export const rowLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Returns the toolbar of the selection. */
export const selectionBar = (page: Page) => page.getByRole('region', { name: /^Selected / });

/** Returns the checkbox of a row. */
export const selectBox = (page: Page, name: string) =>
	page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

/** Clicks an action of the toolbar; phones keep all but the first two in a menu. */
export const clickBulkAction = async (page: Page, name: string) => {
	const button = selectionBar(page).getByRole('button', { name, exact: true });
	const more = selectionBar(page).getByRole('button', { name: /^More for / });
	await expect(button.or(more).first()).toBeVisible();
	if (await button.isVisible()) return button.click();
	await more.click();
	await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Windows in which the start of a list is measured. */
export const WINDOWS = {
	wide: { width: 1366, height: 768 },
	phone: { width: 360, height: 740 },
} as const;

/** Asserts that the first row of the list on screen starts at most this far from the top, in pixels. */
export const expectRowWithin = async (page: Page, most: number) => {
	const row = page.locator('main [data-row], main tbody tr').first();
	await expect(row).toBeVisible();
	// A title with the focus is shown whole; people with a pointer do not see the focus that a new screen sets.
	await page.getByRole('heading', { level: 1 }).blur();
	// After a change of the window's size, parts of the screen adapt one after the other.
	const readTop = async () => (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
	await expect
		.configure({ soft: true })
		.poll(readTop, `first row of ${page.url()}`)
		.toBeLessThanOrEqual(most);
};
