import { create } from './content.ts';
import { aFile, cell, makeCourse } from './course-to-cover.ts';
import { expect, test } from './server.ts';

test('keeps the name and file of a new paper when another exam set is chosen', {
	tag: '@once',
}, async ({ page, request }) => {
	const { id, screen } = await makeCourse(request, 'Covered twice');
	const list = `/courses/${id}/examsets`;
	const module = { name: '2024 November, Module II', year: 2024, series: 'november', order_num: 9 };
	const { id: second } = await create(request, list, module);
	await page.goto(screen);
	await cell(page, 'Gas', 'November 2024').click();
	const dialog = page.getByRole('dialog', { name: 'Gas, November 2024' });
	await dialog.locator('input[type=file]').setInputFiles(await aFile());
	await expect(dialog.getByText('Chosen, not saved yet')).toBeVisible();
	await dialog.getByLabel('Name').fill('Paper 2: Gas');
	await dialog.getByLabel('Exam set').selectOption(module.name);
	await expect(dialog.getByText('Chosen, not saved yet')).toBeVisible();
	await dialog.getByLabel('Name').press('Enter');
	await expect(cell(page, 'Gas', 'November 2024')).toHaveText('Draft');
	const papers = (await (await request.get(`/api${list}/${second}/pastpapers`)).json()).data;
	expect(papers).toEqual([expect.objectContaining({ name: 'Paper 2: Gas' })]);
	expect(papers[0].url).toMatch(/^\/files\//);
});

test('links a cell with several papers to the filtered list', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { id, screen, july } = await makeCourse(request, 'Covered several times');
	const [gas] = (await (await request.get(`/api/courses/${id}/subjects`)).json()).data;
	const { id: november } = (
		await (await request.get(`/api/courses/${id}/examsets`)).json()
	).data.find(({ series }: { series: string }) => series === 'november');
	const add = (set: string, name: string, more = {}) =>
		create(request, `/courses/${id}/examsets/${set}/pastpapers`, {
			name,
			subject_id: gas.id,
			...more,
		});
	await add(july.id, 'Paper 2: Gas');
	await add(july.id, 'How Paper 2 is marked', { kind: 'marking_scheme' });
	await add(november, 'Paper 3: Gas');
	for (const name of ['Of no subject', 'Nor this']) await add(july.id, name, { subject_id: null });
	await page.goto(screen);
	await cell(page, 'Gas', 'July 2024').click();
	const rows = page.getByRole('table', { name: 'Past Papers' }).getByRole('row');
	await expect(rows).toHaveCount(3);
	await expect(rows.getByRole('link', { name: /^Paper [12]: Gas$/ })).toHaveCount(2);
	await expect(page.getByLabel('Series')).toHaveValue('july');
	await expect(page.getByLabel('Kind')).toHaveValue('paper');
	await page.goBack();
	await cell(page, 'No subject', 'July 2024').click();
	await expect(rows.getByRole('link', { name: /^(Of no subject|Nor this)$/ })).toHaveCount(2);
	await expect(rows).toHaveCount(3);
	await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('No subject');
	await page.goto('/admin/pastpapers');
	await expect(page.getByLabel('Series')).toHaveCount(0);
	await page.getByLabel('Year').selectOption('2024');
	await page.getByLabel('Series').selectOption('November');
	await expect(page).toHaveURL(/year=2024.*series=november/);
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });
});
