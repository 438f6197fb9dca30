import {
	type APIRequestContext,
	type BrowserContext,
	test as base,
	expect,
} from '@playwright/test';
import { type Server, startServer } from '../process.ts';
import { CONSOLE, SIGNED_OUT, signInTo, WITH_ADMIN } from './people.ts';
import { type Sites, startHost } from './sites.ts';

export { expect };

/** Waits until the API's answer at an address contains a text: M-Pesa messages are processed after their answer. */
export const waitForAnswer = (request: APIRequestContext, address: string, text: string) =>
	expect
		.poll(async () => (await request.get(address)).text(), { intervals: [20, 50, 100, 250] })
		.toContain(text);

/** Cookies of a signed-in person. */
type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** Maximum age of a shared session: the password is required again after 10 minutes, and a test takes up to 5. */
const SESSION_MS = 4 * 60_000;

interface WorkerFixtures {
	/** Whether the worker's site starts with the sample data: `test.use({ sampleData: true })`. */
	sampleData: boolean;
	/** The sites of the worker. */
	host: Sites;
	/** URL of the site that the tests of a worker share; it starts without data. */
	site: string;
	/** Sessions of its administrator for reuse: hashing a password takes as long as many requests. */
	sessions: Record<'page' | 'calls', () => Promise<Session>>;
}

interface TestFixtures {
	/** Whether `page` and `request` start signed in as the administrator; true by default. */
	asAdmin: boolean;
	/**
	 * Opens another site for this test, without data unless `settings` say so, and signs `page` and `request` in.
	 * Cookies are shared between ports, so they are then signed in only there.
	 */
	fresh: (settings?: Record<string, string>) => Promise<{ url: string }>;
	/** Starts a site in a process of its own, for tests that read its log; signed in only with an administrator. */
	separate: (settings: Record<string, string>) => Promise<Server>;
	/** Allows console errors that match, which otherwise fail the test. */
	tolerate: (pattern: RegExp) => void;
	tolerated: RegExp[];
	/** The functions that close the sites of the test. */
	closing: (() => Promise<unknown>)[];
	/** Signs `page` and `request` in on a site. */
	signInAt: (url: string) => Promise<void>;
}

/** Collects console errors, exceptions and policy violations of the pages of a browser. */
const collectComplaints = async (context: BrowserContext) => {
	const complaints: string[] = [];
	context.on('console', (message) => {
		if (message.type() !== 'error') return;
		const { url, lineNumber } = message.location();
		complaints.push(`${message.text()} (${url}:${lineNumber})`);
	});
	context.on('weberror', (failure) => {
		const error = failure.error();
		// pdf.js 6 rejects its own reads with these when a preview closes while its file loads; nothing waits for them.
		if (error.name === 'AbortException' || error.message === 'Worker was terminated') return;
		complaints.push(error.stack ?? error.message);
	});
	// The browser logs most violations, but not those that a script caught.
	await context.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', (event) => {
			console.error(`${event.effectiveDirective} does not allow ${event.blockedURI}`);
		});
	});
	return complaints;
};

/**
 * Extends Playwright's `test` with a real server and its administrator. A test fails if its page logs an error, throws,
 * or violates the content security policy.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
	sampleData: [false, { scope: 'worker', option: true }],
	host: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
		async ({}, use) => {
			const host = startHost();
			await use(host);
			await host.stop();
		},
		{ scope: 'worker' },
	],
	site: [
		({ host, sampleData }, use) =>
			host.open({ ...WITH_ADMIN, ...(sampleData && { SAMPLE_DATA: '1' }) }).then(use),
		{ scope: 'worker' },
	],
	baseURL: ({ site }, use) => use(site),
	asAdmin: [true, { option: true }],
	sessions: [
		async ({ site, playwright }, use) => {
			const makeCache = () => {
				let session: Session | undefined;
				let since = 0;
				return async () => {
					const api = await playwright.request.newContext({
						storageState: session ?? SIGNED_OUT,
						extraHTTPHeaders: CONSOLE,
					});
					const isYoung = performance.now() - since < SESSION_MS;
					if (!isYoung || !(await api.get(`${site}/api/courses`)).ok()) {
						await signInTo(site, api);
						since = performance.now();
					}
					session = await api.storageState();
					await api.dispose();
					return session;
				};
			};
			await use({ page: makeCache(), calls: makeCache() });
		},
		{ scope: 'worker' },
	],
	storageState: async ({ asAdmin, sessions }, use) =>
		use(asAdmin ? await sessions.page() : undefined),
	// Separate sessions: a password check in one context replaces its cookie.
	request: async ({ playwright, baseURL, asAdmin, sessions }, use) => {
		const api = await playwright.request.newContext({
			...(baseURL && { baseURL }),
			storageState: asAdmin ? await sessions.calls() : SIGNED_OUT,
			extraHTTPHeaders: CONSOLE,
		});
		await use(api);
		await api.dispose();
	},
	closing: async ({ context }, use) => {
		const closing: (() => Promise<unknown>)[] = [];
		await use(closing);
		// Close pages first: the server would refuse their pending requests, which logs errors.
		await Promise.all(context.pages().map((page) => page.close()));
		await Promise.all(closing.map((close) => close()));
	},
	signInAt: ({ context, request }, use) =>
		use(async (url) => {
			await signInTo(url, request);
			await context.addCookies((await request.storageState()).cookies);
		}),
	fresh: ({ host, closing, signInAt }, use) =>
		use(async (settings) => {
			const url = await host.open({ ...WITH_ADMIN, ...settings });
			closing.push(() => host.close(url));
			await signInAt(url);
			return { url };
		}),
	separate: ({ closing, context, signInAt }, use) =>
		use(async (settings) => {
			const site = await startServer(settings);
			closing.push(site.stop);
			if (settings.ADMIN_EMAIL) await signInAt(site.url);
			else await context.clearCookies();
			return site;
		}),
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
	tolerated: async ({}, use) => use([]),
	tolerate: ({ tolerated }, use) => use((pattern) => void tolerated.push(pattern)),
	context: async ({ context, tolerated }, use) => {
		const complaints = await collectComplaints(context);
		await use(context);
		const unexpected = complaints.filter((text) => !tolerated.some((p) => p.test(text)));
		expect(unexpected, 'errors in the console').toEqual([]);
	},
});
