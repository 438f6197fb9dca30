import type { Browser, BrowserContextOptions } from '@playwright/test';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

const MOST = { kilobytes: 230, requests: 15 };
/** What is opened by its address over a list or beside it brings both. */
const WITH_LIST = { kilobytes: 255, requests: 24 };

/** What is asked again after so long is asked because time has passed, which on a slow machine it has. */
const AGAIN_S = 5;
/** So long without a request, and nothing more comes: answers lead to questions at once. Not of every one the end is told. */
const QUIET_MS = 1_000;

/** What a browser with an empty cache fetches for a screen: its page, code, late parts and answers, without pictures of papers. */
const weigh = async (browser: Browser, options: BrowserContextOptions, address: string) => {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	const sizes = new Map<string, number>();
	const since = new Map<string, number>();
	const open = new Set<string>();
	let last = performance.now();
	await session.send('Network.enable');
	session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, timestamp }) => {
		if (!url.startsWith('http') || type === 'Image') return;
		const isAgain = timestamp - (since.get(url) ?? timestamp) > AGAIN_S;
		if (!since.has(url)) since.set(url, timestamp);
		if (isAgain) return;
		sizes.set(requestId, 0);
		open.add(requestId);
		last = performance.now();
	});
	session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
	session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		if (!sizes.has(requestId)) return;
		sizes.set(requestId, encodedDataLength);
		open.delete(requestId);
		last = performance.now();
	});
	await page.goto(address);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText(/^Loading /)).toHaveCount(0);
	await expect
		.poll(async () => {
			// While the page is at work, it has not had its turn to ask. One that is not drawn may never rest.
			await page.evaluate(
				() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
			);
			return performance.now() - last > (open.size > 0 ? 10 * QUIET_MS : QUIET_MS);
		})
		.toBe(true);
	await context.close();
	const kilobytes = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
	return { kilobytes, requests: sizes.size };
};

test.use({ sampleData: true });

test('every screen is whole with at most 230 KB in 15 requests', { tag: '@once' }, async ({
	browser,
	baseURL,
	context,
	request,
}) => {
	const content = await makeContent(request, 'Diploma in Weights and Measures');
	const [payment] = (await (await request.get('/api/transactions?limit=1')).json()).data.data;
	const [paper] = (await (await request.get('/api/pastpapers?limit=1')).json()).data.data;
	const options = { baseURL: baseURL ?? '', storageState: await context.storageState() };
	const screens = [
		...Object.values(addresses(content)),
		...['', '/coverage', '/intake', '/keys', '/people', '/status', '/trash'].map(
			(path) => `/admin${path}`,
		),
		...['subjects', 'topics', 'examsets', 'pastpapers'].map((list) => `/admin/${list}`),
		`/admin/pastpapers/${paper.id}`,
		`/admin/examsets/${paper.examset_id}/pastpapers`,
		...['', '/months', '/statements'].map((path) => `/admin/reconciliation${path}`),
		...['', '/strays', `/payers/${payment.id}`, `/${payment.id}`].map(
			(path) => `/admin/transactions${path}`,
		),
	];
	const withList = [addresses(content).newSubject, `/admin/transactions/${payment.id}`];
	const tooMuch: string[] = [];
	const some = async () => {
		for (let address = screens.pop(); address; address = screens.pop()) {
			const { kilobytes, requests } = await weigh(browser, options, address);
			const most = withList.includes(address) ? WITH_LIST : MOST;
			if (kilobytes > most.kilobytes || requests > most.requests)
				tooMuch.push(`${address}: ${kilobytes.toFixed(1)} KB in ${requests} requests`);
		}
	};
	// Side by side: most of it is waiting for quiet.
	await Promise.all([some(), some(), some(), some()]);
	expect(tooMuch).toEqual([]);
});
