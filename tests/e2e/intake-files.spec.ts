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

	test('nothing is said to be dropped', { tag: '@once' }, async ({ page }) => {
		await page.goto('/admin/intake');
		await expect(page.getByText('Choose the papers to add')).toBeVisible();
		await expect(page.getByText(/^Drop papers/)).toBeHidden();
	});
});

test(
	'rows that were removed come back with what was set in them',
	{ tag: '@once' },
	async ({ page, request }, { outputDir }) => {
		const { courseId } = await makeContent(request, 'Diploma in Second Thoughts on Rows');
		await page.goto(`/admin/intake?course_id=${courseId}`);
		const folder = await paperFolder(outputDir, 3);
		await page.locator('input[webkitdirectory]').setInputFiles(folder);
		const rows = page.getByRole('grid').locator('tbody tr:has([data-at])');
		await expect(rows).toHaveCount(3);
		await expect(page.getByText(/still being read/)).toHaveCount(0);
		const { id } = (await (await request.get('/api/intakes')).json()).data[0];
		const valuesNow = async () =>
			(await (await request.get(`/api/intakes/${id}`)).json()).data.rows.map(
				({ path, values, from, skipped }: Record<string, unknown>) => ({
					path,
					values,
					from,
					skipped,
				}),
			);
		const headings = await page.getByRole('columnheader').allTextContents();
		const name = rows.first().locator('[data-at]').nth(headings.indexOf('Paper name'));
		await name.click();
		await page.keyboard.type('Typed by hand');
		await page.keyboard.press('Enter');
		await expect.poll(async () => JSON.stringify(await valuesNow())).toContain('Typed by hand');
		// A paper that is still read would change its row after this.
		const areRead = async () =>
			(await valuesNow()).every(({ from }: { from: { codes?: string } }) => from.codes === 'page');
		await expect.poll(areRead).toBe(true);
		const before: Record<string, unknown>[] = await valuesNow();
		const remove = async () => {
			await rows.first().locator('[data-at]').nth(1).click();
			await page.getByRole('button', { name: 'More for the row' }).click();
			await page.getByRole('menuitem', { name: 'Remove the row from the batch' }).click();
			await expect(rows).toHaveCount(2);
		};
		const isBack = async () => {
			await expect(rows).toHaveCount(3);
			await expect(rows.filter({ hasText: 'Typed by hand' })).toHaveCount(1);
			await expect.poll(valuesNow).toEqual(expect.arrayContaining(before));
		};
		await remove();
		await page.getByRole('button', { name: 'Undo', exact: true }).click();
		await isBack();
		await remove();
		await rows.first().locator('[data-at]').nth(1).click();
		await page.keyboard.press('Control+z');
		await isBack();
	},
);
