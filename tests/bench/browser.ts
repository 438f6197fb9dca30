import { type CDPSession, chromium } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import type { Figure } from './figures.ts';
import type { Target } from './measure.ts';

const LIST = '/admin/topics';
const ROW = 'main a[href*="/topics/"]';
/** A line of 400 kbit/s with a round trip of 300 ms, and a quarter of the processor's speed. */
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

/** Measures the first load of a list with an empty cache: bytes, requests, and the time until its rows appear. */
export const measureFirstLoad = async ({ url, headers }: Target): Promise<Figure[]> => {
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
		// biome-ignore lint/nursery/noPlaywrightNetworkidle: all responses are counted, until there are no more
		await page.waitForLoadState('networkidle');
		await context.close();
		return { bytes, requests, ms };
	};
	try {
		const [fast, slow] = [await open(false), await open(true)];
		return [
			{ name: 'first load of a list', value: fast.bytes / 1_000, unit: 'KB', atMost: 300 },
			{ name: 'first load of a list', value: fast.requests, unit: 'requests', atMost: 20 },
			{ name: 'rows of a list on the slow line, cold', value: slow.ms, unit: 'ms', atMost: 9_000 },
		];
	} finally {
		await browser.close();
	}
};
