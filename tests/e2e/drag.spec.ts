import type { Page } from '@playwright/test';
import { makeTopics, topicNames } from './content.ts';
import { readRowNames, rowLink } from './screens.ts';
import { expect, test } from './server.ts';

const VIEWS = ['table', 'cards'] as const;

/** Returns the points of a drag from a row's handle to another row. */
const findPath = async (page: Page, from: string, to: string, part: number) => {
	const handle = page.getByRole('button', { name: `Move ${from}`, exact: true });
	await handle.scrollIntoViewIfNeeded();
	const grip = await handle.boundingBox();
	const row = await page.locator('[data-row]', { has: rowLink(page, to) }).boundingBox();
	if (!grip || !row) throw new Error('A row is not there.');
	return {
		start: { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 },
		end: { x: row.x + row.width * part, y: row.y + row.height * part },
	};
};

for (const view of VIEWS)
	test(`drags a row of ${view} by its handle`, async ({ page, request, hasTouch }) => {
		const { screen, names } = await makeTopics(request, `Drag ${view}`, 4);
		await page.goto(`${screen}?view=${view}`);
		const { start, end } = await findPath(page, 'T1', 'T3', hasTouch ? 0.4 : 0.8);
		const line = page.locator('[data-drop]');
		if (hasTouch) {
			const fingers = await page.context().newCDPSession(page);
			const touch = (type: string, at?: { x: number; y: number }) =>
				fingers.send('Input.dispatchTouchEvent', {
					type: type as 'touchStart',
					touchPoints: at ? [at] : [],
				});
			const path = await findPath(page, 'T2', 'T1', 0.2);
			await touch('touchStart', path.start);
			// Without a long press. A browser sends moves only beyond 15 px. The code of drag and drop may arrive after the
			// touch; a finger moves on.
			await expect
				.poll(async () => {
					await touch('touchMove', { x: path.start.x, y: path.start.y - 24 });
					await touch('touchMove', { x: path.start.x, y: path.start.y - 18 });
					return page.locator('[data-lifted]').isVisible();
				})
				.toBe(true);
			for (let part = 1; part <= 5; part++)
				await touch('touchMove', {
					x: path.start.x,
					y: path.start.y + ((path.end.y - path.start.y) * part) / 5,
				});
			await page.evaluate(() => new Promise(requestAnimationFrame));
			await touch('touchEnd');
			await expect.poll(names).toEqual(['T2', 'T1', 'T3', 'T4']);
		} else {
			const dragOver = async () => {
				await page.mouse.move(start.x, start.y);
				await page.mouse.down();
				await page.mouse.move(start.x + 4, start.y + 10, { steps: 4 });
				await page.mouse.move(end.x, end.y, { steps: 8 });
				// The code of drag and drop may arrive after the press; a hand moves on.
				await expect
					.poll(async () => {
						await page.mouse.move(end.x - 1, end.y);
						await page.mouse.move(end.x, end.y);
						return line.isVisible();
					})
					.toBe(true);
			};
			await dragOver();
			await page.keyboard.press('Escape');
			await expect(line).toHaveCount(0);
			await page.mouse.up();
			await dragOver();
			// Outside of the list.
			await page.mouse.move(10, 300);
			await expect(line).toHaveCount(0);
			await page.mouse.up();
			await expect.poll(names).toEqual(topicNames(4));
			await dragOver();
			await page.mouse.up();
			await expect.poll(names).toEqual(['T2', 'T3', 'T1', 'T4']);
		}
		await expect(line).toHaveCount(0);
		await expect(page.getByRole('dialog')).toHaveCount(0);
		expect((await readRowNames(page)).sort()).toEqual(topicNames(4));
	});
