import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../bench/browser.ts';
import { paperFolder } from '../e2e/paper-files.ts';
import { signIn } from '../signed-in.ts';
import { send } from './calls.ts';
import { startPair } from './pair.ts';

const FILES = 40;
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
let folder: string;
beforeAll(async () => {
	pair = await startPair();
	proxy = await openProxy(() => pair.urls());
	folder = await mkdtemp(join(tmpdir(), 'ufundi-intake-'));
}, 120_000);
afterAll(async () => {
	proxy.close();
	await pair.stop();
	await rm(folder, { recursive: true, force: true });
});

it('a folder arrives whole, though each of two servers is killed among its files', async () => {
	const headers = await signIn(proxy.url);
	const made = async (path: string, body: object) => {
		const answer = await fetch(`${proxy.url}/api${path}`, send('POST', body, headers));
		return (await answer.json()).data;
	};
	const course = { name: 'Diploma in Two Servers', order_num: 1, category_id: 'cat_diploma' };
	const { id: courseId } = await made('/courses', course);
	const browser = await openBrowser();
	try {
		const context = await browser.newContext();
		await context.addCookies(
			(headers.cookie ?? '').split('; ').map((pair) => {
				const [name = '', ...value] = pair.split('=');
				return { name, value: value.join('='), url: proxy.url };
			}),
		);
		const page = await context.newPage();
		// Files beyond so many are let go as a server is being killed.
		const gates = [10, 25].map((from) => ({ from, ...Promise.withResolvers<void>() }));
		let sent = 0;
		await page.route('**/api/upload', async (route) => {
			const n = ++sent;
			for (const gate of gates) if (n > gate.from) await gate.promise;
			await route.continue();
		});
		await page.goto(`${proxy.url}/admin/intake?course_id=${courseId}`);
		await page
			.locator('input[type=file][webkitdirectory]')
			.first()
			.setInputFiles(await paperFolder(folder, FILES));
		const rows = page.getByRole('grid').locator('tbody tr:has([data-at])');
		const arrive = (count: number) =>
			expect.poll(() => rows.count(), { timeout: WITHIN_MS }).toBeGreaterThanOrEqual(count);
		for (const [which, gate] of gates.entries()) {
			await arrive(gate.from - 2);
			gate.resolve();
			await pair.servers[which as 0 | 1].kill();
			await arrive(gate.from + 2);
			await pair.startAgain(which as 0 | 1);
		}
		await arrive(FILES);
		expect(await rows.count()).toBe(FILES);
		await page.getByRole('button', { name: `Save ${FILES} as drafts` }).click();
		await page.getByRole('region', { name: /^40 p/ }).waitFor({ timeout: WITHIN_MS });
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
}, 300_000);
