import type { APIRequestContext, Page, Route } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, create, makeContent } from './content.ts';
import { makePdf, makeScan } from './pdfs.ts';
import { expect, test } from './server.ts';

/** Uploads a PDF, links it to a past paper of a new course, and returns the URL of its list. */
const paperWith = async (api: APIRequestContext, name: string, buffer: Buffer) => {
	const file = { name, mimeType: 'application/pdf', buffer };
	const uploaded = await (await api.post('/api/upload', { multipart: { file } })).json();
	const content = await makeContent(api, `Diploma in ${name}`);
	const papers = addresses(content).papers;
	await create(api, papers.replace('/admin', ''), { name: 'Paper 3', url: uploaded.url });
	return { papers, url: uploaded.url as string };
};

const open = async (page: Page, papers: string, name: string) => {
	await page.goto(papers);
	// The file name is loaded when it scrolls into view.
	await page.getByRole('button', { name: /^Preview/ }).click();
	return page.getByRole('dialog', { name });
};

/** Returns the colour in the middle of the page canvas. */
const middle = (page: Page) =>
	page.locator('[role=dialog] canvas').evaluate((canvas: HTMLCanvasElement) => {
		const pixels = canvas.getContext('2d');
		return [...(pixels?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])];
	});

test('previews a PDF page by page', async ({ page, request }) => {
	const name = 'three pages.pdf';
	const { papers } = await paperWith(request, name, await makePdf(3));
	const dialog = await open(page, papers, name);
	await expect(dialog.getByRole('heading')).toContainText(/three pages\.pdf \d+ KB/);
	await expect(dialog.getByText('Page 1 of 3')).toBeVisible();
	await expect(dialog.locator('canvas')).toBeVisible();
	await expectAccessible(page, { covered: true });

	await page.keyboard.press('ArrowRight');
	await expect(dialog.getByText('Page 2 of 3')).toBeVisible();
	await expect(dialog.locator('.textLayer')).toContainText('Page 2');
	await page.keyboard.press('End');
	await expect(dialog.getByText('Page 3 of 3')).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect(dialog.getByText('Page 3 of 3')).toBeVisible();
	await dialog.getByRole('button', { name: 'Previous page' }).click();
	await expect(dialog.getByText('Page 2 of 3')).toBeVisible();

	const width = async () => (await dialog.locator('canvas').boundingBox())?.width ?? 0;
	// A new page has no canvas for a moment.
	await expect.poll(width).toBeGreaterThan(0);
	const fitting = await width();
	expect(fitting).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
	await dialog.getByRole('button', { name: 'Zoom in' }).click();
	await expect.poll(width).toBeGreaterThan(fitting * 1.4);
	await dialog.getByRole('button', { name: 'Fit to width' }).click();
	await expect.poll(width).toBe(fitting);

	for (let step = 0; step < 12; step++) {
		await page.keyboard.press('Tab');
		const inside = await page.evaluate(() => {
			const { activeElement, body } = document;
			return activeElement === body || activeElement?.closest('[role=dialog]') !== null;
		});
		expect(inside, 'the focus stays in the dialog').toBe(true);
	}
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole('button', { name: `Preview ${name}` })).toBeFocused();
});

test('fetches only the viewed parts of a large PDF', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = 'large.pdf';
	const { papers } = await paperWith(request, name, await makePdf(4, 600_000));
	const requests: string[] = [];
	page.on('request', (each) => {
		if (each.url().includes('/files/') && each.method() === 'GET') {
			requests.push(each.headers().range ?? 'all');
		}
	});
	const dialog = await open(page, papers, name);
	await expect(dialog.locator('canvas')).toBeVisible();
	const ranges = requests.filter((range) => range !== 'all').map((range) => range.match(/\d+/g));
	const bytes = ranges.reduce((sum, pair) => sum + Number(pair?.[1]) - Number(pair?.[0]) + 1, 0);
	expect(ranges.length).toBeGreaterThan(0);
	expect(bytes).toBeLessThan(600_000);
});

test('decodes a scanned page within the content security policy', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { papers } = await paperWith(request, 'scan.pdf', await makeScan());
	const dialog = await open(page, papers, 'scan.pdf');
	await expect(dialog.locator('canvas')).toBeVisible();
	expect(await middle(page)).toEqual([0, 0, 0, 255]);
});

test('explains why a preview failed, and offers Download or Retry', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/ERR_FAILED/);
	const name = 'unlucky.pdf';
	const { papers, url } = await paperWith(request, name, await makePdf(1));
	/** Intercepts only requests for the content, not for the file name. */
	const disturb = (act: (route: Route) => Promise<void>) =>
		page.route(`**${url}`, (route) =>
			route.request().method() === 'GET' ? act(route) : route.continue(),
		);
	await disturb((route) => route.abort());
	const dialog = await open(page, papers, name);
	await expect(dialog.getByRole('alert')).toContainText('Could not load the preview');
	await expect(dialog.getByRole('link', { name: 'Download', exact: true })).toHaveAttribute(
		'href',
		url,
	);
	await expectAccessible(page);
	await page.unroute(`**${url}`);
	await dialog.getByRole('button', { name: 'Retry' }).click();
	await expect(dialog.locator('canvas')).toBeVisible();

	await disturb((route) =>
		route.fulfill({ contentType: 'application/pdf', body: 'no PDF at all' }),
	);
	const again = await open(page, papers, name);
	await expect(again.getByRole('alert')).toContainText('This PDF is damaged');
});
