import { type CDPSession, chromium } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import type { Child } from './child.ts';
import type { Figure } from './figures.ts';

const LIST = '/admin/topics';
const ROW = 'main a[href*="/topics/"]';
/** 400 kbit/s each way, 300 ms a round trip, a quarter of the processor. */
const SLOW = { kbits: 400, latencyMs: 300, slowdown: 4 };

const slowDown = async (session: CDPSession) => {
	await session.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: SLOW.latencyMs,
		downloadThroughput: (SLOW.kbits * 1_000) / 8,
		uploadThroughput: (SLOW.kbits * 1_000) / 8,
	});
	await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.slowdown });
};

/** Opens a list in a browser with an empty cache: what comes over the wire, and when its rows are there. */
export const firstLoad = async ({ url, headers }: Child): Promise<Figure[]> => {
	const { executablePath, env } = await findBrowser();
	const browser = await chromium.launch({
		executablePath,
		env: { ...process.env, ...env } as Record<string, string>,
		args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
	});
	const open = async (isSlow: boolean) => {
		const context = await browser.newContext();
		const [name = '', value = ''] = (headers.cookie ?? '').split(/=(.*)/s);
		await context.addCookies([{ url, name, value }]);
		const page = await context.newPage();
		const session = await context.newCDPSession(page);
		let [bytes, requests] = [0, 0];
		await session.send('Network.enable');
		session.on('Network.loadingFinished', ({ encodedDataLength }) => {
			bytes += encodedDataLength;
			requests++;
		});
		if (isSlow) await slowDown(session);
		const from = performance.now();
		await page.goto(url + LIST, { waitUntil: 'commit' });
		await page.locator(ROW).first().waitFor({ timeout: 60_000 });
		const ms = performance.now() - from;
		// biome-ignore lint/nursery/noPlaywrightNetworkidle: all that comes is weighed, until nothing does
		await page.waitForLoadState('networkidle');
		await context.close();
		return { bytes, requests, ms };
	};
	try {
		const [usual, slow] = [await open(false), await open(true)];
		return [
			{ name: 'first load of a list', value: usual.bytes / 1_000, unit: 'KB', atMost: 300 },
			{ name: 'first load of a list', value: usual.requests, unit: 'requests', atMost: 20 },
			{ name: 'rows of a list on the slow line, cold', value: slow.ms, unit: 'ms', atMost: 9_000 },
		];
	} finally {
		await browser.close();
	}
};
