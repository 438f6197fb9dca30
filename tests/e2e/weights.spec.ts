import type { Browser, BrowserContextOptions } from '@playwright/test';
import { addresses, makeContent } from './content.ts';
import { expect, test } from './server.ts';

const MOST = { kilobytes: 230, requests: 15 };

/** What a browser with an empty cache fetches for a screen: its page, code, late parts and answers, without pictures of papers. */
const weigh = async (browser: Browser, options: BrowserContextOptions, address: string) => {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	const sizes = new Map<string, number>();
	await session.send('Network.enable');
	session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
		if (request.url.startsWith('http') && type !== 'Image') sizes.set(requestId, 0);
	});
	session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
	});
	await page.goto(address);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText(/^Loading /)).toHaveCount(0);
	// biome-ignore lint/nursery/noPlaywrightNetworkidle: all that comes is weighed, until nothing does
	await page.waitForLoadState('networkidle');
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
	// A dialog over a list brings both.
	const { newSubject: _, ...screens } = addresses(content);
	const [payment] = (await (await request.get('/api/transactions?limit=1')).json()).data.data;
	const [paper] = (await (await request.get('/api/pastpapers?limit=1')).json()).data.data;
	const options = { baseURL: baseURL ?? '', storageState: await context.storageState() };
	const tooMuch: string[] = [];
	for (const address of [
		...Object.values(screens),
		...['', '/coverage', '/intake', '/keys', '/people', '/status', '/trash'].map(
			(path) => `/admin${path}`,
		),
		...['subjects', 'topics', 'examsets', 'pastpapers'].map((list) => `/admin/${list}`),
		`/admin/pastpapers/${paper.id}`,
		`/admin/examsets/${paper.examset_id}/pastpapers`,
		...['', '/months', '/statements'].map((path) => `/admin/reconciliation${path}`),
		...['', '/strays', `/payers/${payment.id}`].map((path) => `/admin/transactions${path}`),
	]) {
		const { kilobytes, requests } = await weigh(browser, options, address);
		if (kilobytes > MOST.kilobytes || requests > MOST.requests)
			tooMuch.push(`${address}: ${kilobytes.toFixed(1)} KB in ${requests} requests`);
	}
	expect(tooMuch).toEqual([]);
});
