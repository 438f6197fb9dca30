import { formatMessageDay } from '#shared/east-africa-time.ts';
import { addresses, create, makeContent } from './content.ts';
import { visit } from './screens.ts';
import { expect, test } from './server.ts';

test('shows both versions on an edit conflict, and saves the chosen one', { tag: '@once' }, async ({
	page,
	request,
	tolerate,
}) => {
	tolerate(/412 \(/);
	const content = await makeContent(request, 'Diploma in Versions');
	const { examSet } = addresses(content);
	await page.goto(examSet);
	await page.getByLabel('Name').fill('Mine');
	await request.put(examSet.replace('/admin', '/api'), { data: { name: 'Theirs', year: 2024 } });
	await page.getByRole('button', { name: 'Save Exam Set' }).click();
	const dialog = page.getByRole('dialog', { name: 'Two versions' });
	await expect(dialog).toContainText('Mine');
	await expect(dialog).toContainText('Theirs');
	await expect(dialog).toContainText('2024');
	const { name } = (await (await request.get('/api/account')).json()).data;
	await expect(dialog).toContainText(
		`${name} changed this item on ${formatMessageDay(Date.now())}, `,
	);
	await expect(dialog.getByText(`Saved by ${name}`).first()).toBeVisible();
	await dialog.getByRole('button', { name: 'Save this version' }).click();
	await expect(page).toHaveURL(/\/examsets\/list$/);
	const saved = await (await request.get(examSet.replace('/admin', '/api'))).json();
	expect(saved.data).toMatchObject({ name: 'Mine', year: 2024 });
});

test('confirms leaving a changed form, except when its item is deleted', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Leaving');
	const at = addresses(content);
	await page.goto(at.topic);
	await page.getByLabel('Topic Name').fill('Something else');
	await page.getByRole('link', { name: 'Topics', exact: true }).first().click();
	const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
	await dialog.getByRole('button', { name: 'Keep editing' }).click();
	await expect(page.getByLabel('Topic Name')).toHaveValue('Something else');
	await page.getByRole('link', { name: 'Topics', exact: true }).first().click();
	await dialog.getByRole('button', { name: 'Discard' }).click();
	await expect(page).toHaveURL(/\/topics$/);
	const contents = 'This also deletes 2 subjects, 1 topic, 2 exam sets and 2 past papers.';
	for (const [address, field, remove, list, warning] of [
		[at.topic, 'Topic Name', 'Delete Topic', at.topics, ''],
		[at.editCourse, 'Course Name', 'Delete Course', at.courses, contents],
	] as const)
		await test.step(remove, async () => {
			// After a deletion the previous list opens.
			await visit(page, list);
			await visit(page, address);
			await page.getByRole('textbox', { name: field }).fill('Something else');
			await page.getByRole('button', { name: remove }).click();
			const question = page.getByRole('dialog');
			await expect(question).toContainText(warning);
			await question.getByRole('button', { name: 'Delete', exact: true }).click();
			await expect(page).toHaveURL(list);
			await expect(question).toHaveCount(0);
			await expect(page.getByRole('main')).not.toContainText('not found');
		});
});

test('scrolls to the saved item in a long list', { tag: '@once' }, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Long Lists');
	const { topics, newTopic } = addresses(content);
	const path = topics.replace('/admin', '/api');
	for (let number = 1; number <= 30; number++)
		await request.post(path, { data: { name: `Part ${number}` } });
	await page.goto(newTopic);
	await page.getByLabel('Topic Name').fill('The last of them');
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(/\/topics$/);
	const added = page.getByRole('link', { name: 'The last of them', exact: true });
	await expect(added).toBeInViewport();
	await page.evaluate(() => scrollTo(0, 0));
	await expect(added).not.toBeInViewport();
});

test('returns to the list with its search after saving', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = `Back ${Date.now()}`;
	const content = await makeContent(request, `Diploma in ${name}`);
	const { topics, topic, papers } = addresses(content);
	for (const [address, title] of [
		[`/admin/topics?course_id=${content.courseId}&sort=-updated_at`, 'Ohm’s law'],
		[`/admin/pastpapers?course_id=${content.courseId}&search=Paper`, 'Paper 1 Theory'],
		[`${papers}?sort=-name&view=table`, 'Paper 1 Theory'],
	] as const) {
		await visit(page, address);
		await page.getByRole('link', { name: title, exact: true }).click();
		await page.locator('input').and(page.getByLabel('Order')).fill('3');
		await page.getByRole('button', { name: /^Save (?!and next)/ }).click();
		await expect(page).toHaveURL(address);
	}
	await visit(page, topic);
	await page.getByRole('button', { name: 'Save Topic' }).click();
	await expect(page).toHaveURL(topics);
});

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
