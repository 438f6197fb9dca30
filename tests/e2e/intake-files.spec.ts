import { makeContent } from './content.ts';
import { makePaperFolder } from './pdfs.ts';
import { expect, test } from './server.ts';

test(
	'Undo restores removed rows with their corrections',
	{ tag: '@once' },
	async ({ page, request }, { outputDir }) => {
		const { courseId } = await makeContent(request, 'Diploma in Second Thoughts on Rows');
		await page.goto(`/admin/intake?course_id=${courseId}`);
		const folder = await makePaperFolder(outputDir, 3);
		await page.locator('input[webkitdirectory]').setInputFiles(folder);
		const rows = page.locator('[data-row]');
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
		// Wait: a paper that is still being read would change its row later.
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
