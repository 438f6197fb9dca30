import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test('prints a list without controls, dark on white', { tag: '@once' }, async ({
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
			// Sort buttons in table headings are printed.
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
