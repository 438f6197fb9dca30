import type { Page } from '@playwright/test';

/**
 * Replaces every text by a translation in `<font>` elements, as translators do that ignore `translate="no"`. Returns
 * the translations that are still shown afterwards.
 */
export const translateTexts = (page: Page) =>
	page.evaluate(async () => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const texts: Text[] = [];
		while (walker.nextNode()) texts.push(walker.currentNode as Text);
		for (const text of texts.filter(({ data, parentElement: parent }) =>
			parent?.closest('style, script') ? false : data.trim() !== '',
		)) {
			const font = document.createElement('font');
			font.append(document.createElement('font'));
			font.firstElementChild?.append(`«${text.data}»`);
			text.replaceWith(font);
		}
		await Promise.resolve();
		return [...document.querySelectorAll('body > * font > font')].map((each) => each.textContent);
	});

/** Draws a page in DejaVu, which is wider than most fonts of browsers, or again in the usual font. */
export const setWideFont = (page: Page, isOn: boolean) =>
	page.evaluate(
		(font) => {
			for (const name of ['--mantine-font-family', '--mantine-font-family-headings'])
				document.documentElement.style.setProperty(name, font);
		},
		isOn ? 'DejaVu Sans' : '',
	);

/** Sets the size of text, in percent. */
export const setTextSize = (page: Page, percent: number) =>
	page.evaluate((size) => {
		document.documentElement.style.fontSize = size;
	}, `${percent}%`);

/** The years that a device shows whose clock is seven years fast. */
const WRONG_YEARS = new RegExp(
	[6, 7, 8].map((years) => new Date().getUTCFullYear() + years).join('|'),
	'g',
);

/** Sets the clock of the device seven years ahead, on pages that are loaded afterwards. */
export const setClockWrong = (page: Page) =>
	page.addInitScript(() => {
		const RightDate = Date;
		const aheadMs = 7 * 365.25 * 86_400_000;
		window.Date = class extends RightDate {
			constructor(...parts: []) {
				super(...(parts.length === 0 ? ([RightDate.now() + aheadMs] as unknown as []) : parts));
			}
			static override now = () => RightDate.now() + aheadMs;
		} as DateConstructor;
	});

/** Returns the years of the wrong clock that a page shows, as text or in fields. */
export const findWrongYears = async (page: Page) => {
	const shown = await page.evaluate(() =>
		[
			document.body.innerText,
			...[...document.querySelectorAll('input, option')].map(
				(each) => (each as HTMLInputElement).value,
			),
		].join('\n'),
	);
	return shown.match(WRONG_YEARS) ?? [];
};
