import { expectAccessible } from './accessible.ts';
import { expect, test } from './server.ts';

test('shows the state of the installation with advice', {
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
