import { HOSTILE_TEXTS } from '../../server/platform/http/fixtures/hostile-texts.ts';
import { addresses, create, makeNamesakes } from './content.ts';
import { openHistory, visit } from './screens.ts';
import { expect, test } from './server.ts';

/** All texts in one, which fit in a description. */
const ALL = HOSTILE_TEXTS.join(' ');

test('shows HTML, formulas and other markup in text literally', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const dialogs: string[] = [];
	page.on('dialog', (dialog) => {
		dialogs.push(dialog.message());
		void dialog.dismiss();
	});
	for (const first of [0, 4]) {
		const name = HOSTILE_TEXTS.slice(first, first + 4).join(' ');
		const content = await makeNamesakes(request, name, { description: ALL });
		const at = addresses(content);
		for (const address of [
			...[at.subjects, at.subject, at.topics, at.examSets, at.examSet, at.papers, at.paper],
			// Filter by course: the site has more than one page of items.
			...['subjects', 'pastpapers'].map((list) => `/admin/${list}?course_id=${content.courseId}`),
			at.audit,
		])
			await test.step(address, async () => {
				await visit(page, address);
				await expect(page.locator('main')).toContainText(name);
			});
		await visit(page, at.topic);
		await expect(page.getByRole('textbox', { name: 'Topic Name' })).toHaveValue(name);
		await openHistory(page);
		await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible();
		await visit(page, '/admin/courses');
		await expect(page.getByText(name).first()).toBeVisible();
		await expect(page.getByText(ALL).first()).toBeVisible();

		const email = `text.${first}.${Date.now()}@example.org`;
		await create(request, '/people', { name, email, role: 'viewer' });
		const short = HOSTILE_TEXTS[first] as string;
		await create(request, '/keys', { name: short, role: 'viewer', days: 30 });
		for (const [address, text] of [
			['/admin/people', name],
			['/admin/keys', short],
			['/admin/audit', name],
		] as const)
			await test.step(address, async () => {
				// Reload: requests of the test do not invalidate the console's cache.
				await page.goto(address);
				await expect(page.locator('main')).toContainText(text);
			});
	}
	expect(dialogs).toEqual([]);
	// No markup became an element of the page.
	expect(
		await page.locator('main script, main iframe, main [onerror], main [onload]').count(),
	).toBe(0);
});
