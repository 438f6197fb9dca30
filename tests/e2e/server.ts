import { test as base, expect } from '@playwright/test';
import { type Site, startSite } from '../site.ts';
import { CONSOLE, NOBODY, signInTo, WITH_ADMIN } from './people.ts';
import { watch } from './watch.ts';

export { expect };

interface WorkerFixtures {
	/** Whether the worker's site starts with the sample data: `test.use({ sampleData: true })`. */
	sampleData: boolean;
	/** The address of the real server that the worker's tests share; empty when the first begins. */
	site: string;
}

interface TestFixtures {
	/** Whether the page and `request` begin signed in as the administrator; so they do. */
	asAdmin: boolean;
	/**
	 * Starts another server for this test alone, empty unless `settings` say otherwise; page and
	 * `request` are signed in there too. Cookies know no ports, so from then on only there.
	 */
	fresh: (settings?: Record<string, string>) => Promise<Site>;
	/** The same without anybody: its first administrator is still to come. */
	unclaimed: () => Promise<Site>;
	/** Lets the page log errors that match, which would fail the test otherwise. */
	tolerate: (pattern: RegExp) => void;
	tolerated: RegExp[];
	sites: Site[];
}

/**
 * Playwright's `test` against the real server, as its administrator. A test fails when its page logs
 * an error, throws, or breaks the content security policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
	sampleData: [false, { scope: 'worker', option: true }],
	site: [
		async ({ sampleData }, use) => {
			const site = await startSite({ ...WITH_ADMIN, ...(sampleData && { SAMPLE_DATA: '1' }) });
			await use(site.url);
			await site.stop();
		},
		{ scope: 'worker' },
	],
	baseURL: ({ site }, use) => use(site),
	asAdmin: [true, { option: true }],
	storageState: async ({ asAdmin, site, playwright }, use) => {
		if (!asAdmin) return use(undefined);
		const api = await playwright.request.newContext({ storageState: NOBODY });
		await signInTo(site, api);
		await use(await api.storageState());
		await api.dispose();
	},
	// A session of its own: giving the password again in one place gives another cookie there.
	request: async ({ playwright, baseURL, asAdmin, site }, use) => {
		const api = await playwright.request.newContext({
			...(baseURL && { baseURL }),
			storageState: NOBODY,
			extraHTTPHeaders: CONSOLE,
		});
		if (asAdmin) await signInTo(site, api);
		await use(api);
		await api.dispose();
	},
	sites: async ({ context }, use) => {
		const sites: Site[] = [];
		await use(sites);
		// First, or what a page still asks for in passing is refused, and it complains.
		await Promise.all(context.pages().map((page) => page.close()));
		await Promise.all(sites.map((site) => site.stop()));
	},
	fresh: ({ sites, context, request }, use) =>
		use(async (settings) => {
			const site = await startSite({ ...WITH_ADMIN, ...settings });
			sites.push(site);
			await signInTo(site.url, request);
			await context.addCookies((await request.storageState()).cookies);
			return site;
		}),
	unclaimed: ({ sites, context }, use) =>
		use(async () => {
			const site = await startSite();
			sites.push(site);
			await context.clearCookies();
			return site;
		}),
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
	tolerated: async ({}, use) => use([]),
	tolerate: ({ tolerated }, use) => use((pattern) => void tolerated.push(pattern)),
	context: async ({ context, tolerated }, use) => {
		const complaints = await watch(context);
		await use(context);
		const unexpected = complaints.filter((text) => !tolerated.some((p) => p.test(text)));
		expect(unexpected, 'what the page complained about').toEqual([]);
	},
});
