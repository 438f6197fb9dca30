import type { Locator, Page } from '@playwright/test';
import { addresses, create, makeContent } from './content.ts';
import { expect, test } from './server.ts';
import { visit } from './visit.ts';

/** As long as a name may be, without a place to break it. */
const UNBROKEN = 'Wiring'.repeat(34).slice(0, 200);

const sideways = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const lines = (text: Locator) =>
	text.evaluate((it) => {
		const { lineHeight } = getComputedStyle(it);
		return Math.round(it.getBoundingClientRect().height / Number.parseFloat(lineHeight));
	});

const boxes = (of: Locator) =>
	of.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));

const isWhole = async (words: Locator) => {
	await expect(words).toBeVisible();
	expect(await words.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
};

/** The lists, each with a heading, and what leads to one item of it. */
const lists = (content: Parameters<typeof addresses>[0]) => {
	const { courses, subjects, subjectExamSets, topics, examSets, papers } = addresses(content);
	const across = ['subjects', 'topics', 'examsets', 'pastpapers'].map(
		(list) => `/admin/${list}?course_id=${content.courseId}`,
	);
	return [courses, subjects, subjectExamSets, topics, examSets, papers, ...across];
};

test('a long name without a break takes two lines of a table, three of a card and no more room, until it has the focus', async ({
	page,
	request,
}) => {
	const name = UNBROKEN;
	const course = await create(request, '/courses', {
		name,
		order_num: 1,
		category_id: 'cat_diploma',
	});
	const place = `/courses/${course.id}`;
	const subject = await create(request, `${place}/subjects`, { name });
	const topic = await create(request, `${place}/subjects/${subject.id}/topics`, { name });
	const set = await create(request, `${place}/examsets`, { name, year: 2026 });
	const paper = await create(request, `${place}/examsets/${set.id}/pastpapers`, {
		name,
		subject_id: subject.id,
		url: 'https://example.org/paper.pdf',
	});
	const content = {
		courseId: course.id,
		courseName: name,
		subjectId: subject.id,
		topicId: topic.id,
		examSetId: set.id,
		paperId: paper.id,
	};
	for (const address of Object.values(addresses(content)).concat(lists(content)))
		await test.step(address, async () => {
			await visit(page, address);
			expect(await sideways(page)).toBeLessThanOrEqual(0);
		});
	for (const address of lists(content))
		await test.step(address, async () => {
			await visit(page, address);
			const link = page.getByRole('main').getByRole('link', { name, exact: true }).first();
			await expect(link).toBeVisible();
			const inCard = await link.evaluate((it) => it.closest('li') !== null);
			expect(await lines(link)).toBeLessThanOrEqual(inCard ? 3 : 2);
			await page.keyboard.press('Tab');
			await link.focus();
			const hidden = await link.evaluate((it) => it.scrollHeight - it.clientHeight);
			expect(hidden).toBeLessThanOrEqual(1);
			expect(await sideways(page)).toBeLessThanOrEqual(0);
		});
});

test('on a phone a title is small and of two lines, a row is low, and the first row is in sight', {
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
	for (const address of [...lists(content), `${topics}?view=table`, `${papers}?view=table`])
		await test.step(address, async () => {
			await visit(page, address);
			const title = page.getByRole('heading', { level: 1 });
			// Who comes by touch does not see the focus that a new screen gives its title.
			await title.blur();
			const size = await title.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
			expect(size).toBeLessThanOrEqual(22);
			expect(await lines(title)).toBeLessThanOrEqual(2);
			const row = page.locator('main li h2 a, main section h2 a').first();
			await expect(row).toBeVisible();
			const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
			expect.soft(y + height, address).toBeLessThanOrEqual(740);
			// A course shows its whole card.
			if (address !== addresses(content).courses)
				for (const { height } of await boxes(page.locator('[data-row]')))
					expect(height).toBeLessThanOrEqual(72);
			const buttons = await boxes(title.locator('xpath=../..').locator('button, a'));
			// Publish… has a line of its own where the others leave no room.
			expect(new Set(buttons.map((box) => box.y)).size).toBeLessThanOrEqual(2);
		});
});

test('on a phone a title says of which exam set its papers are, and a row has a name of thirty letters whole', {
	tag: '@once',
}, async ({ page, request }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	const content = await makeContent(request, 'Diploma in Electrical and Electronic Engineering');
	const { papers } = addresses(content);
	const name = 'Paper 3: Power Electronics';
	await create(request, papers.replace('/admin', ''), { name });
	await page.goto(papers);
	const title = page.getByRole('heading', { level: 1 });
	await expect(title).toContainText('July 2026 Series Past Papers');
	const set = await boxes(title.getByText(/^July 2026 Series/));
	const [around] = await boxes(title);
	expect(set[0]?.bottom).toBeLessThanOrEqual((around?.bottom ?? 0) + 1);
	expect(await lines(title)).toBe(2);
	const row = page.getByRole('link', { name, exact: true });
	expect(
		await row.evaluate((it) => [
			it.scrollWidth - it.clientWidth,
			it.scrollHeight - it.clientHeight,
		]),
	).toEqual([0, 0]);
});

test('at a desk a title has two lines at most, and a paper of all lists says of which series it is', {
	tag: '@once',
}, async ({ page, request }) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	const name = 'Diploma in Electrical and Electronic Engineering (Power Option)';
	const content = await makeContent(request, name);
	const { examSets, papers } = addresses(content);
	await create(request, papers.replace('/admin', ''), { name, codes: ['2705/301'] });
	const scheme = { name: `${name}, answers`, kind: 'marking_scheme', codes: ['2705/302'] };
	await create(request, papers.replace('/admin', ''), scheme);
	for (const address of [examSets, papers]) {
		await page.goto(address);
		const title = page.getByRole('heading', { level: 1, name });
		await expect(title).toBeVisible();
		expect(await lines(title)).toBeLessThanOrEqual(2);
	}
	await page.goto(`/admin/pastpapers?course_id=${content.courseId}`);
	const row = page.getByRole('row').filter({ hasText: '2705/301' });
	const answers = page.getByRole('row').filter({ hasText: 'Marking scheme' });
	for (const width of [1440, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		await isWhole(row.getByRole('link', { name: 'July 2026 Series' }));
		await isWhole(answers.getByRole('link', { name: 'July 2026 Series' }));
	}
});

test('icons alone say in a tooltip what they do', { tag: '@once' }, async ({ page, request }) => {
	const content = await makeContent(request, 'Diploma in Icons');
	const { subjects, topics, examSets, papers } = addresses(content);
	for (const address of [subjects, `${topics}?view=table`, examSets, `${papers}?view=cards`]) {
		await page.goto(address);
		const icons = page.getByRole('main').getByRole('button', { name: /^(Edit|Actions for) / });
		await expect(icons.first()).toBeVisible();
		for (const icon of await icons.all())
			if ((await icon.innerText()) === '')
				await expect(icon).toHaveAttribute('title', /^(Edit .+|Actions)$/);
	}
});
