import type { Page } from '@playwright/test';
import { TEST_MS } from '../patience.ts';
import { addresses, create, makeContent } from './content.ts';
import { makePdf } from './pdfs.ts';
import { expect, test } from './server.ts';

/** Returns the cumulative layout shift (web.dev/articles/cls) and the moved elements. */
const shifts = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<{ sum: number; moved: string[] }>((resolve) => {
				interface Shift extends PerformanceEntry {
					value: number;
					sources: { node: Node | null }[];
				}
				// The buffered entries arrive in one batch within two frames.
				const all: Shift[] = [];
				new PerformanceObserver((list) => all.push(...(list.getEntries() as Shift[]))).observe({
					type: 'layout-shift',
					buffered: true,
				});
				const tell = () =>
					resolve({
						sum: all.reduce((sum, { value }) => sum + value, 0),
						moved: all.flatMap(({ sources }) =>
							sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`),
						),
					});
				requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(tell, 50)));
			}),
	);

type Screens = ReturnType<typeof addresses>;

/** Returns the two lists with a card and a table view, in both views. */
const inBoth = ({ topics, papers }: Screens) =>
	[topics, papers].flatMap((list) => [`${list}?view=cards`, `${list}?view=table`]);

/** Delayed responses, of single items (names in headings) or of lists, and the screens to check. */
const late = {
	names: {
		pattern:
			/\/api\/(courses|subjects|topics|examsets|pastpapers)\/[\w-]+$|\/(subjects|examsets)\/[\w-]{36}$/,
		screens: ({ courses, newCourse, audit, nowhere, ...named }: Screens) => [
			...Object.values(named),
			...inBoth({ courses, newCourse, audit, nowhere, ...named }),
		],
	},
	lists: {
		pattern:
			/\/api\/courses\/[\w-]+\/(subjects|examsets)(\/[\w-]+\/(topics|pastpapers))?$|\/api\/(subjects|topics|examsets|pastpapers)\?/,
		screens: (all: Screens) => [
			...[all.subjects, all.examSets, all.subject, all.subjectExamSets, all.newPaper, all.paper],
			...inBoth(all),
			...['/admin/subjects?page=1', '/admin/topics?sort=-updated_at'],
			...['/admin/examsets?page=1', '/admin/pastpapers?sort=-updated_at'],
		],
	},
};

for (const [which, { pattern, screens }] of Object.entries(late))
	test(`keeps the layout of screens when ${which} arrive late`, {
		tag: ['@once', '@long'],
	}, async ({ page, request }) => {
		// Opens up to thirty screens with delayed responses.
		test.setTimeout(10 * TEST_MS);
		// Disable skeleton animations: they shift nothing and use as much CPU as the rest.
		await page.emulateMedia({ reducedMotion: 'reduce' });
		// Long names grow headings on phones; rows set the column widths of tables.
		if (which === 'names') await page.setViewportSize({ width: 360, height: 780 });
		const content = await makeContent(request, `Diploma in a Course with a Long Name: ${which}`);
		const all = addresses(content);
		const file = { name: 'notes-on-a-long-subject.pdf', mimeType: 'application/pdf' };
		const buffer = await makePdf(1);
		const uploaded = await request.post('/api/upload', {
			multipart: { file: { ...file, buffer } },
		});
		const { url } = await uploaded.json();
		const { subjectId: subject_id } = content;
		await create(request, all.topics.replace('/admin', ''), { name: 'Filed', topicUrl: url });
		await create(request, all.papers.replace('/admin', ''), { name: 'Filed', url, subject_id });

		await page.route(
			(address) => pattern.test(address.pathname + address.search),
			async (route) => {
				await new Promise((resolve) => setTimeout(resolve, 250));
				await route.continue();
			},
		);
		await page.route('**/files/**', async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 250));
			await route.continue();
		});
		for (const address of screens(all))
			await test.step(address, async () => {
				await page.goto(address);
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				await expect(page.getByText(/^Loading /)).toHaveCount(0);
				// biome-ignore lint/nursery/noPlaywrightNetworkidle: names and sizes of files come after all else
				await page.waitForLoadState('networkidle');
				const { sum, moved } = await shifts(page);
				expect.soft(sum, `${address}: ${moved.join(', ')}`).toBeLessThan(0.005);
			});
	});
