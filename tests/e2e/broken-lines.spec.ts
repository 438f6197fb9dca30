import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addresses, makeContent } from './content.ts';
import { makePdf } from './pdfs.ts';
import { expect, test } from './server.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Returns functions that throttle and cut the connection of a page. */
const connectionOf = async (page: Page) => {
	const devtools = await page.context().newCDPSession(page);
	const set = (offline: boolean, bytesPerSecond = -1) =>
		devtools.send('Network.emulateNetworkConditions', {
			offline,
			latency: 30,
			downloadThroughput: -1,
			uploadThroughput: bytesPerSecond,
		});
	return { set };
};

/** Collects the numbers of uploaded chunks, and other upload responses. */
const collectUploads = (page: Page) => {
	const chunks: string[] = [];
	const others: string[] = [];
	page.on('response', (response) => {
		const { pathname } = new URL(response.url());
		if (!pathname.startsWith('/api/upload')) return;
		const [, n] = /\/(\d+)$/.exec(pathname) ?? [];
		if (n === undefined) others.push(`${response.request().method()} ${response.status()}`);
		else if (response.ok()) chunks.push(n);
	});
	return { chunks, others };
};

const readProgress = async (page: Page) => {
	const bar = page.getByRole('progressbar', { name: /^Uploading/ });
	return Number(await bar.getAttribute('aria-valuenow', { timeout: 1_000 }).catch(() => -1));
};

test(
	'resumes an upload after connection errors and a reload',
	{ tag: '@once' },
	async ({ page, request, tolerate }, info) => {
		tolerate(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
		const content = await makeContent(request, `Diploma in Breaks ${info.project.name}`);
		const path = info.outputPath('large notes.pdf');
		await writeFile(path, await makePdf(9, MIB));
		const uploads = collectUploads(page);
		const connection = await connectionOf(page);
		const field = page.getByRole('group', { name: 'Content File' });
		const input = page.locator('input[type=file]');
		const status = field.getByRole('status');

		await page.goto(addresses(content).topic);
		await connection.set(false, 600 * KIB);
		await input.setInputFiles(path);
		for (const part of [8, 20, 32]) {
			await expect.poll(() => readProgress(page)).toBeGreaterThan(part);
			await connection.set(true);
			await expect(status).toHaveText(/^You are offline\. The upload continues/);
			if (part === 20) await expectAccessible(page);
			await connection.set(false, 600 * KIB);
			await expect(status).toBeEmpty();
		}
		await expect(field.getByText(/^\d\.\d MB of 9\.\d MB · about \d+ s left$/)).toBeVisible();
		await expect.poll(() => readProgress(page)).toBeGreaterThan(45);

		await page.reload();
		await connection.set(false, 600 * KIB);
		const before = uploads.chunks.length;
		expect(before).toBeGreaterThan(10);
		await input.setInputFiles(path);
		await expect.poll(() => readProgress(page), { intervals: [20] }).toBeGreaterThan(40);
		await connection.set(false);
		const link = field.getByRole('link', { name: 'large notes.pdf' });
		await expect(link).toBeVisible();
		// Each chunk arrived once, except those with a lost response.
		expect(uploads.chunks.length).toBeLessThanOrEqual(new Set(uploads.chunks).size + 4);

		const url = (await link.getAttribute('href')) ?? '';
		expect((await (await request.get(url)).body()).length).toBeGreaterThan(9 * MIB);
		await field.getByRole('button', { name: 'Remove Content File' }).click();
		const [chunks, others] = [uploads.chunks.length, uploads.others.length];
		await input.setInputFiles(path);
		await expect(link).toHaveAttribute('href', url);
		expect(uploads.chunks).toHaveLength(chunks);
		expect(uploads.others.slice(others)).toEqual(['POST 200']);
	},
);
