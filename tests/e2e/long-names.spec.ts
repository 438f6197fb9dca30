import type { Locator, Page } from '@playwright/test';
import { addresses, create, makeContent, makeNamesakes } from './content.ts';
import { expectRowWithin, visit, WINDOWS } from './screens.ts';
import { expect, test } from './server.ts';

/** A name of maximum length without a line break opportunity. */
const UNBROKEN = 'Wiring'.repeat(34).slice(0, 200);

const readOverflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns the visible lines of a name, with the facts in its lines. */
const countLines = (text: Locator) =>
	text.evaluate((name) => {
		const it = name.closest('[class*=facts]') ?? name;
		const { lineHeight } = getComputedStyle(it);
		return Math.round(it.getBoundingClientRect().height / Number.parseFloat(lineHeight));
	});

const readBoxes = (rows: Locator) =>
	rows.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));

/** Returns the URLs of lists with a heading and links to items. */
const listAddresses = (content: Parameters<typeof addresses>[0]) => {
	const { courses, subjects, subjectExamSets, topics, examSets, papers } = addresses(content);
	const across = ['subjects', 'topics', 'examsets', 'pastpapers'].map(
		(list) => `/admin/${list}?course_id=${content.courseId}`,
	);
	return [courses, subjects, subjectExamSets, topics, examSets, papers, ...across];
};

test('clamps a long name to two lines in a table and three on a card until it has focus', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = UNBROKEN;
	const content = await makeNamesakes(request, name);
	for (const address of Object.values(addresses(content)).concat(listAddresses(content)))
		await test.step(address, async () => {
			await visit(page, address);
			expect(await readOverflow(page)).toBeLessThanOrEqual(0);
		});
	for (const address of listAddresses(content))
		await test.step(address, async () => {
			await visit(page, address);
			const link = page.getByRole('main').getByRole('link', { name, exact: true }).first();
			await expect(link).toBeVisible();
			const inCard = await link.evaluate((it) => it.closest('li') !== null);
			expect(await countLines(link)).toBeLessThanOrEqual(inCard ? 3 : 2);
			await page.keyboard.press('Tab');
			await link.focus();
			const hidden = await link.evaluate((it) => it.scrollHeight - it.clientHeight);
			expect(hidden).toBeLessThanOrEqual(1);
			expect(await readOverflow(page)).toBeLessThanOrEqual(0);
		});
});

test('shows the whole title and the first row above the fold on a phone', {
	tag: '@once',
}, async ({ page, request }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	const name = 'Diploma in Electrical and Electronic Engineering (Power Option)';
	const content = await makeContent(request, name);
	const { topics, papers } = addresses(content);
	await create(request, topics.replace('/admin', ''), {
		name,
		isPublished: false,
		freeTopic: true,
		topicUrl: 'https://example.org/notes.pdf',
	});
	await create(request, papers.replace('/admin', ''), {
		name,
		free: true,
		kind: 'marking_scheme',
		subject_id: content.subjectId,
		url: 'https://example.org/paper.pdf',
		codes: ['2521/303', '2602/303', '2601/303'],
	});
	for (const address of [...listAddresses(content), `${topics}?view=table`, `${papers}?view=table`])
		await test.step(address, async () => {
			await visit(page, address);
			const title = page.getByRole('heading', { level: 1 });
			// Touch users do not see the focus that a new screen sets on its title.
			await title.blur();
			const size = await title.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
			expect(size).toBeLessThanOrEqual(22);
			// The strip of the course shows the name that is the title of its exam sets.
			const hidden = await title.evaluate((it) =>
				it.clientHeight > 1 ? it.scrollHeight - it.clientHeight : 0,
			);
			expect(hidden).toBeLessThanOrEqual(1);
			const row = page.locator('main li h2 a, main section h2 a').first();
			await expect(row).toBeVisible();
			const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
			expect.soft(y + height, address).toBeLessThanOrEqual(740);
			// Course cards are not shortened; other rows have a line of switches.
			if (address !== addresses(content).courses)
				for (const { height } of await readBoxes(page.locator('[data-row]')))
					expect(height).toBeLessThanOrEqual(200);
			const buttons = await readBoxes(
				title.locator('xpath=../following-sibling::*').locator('button, a'),
			);
			// The Publish button may wrap to a second line.
			expect(new Set(buttons.map((box) => box.y)).size).toBeLessThanOrEqual(2);
		});
});

test('opens a course by an address with a bare percent sign', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = 'Diploma in Percent';
	const { courseId } = await makeContent(request, name);
	await page.goto(`/admin/courses/${courseId}/100%`);
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('starts every list near the top, below a course name of two lines', {
	tag: '@once',
}, async ({ page, request }) => {
	const name = 'Diploma in Electrical and Electronic Engineering (Power Option)';
	const content = await makeContent(request, name);
	const { subjects, topics, examSets, papers } = addresses(content);
	const across = ['courses', 'subjects', 'topics', 'examsets', 'pastpapers', 'people'];
	const lists = {
		course: {
			most: { wide: 250, phone: 360 },
			of: [subjects, topics, `${topics}?view=cards`, examSets],
		},
		papers: { most: { wide: 280, phone: 420 }, of: [papers, `${papers}?view=cards`] },
		elsewhere: { most: { wide: 230, phone: 320 }, of: across.map((list) => `/admin/${list}`) },
	};
	for (const size of ['wide', 'phone'] as const) {
		await page.setViewportSize(WINDOWS[size]);
		for (const { most, of } of Object.values(lists))
			for (const address of of) {
				await visit(page, address);
				await expectRowWithin(page, most[size]);
			}
	}
});

test('shows all links of the sidebar of an administrator without scrolling', {
	tag: '@once',
}, async ({ page }) => {
	await page.setViewportSize({ width: 1366, height: 680 });
	await page.goto('/admin/courses');
	const sidebar = page.getByRole('complementary');
	await expect(sidebar.getByRole('link', { name: 'Status' })).toBeVisible();
	const hidden = await sidebar.evaluate((it) => it.scrollHeight - it.clientHeight);
	expect(hidden).toBeLessThanOrEqual(0);
});
