import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { waitUntilLoaded } from './screens.ts';

/** Its minified source; `axe.source` is more than twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** Best practices: a dialog is no second banner, and landmarks of one kind have names. */
const LANDMARKS = {
	'landmark-no-duplicate-banner': { enabled: true },
	'landmark-unique': { enabled: true },
};

/** Waits for the end of loading and of all animations: semi-transparent text fails contrast checks. */
const settle = async (page: Page) => {
	await waitUntilLoaded(page);
	await page.evaluate(() =>
		Promise.all(
			document
				.getAnimations()
				.filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
				.map((animation) => animation.finished.catch(() => {})),
		),
	);
};

/**
 * Returns controls that are clipped at the side by the window or by an ancestor that hides overflow.
 * Skip links, which become visible on focus, may be outside.
 */
const findClippedControls = (page: Page) =>
	page.evaluate(() => {
		const cuts = (box: Element) => getComputedStyle(box).overflowX !== 'visible';
		const isCut = (control: Element) => {
			const { left, right, width } = control.getBoundingClientRect();
			if (width <= 1) return false;
			let box = control.parentElement;
			while (box && !cuts(box)) box = box.parentElement;
			// Only wide tables, and the tabs of a course on a phone, may scroll horizontally.
			if (box?.querySelector('table') || box?.matches('nav[aria-label=Course] ul')) return false;
			const around = box?.getBoundingClientRect() ?? { left: 0, right: window.innerWidth };
			return left < around.left - 1 || right > around.right + 1;
		};
		return [...document.querySelectorAll('a[href], button, input, select, textarea')]
			.filter((control) => control.checkVisibility({ visibilityProperty: true }) && isCut(control))
			.map((control) => control.outerHTML.slice(0, 200));
	});

/** Returns style sheets of components that a rule displays as text. */
const findShownStyles = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('body style')]
			.filter((each) => each.checkVisibility())
			.map((each) => each.textContent),
	);

/** Runs axe in the page itself, which works because the console has a single origin. */
const runAxe = async (page: Page, options: axe.RunOptions) => {
	// Load axe once per page: its 650 kB take as long as a run.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
	const { violations } = await page.evaluate(
		(how) => (window as unknown as { axe: typeof axe }).axe.run(document, how),
		{ ...options, resultTypes: ['violations'] } satisfies axe.RunOptions,
	);
	return violations.map(({ id, help, nodes }) => ({
		rule: `${id}: ${help}`,
		where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
	}));
};

/**
 * Asserts that axe finds no violation of WCAG 2.2 A or AA, and of rules of landmarks, in the current page, and that no
 * control is clipped.
 * With `covered`, target sizes are not checked: axe reports partly covered targets as too small.
 */
export const expectAccessible = async (page: Page, { covered = false } = {}) => {
	await settle(page);
	const rules = { ...LANDMARKS, 'target-size': { enabled: !covered } };
	expect(await runAxe(page, { runOnly: RULES, rules }), 'violations of WCAG').toEqual([]);
	expect(await findClippedControls(page), 'clipped controls').toEqual([]);
	expect(await findShownStyles(page), 'styles shown as text').toEqual([]);
};
