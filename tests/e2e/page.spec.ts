import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test('a list is printed without what can only be pressed, dark on white', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Printing');
	await page.goto(addresses(content).examSets);
	await expect(page.getByText('July 2026 Series').first()).toBeVisible();
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText('July 2026 Series').first()).toBeVisible();
	for (const role of ['navigation', 'banner', 'button'] as const)
		await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(
			// The headings that sort stay headings.
			role === 'button' ? await page.locator('th button').filter({ visible: true }).count() : 0,
		);
	const colors = (selector: string) =>
		page
			.locator(selector)
			.filter({ visible: true })
			.first()
			.evaluate((it) => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]);
	expect(await colors('body')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
	expect((await colors('main :is(thead th, [data-row] h2 + div)'))[0]).toBe('rgb(68, 68, 68)');
});

test('a wide list is printed with all of its columns', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { courseId } = await makeContent(request, 'Diploma in Wide Paper');
	for (const list of ['topics', 'pastpapers', 'examsets']) {
		await page.emulateMedia({ media: 'screen' });
		await page.goto(`/admin/${list}?course_id=${courseId}`);
		await page.setViewportSize({ width: 794, height: 1123 });
		const table = page.getByRole('table');
		await expect(table).toBeVisible();
		await page.emulateMedia({ media: 'print' });
		const over = await table.evaluate(
			(it) => it.getBoundingClientRect().right - document.documentElement.clientWidth,
		);
		expect(over, list).toBeLessThanOrEqual(0);
		const cut = await table.evaluate((it) =>
			[...it.querySelectorAll('th, td')].flatMap((cell) =>
				cell.scrollWidth > cell.clientWidth + 1 ? (cell.textContent ?? '') : [],
			),
		);
		expect(cut, list).toEqual([]);
	}
});

test('the page says what it is, to search, to a phone and in a tab', { tag: '@once' }, async ({
	page,
	request,
}) => {
	await page.goto('/sign-in');
	for (const name of ['description', 'product'])
		await expect(page.locator(`meta[name=${name}]`)).toHaveAttribute('content', /Ufundi/);
	const hrefs = await page
		.locator('link[rel*=icon], link[rel=manifest]')
		.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
	const { icons } = await (await request.get('/manifest.webmanifest')).json();
	for (const address of [...hrefs, ...icons.map(({ src }: { src: string }) => src)])
		expect((await request.get(address)).status(), address).toBe(200);
});
