/** A large file over a slow line that breaks: `brokenLine(server, …)`. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { freshContext, idsOf, openBrowser } from './browser.ts';
import type { Child } from './child.ts';
import type { Figure } from './figures.ts';

const BYTES_PER_S = 400_000 / 8;
const LATENCY_MS = 300;
/** So long it carries something, and then so long nothing. */
const WHOLE_MS = 60_000;
const BROKEN_MS = 3_000;
const MINUTE_MS = 60_000;
const NAME = 'large.pdf';
const MAY_TAKE = 1.1;

const pdfOf = (bytes: number) =>
	Buffer.concat([
		Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/XObject>>stream\r\n'),
		randomBytes(bytes - 100),
		Buffer.from('\r\nendstream endobj\n%%EOF'),
	]);

/** Has a page's line be slow and break every minute; resolves to how often it did, once `over` does. */
const breakEveryMinute = async (page: Page, over: Promise<unknown>) => {
	const devtools = await page.context().newCDPSession(page);
	const be = (offline: boolean) =>
		devtools.send('Network.emulateNetworkConditions', {
			offline,
			latency: LATENCY_MS,
			downloadThroughput: BYTES_PER_S,
			uploadThroughput: BYTES_PER_S,
		});
	const ended = over.then(() => 'over' as const);
	let breaks = 0;
	await be(false);
	while ((await Promise.race([ended, pause(WHOLE_MS)])) !== 'over') {
		await be(true);
		await pause(BROKEN_MS);
		await be(false);
		breaks++;
	}
	return breaks;
};

/**
 * How long a file takes in the console over 400 kbit/s with a break of three seconds each minute, from when it is
 * chosen until its link is there, breaks included, against what the line itself needs for its bytes. Chromium slows down
 * all but the first 9 KB or so of a request, which is 3 % of a chunk.
 */
export const brokenLine = async (
	server: Child,
	{ mib, folder, say }: { mib: number; folder: string; say: (text: string) => void },
): Promise<Figure[]> => {
	const bytes = mib * 1024 ** 2;
	const ownMs = (bytes / BYTES_PER_S) * 1_000;
	say(`Sending ${mib} MiB over a line that breaks: ${Math.ceil(ownMs / MINUTE_MS)} minutes …`);
	const path = join(folder, NAME);
	await writeFile(path, pdfOf(bytes));
	const browser = await openBrowser();
	try {
		const page = await (await freshContext(browser, server)).newPage();
		await page.goto(server.url + (await idsOf(server))('/admin/topics/:topic'));
		const input = page.locator('input[type=file]');
		await input.waitFor({ state: 'attached' });
		const from = performance.now();
		const there = page.getByRole('link', { name: NAME }).waitFor({ timeout: 3 * ownMs });
		const breaking = breakEveryMinute(page, there);
		await input.setInputFiles(path);
		await there;
		const tookMs = performance.now() - from;
		const breaks = await breaking;
		const ratio = tookMs / ownMs;
		const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
		return [
			{
				name: `${mib} MiB over 400 kbit/s that breaks each minute`,
				measured: `${ratio.toFixed(3)} of the line's own time (${seconds(tookMs)} and ${seconds(ownMs)}), ${breaks} breaks of ${seconds(BROKEN_MS)} included`,
				value: ratio,
				unit: 'of its own time',
				target: { value: MAY_TAKE, better: 'less' },
			},
		];
	} finally {
		await browser.close();
	}
};
