import { test as base, expect } from '@playwright/test';
import { type Site, startSite } from '../site.ts';
import { watch } from './watch.ts';

export { expect };

interface WorkerFixtures {
	/** Whether the worker's site starts with the sample data: `test.use({ sampleData: true })`. */
	sampleData: boolean;
	/** The address of the real server that the worker's tests share; empty when the first begins. */
	site: string;
}

interface TestFixtures {
	/** Starts another server for this test alone, empty unless `settings` say otherwise. */
	fresh: (settings?: Record<string, string>) => Promise<Site>;
	/** Lets the page log errors that match, which would fail the test otherwise. */
	tolerate: (pattern: RegExp) => void;
	tolerated: RegExp[];
}

/**
 * Playwright's `test` against the real server. A test fails when its page logs an error, throws, or
 * breaks the content security policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
	sampleData: [false, { scope: 'worker', option: true }],
	site: [
		async ({ sampleData }, use) => {
			const site = await startSite(sampleData ? { SAMPLE_DATA: '1' } : {});
			await use(site.url);
			await site.stop();
		},
		{ scope: 'worker' },
	],
	baseURL: ({ site }, use) => use(site),
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
	fresh: async ({}, use) => {
		const sites: Site[] = [];
		await use(async (settings) => {
			const site = await startSite(settings);
			sites.push(site);
			return site;
		});
		await Promise.all(sites.map((site) => site.stop()));
	},
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
