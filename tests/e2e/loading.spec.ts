import type { Page } from '@playwright/test';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

/** Holds the answers of calls whose path matches, until the returned function is called. */
const holdCalls = async (page: Page, pattern: RegExp) => {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route(pattern, async (route) => {
		await promise;
		await route.continue();
	});
	return async () => {
		resolve();
		await page.unrouteAll({ behavior: 'wait' });
	};
};

test('shows frame, title and loading line before the data of a screen, and marks the next screen at the click', {
	tag: '@once',
}, async ({ page, request }) => {
	const all = addresses(await makeContent(request, 'Diploma in Waiting'));
	const heading = page.getByRole('heading', { level: 1 });
	for (const { address, calls, title, words } of [
		{
			address: all.subjects,
			calls: /\/subjects$/,
			title: 'Subjects',
			words: 'Loading subjects...',
		},
		{ address: all.topic, calls: /\/topics\/[\w-]+/, title: 'Topic', words: 'Loading topic...' },
		{ address: '/admin/status', calls: /\/system$/, title: 'Status', words: 'Loading status...' },
	])
		await test.step(address, async () => {
			const release = await holdCalls(page, new RegExp(`/api(/.*)?${calls.source}`));
			await page.goto(address);
			await expect(page.getByText(words)).toBeVisible();
			await expect(heading).toHaveText(title);
			await expect(page).toHaveTitle(new RegExp(`^${title} · `));
			await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
			await release();
			await expect(page.getByText(words)).toHaveCount(0);
		});

	await page.goto(all.subjects);
	await expect(page.getByText('Electrical Principles')).toBeVisible();
	const release = await holdCalls(page, /\/api\/.*\/examsets$|assets\/.*exam-sets/);
	const course = page.getByRole('navigation', { name: 'Course', exact: true });
	await course.getByRole('link', { name: 'Exam Sets' }).click();
	await expect(course.locator('[aria-current=page]')).toHaveText('Exam Sets');
	await expect(page).toHaveTitle(/^Exam Sets · /);
	await expect(page.getByText('Loading exam sets...')).toBeVisible();
	await expect(heading).toHaveText('Exam Sets');
	await release();
	await expect(page.getByText('July 2026 Series')).toBeVisible();
});
