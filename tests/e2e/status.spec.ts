import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test('the status says how the installation fares and what to do about it', {
	tag: '@once',
}, async ({ page }) => {
	await page.goto('/admin/status');
	const checks = page.getByRole('list', { name: 'Installation' });
	await expect(
		checks.getByRole('listitem').filter({ has: page.getByText('Database', { exact: true }) }),
	).toContainText(/SQLite, \d+ MB/);
	const backup = checks
		.getByRole('listitem')
		.filter({ has: page.getByText('Backup', { exact: true }) });
	await expect(backup.getByRole('img', { name: 'Warning' })).toBeVisible();
	await expect(backup).toContainText('npm run ufundi -- backup');
	await expect(page.getByText(/^Version \d+\.\d+\.\d+, running since /)).toBeVisible();
	await expectAccessible(page);
});

test('a status that cannot be read says so, and loads on Retry', { tag: '@once' }, async ({
	page,
	tolerate,
}) => {
	tolerate(/500|Internal/);
	const failure = { success: false, error: 'Something went wrong.', code: 'internal' };
	await page.route('**/api/system', (route) => route.fulfill({ status: 500, json: failure }));
	await page.goto('/admin/status');
	await expect(page.getByRole('alert')).toContainText('Failed to load the status');
	await expectAccessible(page);
	await page.unroute('**/api/system');
	await page.getByRole('button', { name: 'Retry' }).click();
	await expect(page.getByRole('list', { name: 'Installation' })).toBeVisible();
});
