import { expect, test } from './server.ts';

test('what is not there offers nothing to add to it, or to edit', { tag: '@once' }, async ({
	page,
	tolerate,
}) => {
	tolerate(/404 \(/);
	const course = '/admin/courses/00000000-0000-7000-8000-000000000000';
	for (const [address, action] of [
		['', 'Edit'],
		['/subjects/list', 'Add Subject'],
		['/examsets/list', 'Add Exam Set'],
		['/subjects/none/topics?view=cards', 'Add Topic'],
		['/examsets/none/pastpapers?view=cards', 'Add Past Paper'],
	] as const) {
		await page.goto(`${course}${address}`);
		await expect(page.getByRole('alert')).toContainText('not found');
		await expect(page.getByRole('main').getByText(action, { exact: true })).toHaveCount(0);
	}
	await page.goto('/nope');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
	await page.getByRole('link', { name: 'Return to Dashboard' }).click();
	await expect(page).toHaveURL('/admin');
});
