import type { Page } from '@playwright/test';
import { TEST_MS } from '../patience.ts';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import {
	findWrongYears,
	setClockWrong,
	setTextSize,
	setWideFont,
	translateTexts,
} from './disturbed.ts';
import { readRoutes, visit } from './screens.ts';
import { expect, test } from './server.ts';

/** Screens that need no test content; their empty lists are complete screens too. */
const SCREENS = [
	...['', 'reconciliation/months', 'reconciliation/statements'],
	...[
		'account',
		'accounts',
		'audit',
		'coverage',
		'intake',
		'keys',
		'people',
		'reconciliation',
		'status',
	],
	...['transactions', 'transactions/to-check?kind=unmatched', 'transactions/to-check', 'trash'],
];

/** Routes whose screens need payments or an upload, which other specs check, and one that only redirects. */
const ELSEWHERE = [
	...['accounts/$account', 'intake/$intakeId', 'transactions/$transactionId'],
	...['transactions/payers/$transactionId', 'transactions/strays'],
].map((path) => `/admin/${path}`);

/** The routes of content; the others need none. */
const CONTENT = /^\/admin\/(courses|subjects|topics|examsets|pastpapers)/;

const LONG_NAME = `Certificate-in-${'Unbroken'.repeat(8)} and a long rest of a name that needs several lines`;

/** Returns texts beside elements that only a fault in the code shows: the 0 of `count && <Badge />`, an unknown value. */
const findLeakedTexts = (page: Page) =>
	page.evaluate(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const leaked: string[] = [];
		while (walker.nextNode()) {
			const { parentElement, textContent } = walker.currentNode;
			const isLeak = /^\s*(00?|NaN|undefined|null|\[object Object\])\s*$/.test(textContent ?? '');
			if (isLeak && parentElement && parentElement.childElementCount > 0)
				leaked.push(parentElement.outerHTML.slice(0, 200));
		}
		return leaked;
	});

/** Returns what is outside the window at the side: the page itself, or columns of a table. */
const findTooWide = (page: Page) =>
	page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		// The grid of a course has a column for each series.
		const frames = [...document.querySelectorAll('main :has(> table)')].filter(
			(each) => !each.querySelector('[aria-label^=Coverage]'),
		);
		return [
			...(scrollWidth > clientWidth ? [`the page by ${scrollWidth - clientWidth} px`] : []),
			...frames
				.filter((each) => each.scrollWidth > each.clientWidth)
				.map((each) => `columns of ${each.querySelector('table')?.ariaLabel}`),
		];
	});

/** Returns heads, buttons, badges and tabs whose text does not fit. */
const findCutTexts = (page: Page) =>
	page.evaluate(() => {
		const parts = ['thead th', 'button', '.mantine-Button-root', '[data-badge]', '[role=tab]'];
		const texts = [...parts, 'nav[aria-label=Course] a'].flatMap((part) => [part, `${part} *`]);
		return [...document.querySelectorAll(texts.join())]
			.filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
			.map((each) => `${each.textContent} (${each.scrollWidth} > ${each.clientWidth})`);
	});

/** Opens every screen, so it takes longer than others. */
const WALK = { tag: '@walk' };

/** Waits until the screen is laid out for a new width or font. */
const waitForLayout = (page: Page) =>
	page.evaluate(() => new Promise((then) => requestAnimationFrame(() => setTimeout(then))));

const expectSoon = expect.configure({ soft: true }).poll;

/**
 * Asserts that screens pass axe, are not wider than the window, show no text by mistake, and are right on a device
 * whose clock is wrong, whose text is enlarged and whose browser translates pages.
 */
