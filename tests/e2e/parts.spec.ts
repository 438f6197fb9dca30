import { expect, test } from './server.ts';

/** Follows every link of the sidebar; returns the headings of the screens. */
const walk = async (page: import('@playwright/test').Page) => {
	const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
	await expect(links.first()).toBeVisible();
	const labels = await links.allInnerTexts();
	for (const label of labels) {
		await links.getByText(label, { exact: true }).click();
		await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
		await expect(page.getByText(/Oops|Could not load|Nothing exists/)).toHaveCount(0);
	}
	return labels;
};

test('has no screen of payments where they are off', async ({ page, fresh }) => {
	const { url } = await fresh({ FINANCE: 'off', SAMPLE_DATA: '1' });
	await page.goto(`${url}/admin`);
	await expect(page).toHaveURL(/\/admin\/courses$/);
	const labels = await walk(page);
	expect(labels).toContain('Intake');
	for (const label of ['Dashboard', 'MPesa Transactions', 'Reconciliation', 'Accounts'])
		expect(labels).not.toContain(label);
	await page.goto(`${url}/admin/transactions`);
	await expect(page.getByText('This part of the console is turned off')).toBeVisible();
	await page.getByRole('link', { name: 'Return to Courses' }).click();
	await expect(page).toHaveURL(/\/admin\/courses$/);
});

test('has no screen of papers where they are off', async ({ page, fresh }) => {
	const { url } = await fresh({ PAPERS: 'off', SAMPLE_DATA: '1' });
	await page.goto(`${url}/admin`);
	const labels = await walk(page);
	expect(labels).toContain('MPesa Transactions');
	expect(labels).not.toContain('Intake');
	await page.goto(`${url}/admin/courses`);
	await page.locator('main a[href^="/admin/courses/"]:not([href$="/new"])').first().click();
	await expect(page.getByRole('navigation', { name: 'Course', exact: true })).toBeVisible();
	await expect(page.getByRole('link', { name: 'Coverage' })).toHaveCount(0);
	await expect(page.getByRole('link', { name: 'Add papers…' })).toHaveCount(0);
	await page.goto(`${url}/admin/coverage`);
	await expect(page.getByText('This part of the console is turned off')).toBeVisible();
});
