import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import { type Figure, quantile } from './figures.ts';
import type { Target } from './measure.ts';

const LIST = '/admin/topics';
/** Rows of tables and of lists. */
const ROWS = 'main tbody tr, main [data-row]';
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

const startBrowser = async () => {
	const { executablePath, env } = await findBrowser();
	return chromium.launch({
		executablePath,
		env: { ...process.env, ...env } as Record<string, string>,
		args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
	});
};

/** Opens a page that is signed in as the person of `target`. */
const openPage = async (browser: Browser, { url, headers }: Target) => {
	const context = await browser.newContext({ baseURL: url });
	const [name = '', value = ''] = (headers.cookie ?? '').split(/=(.*)/s);
	await context.addCookies([{ url, name, value }]);
	return context.newPage();
};

/** Creates a subject with 1,000 topics in the first course; returns the paths of its lists. */
const makeLongList = async ({ url, headers }: Target) => {
	const create = async (path: string, body: object) => {
		const answer = await fetch(`${url}/api${path}`, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()).data as { id: string };
	};
	const { data } = await (await fetch(`${url}/api/courses`, { headers })).json();
	const course = `/courses/${data[0].id}`;
	const subject = await create(`${course}/subjects`, { name: 'A thousand topics', order_num: 99 });
	const topics = `${course}/subjects/${subject.id}/topics`;
	for (let number = 1; number <= 1_000; number++)
		await create(topics, { name: `Long list ${number}`, order_num: number });
	return { course: `/admin${course}`, topics: `/admin${topics}` };
};

/** Clicks the link in the page; resolves to the milliseconds until a row of a table with this text is painted. */
const measureClick = (page: Page, link: string, row: string) =>
	page.evaluate(
		([href, text, rowsSelector]) =>
			new Promise<number>((resolve) => {
				const from = performance.now();
				document.querySelector<HTMLElement>(`main a[href$="${href}"]`)?.click();
				const look = () => {
					const rows = document.querySelectorAll(rowsSelector ?? '');
					const isThere = [...rows].some((each) => each.textContent.includes(text ?? ''));
					if (!isThere) return requestAnimationFrame(look);
					return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
				};
				look();
			}),
		[link, row, ROWS],
	);

const ROUNDS = 5;

/** Measures the time from a click on a link to the first row, without data in memory: the median of five rounds. */
export const measureClicks = async (target: Target): Promise<Figure[]> => {
	const { course, topics } = await makeLongList(target);
	const browser = await startBrowser();
	const lists = [
		{ name: '10 exam sets', link: '/examsets/list', row: '2026 November Series', atMost: 350 },
		{ name: '1,000 topics', link: topics, row: 'Long list 1', atMost: 900 },
	];
	const figures: Figure[] = [];
	try {
		for (const { name, link, row, atMost } of lists) {
			const times: number[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				const page = await openPage(browser, target);
				await page.goto(`${course}/subjects/list`);
				await page.locator(ROWS).first().waitFor();
				// biome-ignore lint/nursery/noPlaywrightNetworkidle: what the screen loads ahead has come
				await page.waitForLoadState('networkidle');
				times.push(await measureClick(page, link, row));
				await page.context().close();
			}
			figures.push({
				name: `first row after a click, ${name}`,
				value: quantile(times, 0.5),
				unit: 'ms',
				atMost,
			});
		}
		return figures;
	} finally {
		await browser.close();
	}
};

/** Measures the first load of a list with an empty cache: bytes, requests, and the time until its rows appear. */
export const measureFirstLoad = async (target: Target): Promise<Figure[]> => {
	const browser = await startBrowser();
	const open = async (isSlow: boolean) => {
		const page = await openPage(browser, target);
		const session = await page.context().newCDPSession(page);
		let [bytes, requests] = [0, 0];
		await session.send('Network.enable');
		session.on('Network.loadingFinished', ({ encodedDataLength }) => {
			bytes += encodedDataLength;
			requests++;
		});
		if (isSlow) await slowDown(session);
		const from = performance.now();
		await page.goto(LIST, { waitUntil: 'commit' });
		await page.locator(ROW).first().waitFor({ timeout: 60_000 });
		const ms = performance.now() - from;
		// biome-ignore lint/nursery/noPlaywrightNetworkidle: all responses are counted, until there are no more
		await page.waitForLoadState('networkidle');
		await page.context().close();
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
