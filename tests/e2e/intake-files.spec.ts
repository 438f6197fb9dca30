import { create, makeContent } from './content.ts';
import { paperFolder } from './paper-files.ts';
import { expect, test } from './server.ts';

test(
	'files that were chosen are not chosen again where the line was lost',
	{ tag: '@once' },
	async ({ page, request, tolerate }, { outputDir }) => {
		tolerate(/ERR_FAILED/);
		const { courseId } = await makeContent(request, 'Diploma in First Steps');
		await page.route('**/api/intakes', (route) =>
			route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
		);
		await page.goto(`/admin/intake?course_id=${courseId}`);
		const folder = await paperFolder(outputDir, 2);
		await page.locator('input[webkitdirectory]').setInputFiles(folder);
		await expect(page.getByRole('alert')).toContainText('The batch could not be begun');
		await page.unroute('**/api/intakes');
		await page.getByRole('button', { name: 'Retry' }).click();
		await expect(page.getByRole('grid').locator('tbody tr:has([data-at])')).toHaveCount(2);
	},
);

test.describe('on a phone', () => {
	test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

	test('a file that is not taken says why, and is left out by a button with its whole word', {
		tag: '@once',
	}, async ({ page, request }) => {
		const { id } = await create(request, '/intakes', {});
		await page.goto(`/admin/intake/${id}`);
		const buffer = Buffer.from('a list');
		await page
			.locator('input[type=file]')
			.first()
			.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer });
		await expect(page.getByText(/^This type of file is not accepted/)).toBeVisible();
		const leave = page.getByRole('button', { name: 'Leave out list.txt' });
		const label = leave.getByText('Leave out');
		expect(await label.evaluate((el) => el.scrollWidth <= el.clientWidth)).toBe(true);
		await leave.tap();
		await expect(leave).toHaveCount(0);
	});
});
