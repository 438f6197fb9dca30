import { addresses, create, makeContent } from './content.ts';
import { pagesOf } from './scans.ts';
import { expect, test } from './server.ts';

test('items are saved one after another, in the order of the list that one came from', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Certificate in Masonry');
	const { topics } = addresses(content);
	for (const name of ['Bonds of brick', 'Arches', 'Mortar of lime'])
		await create(request, topics.replace('/admin', ''), { name, isPublished: true });

	await page.goto(`${topics}?view=table&sort=-name&search=of`);
	await page.getByRole('link', { name: 'Mortar of lime', exact: true }).click();
	const name = page.getByLabel('Topic Name');
	await expect(name).toHaveValue('Mortar of lime');
	await name.fill('Mortar of sand');
	await page.getByRole('button', { name: 'Save and next' }).click();
	await expect(name).toHaveValue('Bonds of brick');
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(`${topics}?view=table&sort=-name&search=of`);
	await expect(page.getByRole('link', { name: 'Mortar of sand', exact: true })).toBeVisible();

	await page.goto('/admin/topics?sort=name&search=of');
	await page.getByRole('link', { name: 'Bonds of brick', exact: true }).click();
	await name.fill('');
	await page.getByRole('button', { name: 'Save and next' }).click();
	await expect(page.getByText('Topic name is required')).toBeVisible();
	await name.fill('Bonds of brick');
	await page.getByRole('button', { name: 'Save and next' }).click();
	await expect(name).not.toHaveValue('Bonds of brick');

	await page.reload();
	await expect(name).toBeVisible();
	await expect(page.getByRole('button', { name: 'Save and next' })).toHaveCount(0);
});

test('a PDF stands beside its form on a wide screen, for those who want it', {
	tag: '@once',
}, async ({ page, request }) => {
	const file = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: await pagesOf(3) };
	const { url } = await (await request.post('/api/upload', { multipart: { file } })).json();
	const { topics } = addresses(await makeContent(request, 'Certificate in Tailoring'));
	const topic = await create(request, topics.replace('/admin', ''), {
		name: 'Cuts',
		topicUrl: url,
	});

	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`${topics}/${topic.id}`);
	await page.getByRole('button', { name: 'Show next to the form' }).click();
	const beside = page.getByRole('complementary', { name: 'notes.pdf' });
	await expect(beside.getByText('Page 1 of 3')).toBeVisible();
	await page.getByLabel('Topic Name').press('End');
	await expect(beside.getByText('Page 1 of 3')).toBeVisible();
	await beside.getByRole('region').press('ArrowRight');
	await expect(beside.getByText('Page 2 of 3')).toBeVisible();

	await page.reload();
	await expect(beside.getByText('Page 1 of 3')).toBeVisible();
	await page.setViewportSize({ width: 900, height: 900 });
	await expect(beside).toHaveCount(0);
});
