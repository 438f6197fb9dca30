import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Waits until nothing fades or slides any more: half transparent text has no fair contrast. */
const settle = (page: Page) =>
	page.evaluate(() =>
		Promise.all(
			document
				.getAnimations()
				.filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
				.map((animation) => animation.finished.catch(() => {})),
		),
	);

/**
 * What a person could press if it were not cut off at the side: by the window, or by a box around it
 * that hides what does not fit. A link that shows itself when it has focus may wait outside.
 */
const cutOff = (page: Page) =>
	page.evaluate(() => {
		const cuts = (box: Element) => getComputedStyle(box).overflowX !== 'visible';
		const isCut = (control: Element) => {
			const { left, right, width } = control.getBoundingClientRect();
			if (width <= 1) return false;
			let box = control.parentElement;
			while (box && !cuts(box)) box = box.parentElement;
			// A wide table is meant to be scrolled sideways; nothing else is.
			if (box?.querySelector('table')) return false;
			const around = box?.getBoundingClientRect() ?? { left: 0, right: window.innerWidth };
			return left < around.left - 1 || right > around.right + 1;
		};
		return [...document.querySelectorAll('a[href], button, input, select, textarea')]
			.filter((control) => control.checkVisibility({ visibilityProperty: true }) && isCut(control))
			.map((control) => control.outerHTML.slice(0, 200));
	});

/** What axe finds in the page, as it is now: all of the console is of one site, so that it runs in the page itself. */
const findings = async (page: Page, options: axe.RunOptions) => {
	// Of the page that is open, once: its half megabyte takes as long as what it finds.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
	const { violations } = await page.evaluate(
		(how) => (window as unknown as { axe: typeof axe }).axe.run(document, how),
		{ ...options, resultTypes: ['violations'] } satisfies axe.RunOptions,
	);
	return violations.map(({ id, help, nodes }) => ({
		rule: `${id}: ${help}`,
		where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
	}));
};

const turn = async (page: Page, colorScheme: 'light' | 'dark') => {
	await page.emulateMedia({ colorScheme });
	// The page hears of it in the next frame, and what fades from one to the other begins in the one after.
	await page.evaluate(
		() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))),
	);
	await settle(page);
};

/** The colours of the look that a test which runs once never has. */
const inOtherColours = async (page: Page) => {
	const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
	await turn(page, isDark ? 'light' : 'dark');
	const found = await findings(page, { runOnly: ['color-contrast'] });
	await turn(page, isDark ? 'dark' : 'light');
	return found;
};

/**
 * Fails when axe finds anything in the page, as it is now, that breaks WCAG 2.2 A or AA, or a control is cut off.
 * In a test that runs once, contrasts are looked at both light and dark.
 * Where something lies over what scrolls, sizes of targets are not looked at: axe takes what is half below it for small.
 */
export const expectAccessible = async (page: Page, { covered = false } = {}) => {
	await settle(page);
	const rules = { 'target-size': { enabled: !covered } };
	expect(await findings(page, { runOnly: RULES, rules }), 'what axe found').toEqual([]);
	expect(await cutOff(page), 'what is cut off at the side').toEqual([]);
	if (!test.info().tags.includes('@once')) return;
	expect(await inOtherColours(page), 'what axe found in the other colours').toEqual([]);
};
