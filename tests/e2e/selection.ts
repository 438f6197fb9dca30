import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addresses, type Content, create, makeContent } from './content.ts';

/** Returns the toolbar of the selection. */
export const bar = (page: Page) => page.getByRole('region', { name: /^Selected / });
/** Returns the checkbox of a row. */
export const box = (page: Page, name: string) =>
	page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
/** Fetches the topics of the first subject. */
export const topicsOf = async (api: APIRequestContext, { courseId, subjectId }: Content) =>
	(await (await api.get(`/api/courses/${courseId}/subjects/${subjectId}/topics`)).json()).data as {
		id: string;
		name: string;
		order_num: number;
		isPublished: boolean;
		freeTopic: boolean;
	}[];

/** Creates a course with draft topics 'Lesson 1' to 'Lesson n' and the usual two in its first subject. */
export const withLessons = async (api: APIRequestContext, courseName: string, lessons: number) => {
	const content = await makeContent(api, courseName);
	const path = addresses(content).topics.replace('/admin', '');
	for (let number = 1; number <= lessons; number++)
		await create(api, path, { name: `Lesson ${number}`, isPublished: false });
	return content;
};

/** Clicks an action of the toolbar; phones keep all but the first two in a menu. */
export const act = async (page: Page, name: string) => {
	const button = bar(page).getByRole('button', { name, exact: true });
	const more = bar(page).getByRole('button', { name: /^More for / });
	await expect(button.or(more).first()).toBeVisible();
	if (await button.isVisible()) return button.click();
	await more.click();
	await page.getByRole('menuitem', { name, exact: true }).click();
};
