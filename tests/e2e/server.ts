import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { type Site, startSite } from '../site.ts';
import { CONSOLE, NOBODY, signInTo, WITH_ADMIN } from './people.ts';
import { watch } from './watch.ts';

export { expect };

/** Cookies of somebody who is signed in. */
type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** After ten minutes the console asks for the password again; a test takes three at most. */
const SESSION_MS = 4 * 60_000;

interface WorkerFixtures {
	/** Whether the worker's site starts with the sample data: `test.use({ sampleData: true })`. */
	sampleData: boolean;
	/** The address of the real server that the worker's tests share; empty when the first begins. */
	site: string;
	/** Sessions of its administrator, which tests go on with: to hash a password takes as long as many calls. */
	sessions: Record<'page' | 'calls', () => Promise<Session>>;
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
	sessions: [
		async ({ site, playwright }, use) => {
			const keep = () => {
				let kept: Session | undefined;
				let since = 0;
				return async () => {
					const api = await playwright.request.newContext({
						storageState: kept ?? NOBODY,
						extraHTTPHeaders: CONSOLE,
					});
					const isYoung = performance.now() - since < SESSION_MS;
					if (!isYoung || !(await api.get(`${site}/api/courses`)).ok()) {
						await signInTo(site, api);
						since = performance.now();
					}
					kept = await api.storageState();
					await api.dispose();
					return kept;
				};
			};
			await use({ page: keep(), calls: keep() });
		},
		{ scope: 'worker' },
	],
	storageState: async ({ asAdmin, sessions }, use) =>
		use(asAdmin ? await sessions.page() : undefined),
	// A session of its own: giving the password again in one place gives another cookie there.
	request: async ({ playwright, baseURL, asAdmin, sessions }, use) => {
		const api = await playwright.request.newContext({
			...(baseURL && { baseURL }),
			storageState: asAdmin ? await sessions.calls() : NOBODY,
			extraHTTPHeaders: CONSOLE,
		});
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
