import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { itemMenu } from './screens.ts';
import { expect, test } from './server.ts';

const row = (page: Page, name: string) =>
	page.getByRole('list', { name: 'Deletions' }).getByRole('listitem').filter({ hasText: name });

test('undoes a deletion on the same screen', { tag: '@once' }, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Second Thoughts');
	const at = addresses(content);
	await page.goto(at.topics);
	await page.getByRole('button', { name: 'Actions for Ohm’s law' }).click();
	await page.getByRole('menuitem', { name: 'Delete' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText(
		/It goes to the trash and can be restored until \d+ \w{3} \d{4}/,
	);
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Delete', exact: true }).dblclick();
	const topic = page.getByRole('link', { name: 'Ohm’s law', exact: true });
	await expect(topic).toHaveCount(0);
	// The control that was used is gone: the next row has the focus.
	await expect(page.getByRole('link', { name: 'Transformers', exact: true })).toBeFocused();
	// A notification under the pointer stays open, also on a slow machine.
	await page.getByRole('button', { name: 'Undo' }).hover();
	await expectAccessible(page);
	// A double click acts once.
	await expect(page.getByText('Topic deleted')).toHaveCount(1);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(topic).toBeVisible();
	await expect(page.getByText('Topic restored')).toBeVisible();
	await expect(page).toHaveURL(at.topics);
});

test('finds, restores and permanently deletes an item in the trash', {
	tag: '@once',
}, async ({ page, request, tolerate }) => {
	tolerate(/404 \(/);
	const content = await makeContent(request, 'Diploma in Bins');
	const at = addresses(content);
	await request.delete(at.subject.replace('/admin', '/api'));
	await page.goto('/admin/trash?search=Electrical');
	const subject = row(page, 'Electrical Principles').filter({ hasText: 'Diploma in Bins' });
	await expect(subject).toContainText('with 2 topics');
	await expect(subject).toContainText('30 days left');
	await expectAccessible(page);
	await page.goto(at.topic);
	await expect(page.getByText('This topic is in the trash')).toBeVisible();
	await expectAccessible(page);
	await page.getByRole('link', { name: 'Open the trash' }).press('Enter');
	await expect(page).toHaveURL('/admin/trash');
	await subject.getByRole('button', { name: 'Restore Electrical Principles' }).focus();
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: 'Open' }).press('Enter');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Electrical Principles');
	await request.delete(at.course.replace('/admin', '/api'));
	await page.goto('/admin/trash?kind=courses');
	const course = row(page, 'Diploma in Bins');
	await course.getByRole('button', { name: 'Actions for Diploma in Bins' }).click();
	await expectAccessible(page);
	await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
	const dialog = page.getByRole('dialog', { name: 'Delete permanently' });
	await expect(dialog).toContainText('2 subjects, 2 topics, 2 exam sets and 2 past papers');
	await expectAccessible(page);
	await dialog.getByRole('button', { name: 'Delete permanently' }).click();
	await expect(course).toHaveCount(0);
});

test('compares and restores an earlier version by keyboard', {
	tag: '@once',
}, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Earlier Days');
	const { topic } = addresses(content);
	const path = topic.replace('/admin', '/api');
	const stored = async () => (await (await request.get(path)).json()).data;
	await request.put(path, { data: { name: 'Ohm’s law and power', isPublished: false } });
	await request.put(path, { data: { name: 'Ohm’s law and energy' } });
	await page.goto(topic);
	await (await itemMenu(page)).focus();
	await page.keyboard.press('Enter');
	// The menu moves the focus to its first entry once it is open.
	await expect(page.getByRole('menuitem').first()).toBeFocused();
	await page.getByRole('menuitem', { name: 'History' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'History' });
	await expect(dialog.getByLabel('Differences')).toContainText('Ohm’s law and power');
	await expect(dialog.getByLabel('Differences')).toContainText('Ohm’s law and energy');
	await expectAccessible(page);
	await dialog.getByRole('combobox', { name: 'Older version' }).focus();
	await page.keyboard.press('End');
	await expect(dialog.getByLabel('Differences')).toContainText('Status');
	await expectAccessible(page);
	await page.keyboard.press('Tab');
	await expect(dialog.getByRole('button', { name: 'Restore this version' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByText(/^Version of .+ filled in$/)).toBeVisible();
	await expect(page.getByLabel('Topic Name')).toHaveValue('Ohm’s law');
	expect(await stored()).toMatchObject({ name: 'Ohm’s law and energy', isPublished: false });
	await page.getByLabel('Topic Name').press('Enter');
	await expect.poll(stored).toMatchObject({ name: 'Ohm’s law', isPublished: true });
});
