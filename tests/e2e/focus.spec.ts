import { addresses, create, makeContent } from './content.ts';
import { hasRoom } from './rows.ts';
import { expect, test } from './server.ts';

test('where what had the focus goes away, the heading of the screen has it', {
	tag: '@once',
}, async ({ page, request }) => {
	const course = await create(request, '/courses', {
		name: 'Artisan in Joinery',
		order_num: 1,
		category_id: 'cat_artisan',
	});
	await page.goto(`/admin/courses/${course.id}/subjects/list`);
	const dialog = page.getByRole('dialog');
	const heading = page.getByRole('heading', { level: 1 });

	// The button of the empty list goes with the emptiness.
	await page.getByRole('button', { name: 'Add First Subject' }).click();
	await dialog.getByLabel('Subject Name').fill('Hand tools');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByText('Hand tools')).toBeVisible();
	await expect(heading).toBeFocused();

	// What opened the dialog has it again where it is still there.
	const add = page.getByRole('button', { name: 'Add Subject' });
	await add.click();
	await expect(dialog).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expect(add).toBeFocused();

	// Nor is it taken from where somebody put it, nor given to who wants none.
	await page.getByText('Order: 1').click();
	if (hasRoom(page)) await page.getByRole('switch', { name: 'Published' }).click();
	else {
		await page.getByRole('button', { name: /^Actions for / }).click();
		await page.getByRole('menuitem', { name: 'Unpublish' }).click();
	}
	await expect(page.getByText('Draft')).toBeVisible();
	await expect(heading).not.toBeFocused();

	// What was lost and given to another is no reason to take it where that one lost it a moment ago.
	const whose = await page.evaluate(async () => {
		const button = () => document.body.appendChild(document.createElement('button'));
		const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
		const [one, other] = [button(), button()];
		one.focus();
		one.remove();
		await after(0);
		other.focus();
		await after(100);
		other.remove();
		await after(40);
		return document.activeElement?.tagName;
	});
	expect(whose).toBe('BODY');
	await expect(heading).toBeFocused();
});

test('a row that was deleted leaves the focus on the heading', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Focus');
	await page.goto(`${addresses(content).examSets}`);
	await page.getByRole('button', { name: 'Actions for July 2026 Series' }).click();
	await page.getByRole('menuitem', { name: 'Delete' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('main').getByText('July 2026 Series')).toHaveCount(0);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
