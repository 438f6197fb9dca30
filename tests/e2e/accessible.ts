import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** Fails when axe finds anything in the page, as it is now, that breaks WCAG 2.2 A or AA. */
export const expectAccessible = async (page: Page) => {
	await settle(page);
	const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
	const found = violations.map(({ id, help, nodes }) => ({
		rule: `${id}: ${help}`,
		where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
	}));
	expect(found, 'what axe found').toEqual([]);
};
