import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addresses, type Content, create, makeContent } from './content.ts';

/** What can be done with what is selected. */
export const bar = (page: Page) => page.getByRole('region', { name: /^Selected / });
/** The checkbox of a row. */
export const box = (page: Page, name: string) =>
	page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
/** The topics of the first subject, as the server has them. */
export const topicsOf = async (api: APIRequestContext, { courseId, subjectId }: Content) =>
	(await (await api.get(`/api/courses/${courseId}/subjects/${subjectId}/topics`)).json()).data as {
		id: string;
		name: string;
		order_num: number;
		isPublished: boolean;
		freeTopic: boolean;
	}[];

/** A course with topics 'Lesson 1' to 'Lesson n' in its first subject beside the usual two, all drafts. */
export const withLessons = async (api: APIRequestContext, courseName: string, lessons: number) => {
	const content = await makeContent(api, courseName);
	const path = addresses(content).topics.replace('/admin', '');
	for (let number = 1; number <= lessons; number++)
		await create(api, path, { name: `Lesson ${number}`, isPublished: false });
	return content;
};

/** Presses an action of the bar: on a phone all but the first two are behind its menu. */
export const act = async (page: Page, name: string) => {
	const button = bar(page).getByRole('button', { name, exact: true });
	const more = bar(page).getByRole('button', { name: /^More for / });
	await expect(button.or(more).first()).toBeVisible();
	if (await button.isVisible()) return button.click();
	await more.click();
	await page.getByRole('menuitem', { name, exact: true }).click();
};
