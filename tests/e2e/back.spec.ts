import { addresses, makeContent } from './content.ts';
import { openHistory } from './screens.ts';
import { expect, test } from './server.ts';

test('Back closes an open dialog before it leaves the screen', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { course, subjects } = addresses(await makeContent(request, 'Diploma in Going Back'));
	await page.goto(course);
	const main = page.getByRole('main');
	await main.getByRole('link', { name: 'Subjects', exact: true }).first().click();
	await expect(page).toHaveURL(subjects);
	const dialog = page.getByRole('dialog');
	await page.getByRole('button', { name: 'Search everything' }).click();
	await expect(dialog.getByRole('combobox')).toBeFocused();
	await page.goBack();
	await expect(dialog).toHaveCount(0);
	await expect(page).toHaveURL(subjects);

	const add = page.getByRole('button', { name: 'Add Subject' });
	const name = dialog.getByLabel('Subject Name');
	const question = page.getByRole('dialog', { name: 'Discard your changes?' });
	await add.click();
	await name.fill('Hydraulics');
	await page.goBack();
	await question.getByRole('button', { name: 'Keep editing' }).click();
	await expect(question).toHaveCount(0);
	await expect(name).toHaveValue('Hydraulics');
	await expect(page).toHaveURL(subjects);
	for (const slip of [() => page.keyboard.press('Escape'), () => page.mouse.click(3, 300)]) {
		await slip();
		await expect(question).toBeVisible();
		await page.keyboard.press('Escape');
		await expect(question).toHaveCount(0);
		await expect(name).toHaveValue('Hydraulics');
	}
	// A field that was cleared again counts as unchanged.
	await name.fill('');
	await page.goBack();
	await expect(dialog).toHaveCount(0);
	await expect(add).toBeFocused();
	await add.click();
	await name.fill('Hydraulics');
	await page.goBack();
	await question.getByRole('button', { name: 'Discard' }).click();
	await expect(dialog).toHaveCount(0);
	await add.click();
	await expect(name).toHaveValue('');
	await page.keyboard.press('Escape');
	await expect(dialog).toHaveCount(0);
	await page.goBack();
	await expect(page).toHaveURL(course);
});

test('the browser confirms a reload that discards text in a dialog', {
	tag: '@once',
}, async ({ page, request }) => {
	await page.goto(addresses(await makeContent(request, 'Diploma in Reloading')).subjects);
	const dialog = page.getByRole('dialog');
	const add = page.getByRole('button', { name: 'Add Subject' });
	const questions: string[] = [];
	page.on('dialog', (question) => {
		questions.push(question.type());
		void question.accept();
	});
	await add.click();
	await dialog.getByLabel('Subject Name').fill('Hydraulics');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toHaveCount(0);
	await page.reload();
	expect(questions).toEqual([]);
	await add.click();
	await dialog.getByLabel('Subject Name').fill('Hydraulics');
	await page.reload();
	expect(questions).toEqual(['beforeunload']);
	await expect(dialog).toHaveCount(0);
});

test('going back two entries at once keeps typed text', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const { course, subjects, subject, topic } = addresses(
		await makeContent(request, 'Diploma in Impatience'),
	);
	const twice = () =>
		page.evaluate(() => {
			history.back();
			history.back();
		});
	await page.goto(course);
	const main = page.getByRole('main');
	await main
		.getByRole('region', { name: 'Subjects' })
		.getByRole('link', { name: 'Subjects' })
		.click();
	await expect(page).toHaveURL(subjects);
	await page.getByRole('link', { name: 'Electrical Principles', exact: true }).first().click();
	await page.getByRole('link', { name: 'Ohm’s law', exact: true }).click();
	await page.getByLabel('Topic Name').fill('Ohm’s law, again');
	await openHistory(page);
	const versions = page.getByRole('dialog', { name: 'History' });
	await expect(versions).toBeVisible();
	await twice();
	await expect(versions).toHaveCount(0);
	await expect(page).toHaveURL(topic);

	const leaving = page.getByRole('dialog', { name: 'Discard your changes?' });
	await twice();
	await expect(page).toHaveURL(topic);
	await leaving.getByRole('button', { name: 'Keep editing' }).click();
	await expect(page.getByLabel('Topic Name')).toHaveValue('Ohm’s law, again');
	await page.goBack();
	await leaving.getByRole('button', { name: 'Discard' }).click();
	await expect(page).toHaveURL(subject);

	await main.getByRole('link', { name: 'Back to Subjects' }).click();
	await expect(page).toHaveURL(subjects);
	await page.getByRole('button', { name: 'Add Subject' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add Subject' });
	await dialog.getByLabel('Subject Name').fill('Hydraulics');
	// Simulates the history menu of a long press on Back.
	await page.evaluate(() => history.go(-2));
	await page.getByRole('button', { name: 'Keep editing' }).click();
	await expect(page).toHaveURL(subjects);
	await expect(dialog.getByLabel('Subject Name')).toHaveValue('Hydraulics');
});
