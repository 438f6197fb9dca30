import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

test('copies the last exam set to the next series by keyboard', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Series');
	await page.goto(addresses(content).examSets);
	const more = page.getByRole('button', { name: 'More actions' });
	const open = async () => {
		await more.press('Enter');
		await expect(page.getByRole('menuitem').first()).toBeFocused();
		await page.getByRole('menuitem', { name: 'New from last series' }).press('Enter');
	};
	await open();
	const dialog = page.getByRole('dialog', { name: 'New from last series' });
	await expect(dialog.getByLabel('Name')).toHaveValue('November 2026 Series');
	await expect(dialog.getByLabel('Year')).toHaveValue('2026');
	await expect(dialog.getByRole('radio', { name: 'Structure' })).toBeChecked();
	await expect(dialog.getByText('with 2 past papers as drafts')).toBeVisible();
	await expectAccessible(page);
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expect(more).toBeFocused();

	await open();
	await expect(dialog.getByLabel('Name')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('November 2026 Series');
	await expect(page).toHaveURL(/\/examsets\/[0-9a-f-]{36}$/);
	const id = page.url().split('/').at(-1);
	const papers = `/api/courses/${content.courseId}/examsets/${id}/pastpapers`;
	const { data } = await (await request.get(papers)).json();
	expect(data).toMatchObject([
		{ name: 'Paper 1 Theory', url: null, published: false, subject_id: content.subjectId },
		{ name: 'Paper 2 Practical', url: null, published: false },
	]);

	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('Not duplicated')).toBeVisible();
	await expect(page).toHaveURL(/\/examsets\/list$/);
	expect((await request.get(papers)).status()).toBe(404);
});

test('warns about a name that already exists, also on a phone', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Names');
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(addresses(content).subjects);
	const duplicate = async () => {
		await page.getByRole('button', { name: 'Actions for Electrical Principles' }).first().click();
		await page.getByRole('menuitem', { name: 'Duplicate' }).click();
		return page.getByRole('dialog', { name: 'Duplicate Subject' });
	};
	const first = await duplicate();
	await expect(first.getByLabel('Subject Name')).toHaveValue('Copy of Electrical Principles');
	await first.getByRole('button', { name: 'Duplicate' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copy of Electrical Principles');
	await page.goto(addresses(content).subjects);
	const second = await duplicate();
	await expect(second.getByLabel('Subject Name')).toHaveValue('Copy of Electrical Principles (2)');
	await expect(second.getByText('“Copy of Electrical Principles” already exists.')).toBeVisible();
	await expectAccessible(page);
	await second.getByLabel('Subject Name').fill('electrical principles');
	await expect(second.getByText('“electrical principles” already exists.')).toBeVisible();
});
