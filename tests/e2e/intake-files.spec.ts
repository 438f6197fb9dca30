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
		await expect(page.getByRole('alert')).toContainText('Could not start the upload');
		await page.unroute('**/api/intakes');
		await page.getByRole('button', { name: 'Retry' }).click();
		await expect(page.locator('tr[data-row]')).toHaveCount(2);
	},
);

test.describe('on a phone', () => {
	test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

	test('a file that is not taken says why, and is removed by a button with its whole word', {
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
		const leave = page.getByRole('button', { name: 'Remove list.txt' });
		const label = leave.getByText('Remove');
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
		const rows = page.locator('tr[data-row]');
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
		await rows.first().getByRole('button').click();
		const dialog = page.getByRole('dialog');
		await dialog.getByRole('textbox', { name: 'Paper name' }).fill('Typed by hand');
		await dialog.getByRole('button', { name: 'Save and close' }).click();
		await expect.poll(async () => JSON.stringify(await valuesNow())).toContain('Typed by hand');
		// A paper that is still read would change its row after this.
		const areRead = async () =>
			(await valuesNow()).every(({ from }: { from: { codes?: string } }) => from.codes === 'page');
		await expect.poll(areRead).toBe(true);
		const before: Record<string, unknown>[] = await valuesNow();
		await rows.filter({ hasText: 'Typed by hand' }).getByRole('checkbox').click();
		await page.getByRole('button', { name: 'Remove', exact: true }).click();
		await expect(rows).toHaveCount(2);
		await page.getByRole('button', { name: 'Undo', exact: true }).click();
		await expect(rows).toHaveCount(3);
		await expect(rows.filter({ hasText: 'Typed by hand' })).toHaveCount(1);
		await expect.poll(valuesNow).toEqual(expect.arrayContaining(before));
	},
);
