import type { APIRequestContext, Page } from '@playwright/test';
import { create, makeContent } from './content.ts';

/** A subject with so many topics, called T1 and on; the addresses of its screen and its list. */
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

/** The names of the rows on screen, in their order. */
export const shown = (page: Page) =>
	page
		.locator('[data-row]')
		.evaluateAll((rows) =>
			rows.map((row) => /T\d+/.exec(row.querySelector('a')?.textContent ?? '')?.[0]),
		);

/** T1 to so many. */
export const first = (count: number) => Array.from({ length: count }, (_, n) => `T${n + 1}`);
/** The name of a row. */
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
