import { paper, scanOf } from '../../server/papers/extracted-text/fixtures/papers.ts';
import { expectAccessible } from './accessible.ts';
import { makeContent } from './content.ts';
import { CONSOLE } from './people.ts';
import { expect, test } from './server.ts';

test('shows the text of a paper, searches it, and opens the matching page', {
	tag: '@once',
}, async ({ page, request }) => {
	const { courseId, examSetId } = await makeContent(request, 'Diploma in Starters');
	const papers = `/courses/${courseId}/examsets/${examSetId}/pastpapers`;
	const add = async (name: string, buffer: Buffer) => {
		const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer };
		const sent = await request.post('/api/upload', { headers: CONSOLE, multipart: { file } });
		const { url } = await sent.json();
		const made = await request.post(`/api${papers}`, { headers: CONSOLE, data: { name, url } });
		return { url, id: (await made.json()).data.id as string };
	};
	const machines = await add('Machines', await paper());
	const scan = await add(
		'Copied',
		scanOf((x) => 3 * x),
	);

	// The paper is shown before its text is extracted, then updated automatically.
	await page.goto(`/admin${papers}/${machines.id}`);
	await expect(
		page.getByText('2 pages · text · says 4 printed pages · 8 questions · 2521/303, 2602/303'),
	).toBeVisible();
	await expectAccessible(page);
	await page.goto(`/admin${papers}/${scan.id}`);
	// A scan is read later than other files.
	await expect(page.getByText('1 page · scanned, searchable')).toBeVisible();

	await page.goto('/admin/courses');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.keyboard.press('Control+k');
	await page.getByRole('combobox', { name: 'Search everything' }).fill('star-delta starter');
	const match = page.getByRole('option', { name: /^Machines.*star-delta starter.*Page 2/ });
	await expect(match).toBeVisible();
	await expect(match.locator('mark')).toHaveText('star-delta starter');
	await expectAccessible(page);
	await match.click();
	await expect(page).toHaveURL(new RegExp(machines.id));
	await expect(page.getByText('Page 2 of 2')).toBeVisible();

	await page.keyboard.press('Escape');
	if ((page.viewportSize()?.width ?? 0) < 1200) return;
	await page.goto(`/admin/pastpapers?search=Machines`);
	const row = page.getByRole('row', { name: /Machines/ });
	await row.locator('span[class*=sign]').hover();
	const picture = row.locator('img');
	await expect(picture).toHaveJSProperty('complete', true);
	expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
});
