import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

const crumbs = (page: Page) => page.getByRole('navigation', { name: /^Breadcrumb/ });
const main = (page: Page) => page.getByRole('main');

test('finds a course by name, and links its figures to its gaps and back', {
	tag: '@once',
}, async ({ page, fresh }) => {
	const { url } = await fresh({ SAMPLE_DATA: '1' });
	await page.goto(`${url}/admin/courses`);
	await expect(main(page).getByRole('heading', { name: 'Diploma', exact: true })).toBeVisible();
	await main(page).getByRole('searchbox', { name: 'Search courses' }).fill('electrical');
	const matches = main(page).getByRole('list', { name: 'Courses: Diploma' }).getByRole('listitem');
	await expect(matches).toHaveCount(1);
	await expect(matches.getByRole('img', { name: /^\d+% published$/ })).toBeVisible();
	await matches
		.getByRole('link', { name: /^9 subjects · 47 topics · 27 papers · \d+ drafts/ })
		.click();
	await expect(main(page).getByRole('region', { name: 'To do' })).toBeVisible();
	await expectAccessible(page);

	const lacking = main(page).getByRole('link', { name: /^\d+ topics in draft$/ });
	const [number] = /\d+/.exec((await lacking.textContent()) ?? '') ?? [];
	await lacking.click();
	await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
	await expect(page.getByText(`of ${number} entries`)).toBeVisible();
	await page.goBack();
	await expect(main(page).getByRole('region', { name: 'Recent changes' })).toBeVisible();
});

test('shows the way back in one line, by name and with the words of the specification', {
	tag: '@once',
}, async ({ page, request }) => {
	const all = addresses(await makeContent(request, 'Diploma in Ways Back'));
	const subject = 'Subject Electrical Principles';
	const expected: [string, string[]][] = [
		[all.newCourse, []],
		[all.editCourse, []],
		[all.course, []],
		[all.courseByName, []],
		[all.subject, ['Back to Subjects']],
		[all.topics, ['Back to Subjects', subject]],
		[all.topic, ['Back to Subjects', subject, 'Topics']],
		[all.examSet, ['Exam Sets']],
		[all.paper, ['Exam Sets', 'Exam Set July 2026 Series', 'Past Papers']],
	];
	for (const [address, words] of expected) {
		await page.goto(address);
		const links = crumbs(page).getByRole('link');
		const names = ['Dashboard', 'Courses', ...words];
		await expect(links).toHaveCount(names.length);
		for (const [at, name] of names.entries()) {
			await expect(links.nth(at)).toHaveAccessibleName(name);
			await expect(links.nth(at)).toBeInViewport();
		}
		const tops = await links.evaluateAll((all) =>
			all.slice(2).map((a) => Math.round(a.getBoundingClientRect().top)),
		);
		expect(new Set(tops).size, `${address} has one line`).toBe(Math.min(1, words.length));
	}
});

test(
	'highlights the current link of the sidebar, and the dashboard weakly',
	{ tag: '@once' },
	async ({ page }, { project }) => {
		await page.goto('/admin/courses');
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		if (!project.name.endsWith('wide')) await page.getByRole('button', { name: 'Menu' }).click();
		const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
		const looks = await links.evaluateAll((all) =>
			all.map((link) => {
				const { backgroundColor, fontWeight } = getComputedStyle(link);
				return { name: link.textContent, ground: backgroundColor, fontWeight };
			}),
		);
		const usual = looks.at(-1);
		const marked = looks.filter(({ ground }) => ground !== usual?.ground);
		expect(marked.map(({ name }) => name)).toEqual(['Dashboard', 'Courses']);
		expect(new Set(marked.map(({ ground }) => ground)).size).toBe(2);
		const strong = looks.filter(({ fontWeight }) => fontWeight !== usual?.fontWeight);
		expect(strong.map(({ name }) => name)).toEqual(['Courses']);
		await expect(links.and(page.locator('[aria-current]'))).toHaveText('Courses');
	},
);
