import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOfGroup } from '../../server/test-folder.ts';
import { openBrowser } from '../bench/browser.ts';
import { paperFolder } from '../e2e/paper-files.ts';
import { signIn } from '../signed-in.ts';
import { send } from './calls.ts';
import { AT_LENGTH } from './length.ts';
import { startPair } from './pair.ts';

const FILES = 40;
/** After so many files the line is lost, and then a server. */
const BREAKS = AT_LENGTH ? [4, 8, 12, 16, 20, 24, 28] : [8, 16, 24];
/** As long as a slow line takes for one. */
const UPLOAD_MS = 250;
const WITHIN_MS = 120_000;

/** One address for both servers: what one of them never got goes to the other, and nothing twice. */
const openProxy = async (urls: () => readonly string[]) => {
	let turn = 0;
	const proxy = createServer((incoming, outgoing) => {
		const forward = (isLast: boolean) => {
			const { hostname, port } = new URL(urls()[turn++ % 2] as string);
			const { url: path, method, headers } = incoming;
			const to = { hostname, port, path, method, headers, agent: false } as const;
			let isReached = false;
			const sent = request(to, (answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				pipeline(answer, outgoing, () => {});
			});
			sent.once('socket', (socket) =>
				socket.once('connect', () => {
					isReached = true;
					incoming.pipe(sent);
				}),
			);
			sent.on('error', () => (isReached || isLast ? outgoing.destroy() : forward(true)));
			outgoing.once('close', () => sent.destroy());
		};
		forward(false);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const { port } = proxy.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			proxy.closeAllConnections();
			proxy.close();
		},
	};
};

let pair: Awaited<ReturnType<typeof startPair>>;
let proxy: Awaited<ReturnType<typeof openProxy>>;
const folder = folderOfGroup();
beforeAll(async () => {
	pair = await startPair();
	proxy = await openProxy(() => pair.urls());
}, 120_000);
afterAll(async () => {
	proxy.close();
	await pair.stop();
});

/** A page of somebody who is signed in. */
const openPage = async (browser: Browser, headers: Record<string, string>) => {
	const context = await browser.newContext();
	await context.addCookies(
		(headers.cookie ?? '').split('; ').map((pair) => {
			const [name = '', ...value] = pair.split('=');
			return { name, value: value.join('='), url: proxy.url };
		}),
	);
	return context.newPage();
};

/** What stands on the screen of a batch. */
const batchOn = (page: Page) => {
	const rows = page.getByRole('grid').locator('tbody tr:has([data-at])');
	return {
		rows,
		choose: (of: string) =>
			page.locator('input[type=file][webkitdirectory]').first().setInputFiles(of),
		arrive: (count: number) =>
			expect.poll(() => rows.count(), { timeout: WITHIN_MS }).toBeGreaterThanOrEqual(count),
		loseLine: async () => {
			await page.context().setOffline(true);
			await page
				.getByText(/^Offline: goes on/)
				.first()
				.waitFor();
			await page.context().setOffline(false);
		},
	};
};

it('a folder arrives whole, over breaks and a reload, though each of two servers is killed among its files', async () => {
	const headers = await signIn(proxy.url);
	const made = async (path: string, body: object) => {
		const answer = await fetch(`${proxy.url}/api${path}`, send('POST', body, headers));
		return (await answer.json()).data;
	};
	const course = { name: 'Diploma in Two Servers', order_num: 1, category_id: 'cat_diploma' };
	const { id: courseId } = await made('/courses', course);
	const browser = await openBrowser();
	try {
		const page = await openPage(browser, headers);
		page.on('dialog', (dialog) => void dialog.accept());
		// What is still to be sent waits while a server comes back.
		let held = Promise.withResolvers<void>();
		await page.route('**/api/upload', async (route) => {
			await sleep(UPLOAD_MS);
			await held.promise;
			await route.continue().catch(() => {});
		});
		const begin = `${proxy.url}/admin/intake?course_id=${courseId}`;
		await page.goto(begin);
		const papers = await paperFolder(folder, FILES);
		const batch = batchOn(page);
		await batch.choose(papers);
		for (const [n, from] of BREAKS.entries()) {
			held.resolve();
			await batch.arrive(from);
			await batch.loseLine();
			const which = n % 2 ? 1 : 0;
			await pair.servers[which].kill();
			await batch.arrive(from + 2);
			held = Promise.withResolvers();
			await pair.startAgain(which);
		}
		await page.reload();
		await page.getByText(/files were not sent: choose them again/).waitFor();
		held.resolve();
		await batch.choose(papers);
		await batch.arrive(FILES);
		expect(await batch.rows.count()).toBe(FILES);
		await page.getByRole('button', { name: `Save ${FILES} as drafts` }).click();
		await page.getByRole('region', { name: /^40 p/ }).waitFor({ timeout: WITHIN_MS });

		// Half of them another day, while one server is gone.
		await page.unroute('**/api/upload');
		await pair.servers[0].kill();
		await page.goto(begin);
		await batch.choose(await paperFolder(join(folder, 'again'), FILES / 2));
		await batch.arrive(FILES / 2);
		const again = batch.rows.filter({ hasText: 'The same file is' });
		await expect.poll(() => again.count(), { timeout: WITHIN_MS }).toBe(FILES / 2);
		await pair.startAgain(0);
	} finally {
		await browser.close();
	}
	const papers = await fetch(`${proxy.url}/api/pastpapers?course_id=${courseId}&limit=100`, {
		headers,
	});
	const { total, data } = (await papers.json()).data;
	expect(total).toBe(FILES);
	expect(new Set(data.map(({ url }: { url: string }) => url)).size).toBe(FILES);
	await pair.expectSound();
}, 600_000);
