import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeContent } from './content.ts';
import { makePaperFolder } from './pdfs.ts';
import { expect, test } from './server.ts';

/** Drags files of the file system over the middle of the page; returns a function that drops them. */
const drag = async (page: Page, ...files: string[]) => {
	const devtools = await page.context().newCDPSession(page);
	const { width = 0, height = 0 } = page.viewportSize() ?? {};
	const data = { items: [], files, dragOperationsMask: 1 };
	const at = { x: width / 2, y: height / 2, data };
	for (const type of ['dragEnter', 'dragOver'] as const)
		await devtools.send('Input.dispatchDragEvent', { type, ...at });
	return () => devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at });
};

test(
	'adds rows for a dropped folder and file',
	{ tag: '@once' },
	async ({ page, request }, { outputDir }) => {
		const { courseId } = await makeContent(request, 'Diploma in Dropping');
		const folder = await makePaperFolder(outputDir, 3);
		const [single = ''] = readdirSync(await makePaperFolder(`${outputDir}/more`, 1, 9));
		const file = join(outputDir, 'more', basename(folder), single);
		await page.goto(`/admin/intake?course_id=${courseId}`);
		const html = page.locator('html');
		let drop: () => Promise<unknown> = async () => {};
		// Wait until the screen handles drag events.
		await expect
			.poll(async () => {
				drop = await drag(page, folder, file);
				return html.getAttribute('data-dropping');
			})
			.toBe('');
		await drop();
		await expect(page).toHaveURL(/\/admin\/intake\/[0-9a-f-]{36}$/);
		await expect(page.locator('[data-row]')).toHaveCount(4);
		// The folder name set year and series, as for a chosen folder.
		for (const name of ['2705-301', '2705-302', '2705-303', '2705-309'])
			await expect(page.locator('[data-row]').getByText(name).first()).toBeVisible();
		await expect(html).not.toHaveAttribute('data-dropping', '');
	},
);