const expectSound = async (page: Page, screens: readonly string[]) => {
	// Up to thirty screens, each with a run of axe.
	test.setTimeout(6 * TEST_MS);
	await setClockWrong(page);
	const visited = new Set<string>();
	for (const address of screens)
		await test.step(address, async () => {
			await visit(page, address);
			const { current, title } = await readRoutes(page);
			visited.add(current.replace(/\/$/, ''));
			// An unknown address ends at the route of the frame.
			if (current !== '/admin') expect.soft(title, `the title of ${current}`).toBeDefined();
			await expectAccessible(page);
			const size = page.viewportSize() ?? { width: 0, height: 0 };
			// Also at the width of the smallest phones, of tablets and of old laptops.
			const widths = size.width < 768 ? [size.width, 320] : [size.width, 1200, 1024, 768];
			for (const width of widths) {
				const at = `${address} at ${width} px`;
				await page.setViewportSize({ ...size, width });
				await waitForLayout(page);
				// Parts of the screen adapt one after the other.
				await expectSoon(() => findTooWide(page), at).toEqual([]);
				await setWideFont(page, true);
				await expectSoon(() => findCutTexts(page), `${at} in a wide font`).toEqual([]);
				await setWideFont(page, false);
			}
			await page.setViewportSize(size);
			// The strip of a course is that of a phone where people enlarge the text.
			if (size.width >= 768 && !CONTENT.test(address)) {
				await setTextSize(page, 200);
				const tooWide = async () => (await findTooWide(page)).filter((each) => /page/.test(each));
				await expectSoon(tooWide, `${address} with text of 200 %`).toEqual([]);
				await setTextSize(page, 100);
			}
			expect.soft(await findLeakedTexts(page), `${address} shows a text by mistake`).toEqual([]);
			expect.soft(await findWrongYears(page), `${address} believes the device’s clock`).toEqual([]);
			expect.soft(await translateTexts(page), `${address} stays translated`).toEqual([]);
		});
	await expect(page.getByText(/^This device’s clock is [\d,]+ days fast$/)).toBeVisible();
	const { all } = await readRoutes(page);
	return all.filter((path) => !visited.has(path) && !ELSEWHERE.includes(path));
};

test('content screens pass axe and do not scroll horizontally', WALK, async ({ page, request }) => {
	const content = await makeContent(request, LONG_NAME);
	const { nowhere: _, ...all } = addresses(content);
	const both = ['cards', 'table'].flatMap((view) =>
		[all.topics, all.papers].map((list) => `${list}?view=${view}`),
	);
	const { subjectId, topicId, examSetId, paperId } = content;
	const unvisited = await expectSound(page, [
		...[...Object.values(all), ...both, `${all.course}/coverage`, `${all.course}/learner`],
		...[`${all.course}/subjects`, `${all.course}/examsets`],
		...['subjects', 'topics', 'examsets', 'pastpapers'].map((list) => `/admin/${list}`),
		...[`subjects/${subjectId}`, `topics/${topicId}`].map((path) => `/admin/${path}`),
		...[`examsets/${examSetId}`, `pastpapers/${paperId}`].map((path) => `/admin/${path}`),
		`/admin/examsets/${examSetId}/pastpapers`,
	]);
	expect(unvisited.filter((path) => CONTENT.test(path))).toEqual([]);
});

test('other screens pass axe and do not scroll horizontally', WALK, async ({ page }) => {
	const unvisited = await expectSound(
		page,
		[...SCREENS, 'no/such/place'].map((name) => `/admin/${name}`),
	);
	const missing = unvisited.filter((path) => path.startsWith('/admin/') && !CONTENT.test(path));
	expect(missing).toEqual([]);
});

test('empty lists pass axe', WALK, async ({ page, request }) => {
	const answer = await request.post('/api/courses', {
		data: { name: 'Empty', order_num: 9, category_id: 'cat_artisan' },
	});
	const courseId = (await answer.json()).data.id as string;
	for (const list of ['subjects', 'examsets']) {
		await visit(page, `/admin/courses/${courseId}/${list}/list`);
		await expect(page.getByRole('button', { name: /^Add First/ })).toBeVisible();
		await expectAccessible(page);
	}
});

test('prints a list without controls, dark on white', { tag: '@once' }, async ({
	page,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Printing');
	await page.goto(addresses(content).examSets);
	await expect(page.getByText('July 2026 Series').first()).toBeVisible();
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText('July 2026 Series').first()).toBeVisible();
	for (const role of ['navigation', 'banner', 'button'] as const)
		await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(
			// Sort buttons in table headings are printed.
			role === 'button' ? await page.locator('th button').filter({ visible: true }).count() : 0,
		);
	const colors = (selector: string) =>
		page
			.locator(selector)
			.filter({ visible: true })
			.first()
			.evaluate((it) => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]);
	expect(await colors('body')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
	expect((await colors('main :is(thead th, [data-row] h2 + div)'))[0]).toBe('rgb(68, 68, 68)');
});
