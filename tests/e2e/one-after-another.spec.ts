import { addresses, create, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test('steps through items in the order of the list with Save and next', {
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
