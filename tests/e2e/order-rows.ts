import type { APIRequestContext, Page } from '@playwright/test';
import { create, makeContent } from './content.ts';

/** Creates a subject with `count` topics T1, T2 …; returns the paths of its screen and list. */
export const topicsOf = async (request: APIRequestContext, name: string, count: number) => {
	const content = await makeContent(request, name);
	const subject = await create(request, `/courses/${content.courseId}/subjects`, { name: 'Long' });
	const list = `/courses/${content.courseId}/subjects/${subject.id}/topics`;
	for (let n = 1; n <= count; n += 20)
		await Promise.all(
			Array.from({ length: Math.min(20, count - n + 1) }, (_, at) =>
				create(request, list, { name: `T${n + at}`, order_num: n + at }),
			),
		);
	const names = async () => {
		const { data } = await (await request.get(`/api${list}`)).json();
		return data.map((row: { name: string }) => row.name) as string[];
	};
	return { screen: `/admin${list}`, list, names };
};

/** Returns the names of the rows on screen, in order. */
export const shown = (page: Page) =>
	page
		.locator('[data-row]')
		.evaluateAll((rows) =>
			rows.map((row) => /T\d+/.exec(row.querySelector('a')?.textContent ?? '')?.[0]),
		);

/** Returns T1 to T`count`. */
export const first = (count: number) => Array.from({ length: count }, (_, n) => `T${n + 1}`);
/** Returns the link of a row. */
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
