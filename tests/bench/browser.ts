import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import type { Child } from './child.ts';
import { type Figure, median } from './figures.ts';

/** A line and a processor: `kbits` a second each way, `latencyMs` for each round trip. */
interface Conditions {
	name: string;
	kbits?: number;
	latencyMs?: number;
	/** How many times slower than this machine. */
	slowdown?: number;
	/** What the rows of the largest list may take, cold and warm. */
	coldMs?: number;
	warmMs?: number;
	rounds: number;
}

const conditions: readonly Conditions[] = [
	{ name: 'full speed', rounds: 5 },
	{
		name: '400 kbit/s, 300 ms, a quarter of the processor',
		kbits: 400,
		latencyMs: 300,
		slowdown: 4,
		coldMs: 8_000,
		warmMs: 1_500,
		rounds: 3,
	},
];

/** The list with the most rows, and what shows that its rows are there. */
const LARGEST = '/admin/topics';
const ROW = 'main a[href*="/topics/"]';

/** Pages that are weighed, each with what shows that it is there; `:name` is an id of the catalogue. */
const pages = [
	['/admin', 'h1'],
	['/admin/courses', 'main a[href*="/admin/courses/"]'],
	['/admin/courses/new', 'main input'],
	['/admin/courses/:course/subjects/new', '[role=dialog] input'],
	['/admin/subjects', 'main tbody a'],
	['/admin/topics/:topic', 'main input'],
	['/admin/examsets', 'main tbody a'],
	['/admin/examsets/:examset/pastpapers', 'main tbody a'],
	['/admin/pastpapers', 'main tbody a'],
	['/admin/pastpapers/:pastpaper', 'main input'],
	['/admin/transactions', 'main h1'],
	['/admin/people', 'main tbody th'],
	['/admin/audit', 'main li'],
	['/admin/keys', 'main h1'],
	['/admin/account', 'main h2'],
	[LARGEST, ROW],
] as const;

/** What came over the wire for a page: by address, the bytes as sent, headers included. */
const wire = async (session: CDPSession) => {
	const addresses = new Map<string, string>();
	const bytes = new Map<string, number>();
	await session.send('Network.enable');
	session.on('Network.requestWillBeSent', ({ requestId, request }) => {
		if (request.url.startsWith('http')) addresses.set(requestId, request.url);
	});
	session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const address = addresses.get(requestId);
		if (address) bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
	});
	return bytes;
};

const slowDown = async (session: CDPSession, { kbits, latencyMs, slowdown }: Conditions) => {
	if (kbits !== undefined)
		await session.send('Network.emulateNetworkConditions', {
			offline: false,
			latency: latencyMs ?? 0,
			downloadThroughput: (kbits * 1000) / 8,
			uploadThroughput: (kbits * 1000) / 8,
		});
	if (slowdown !== undefined)
		await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
};

/** Opens an address in a page of its own; answers the time to `shown` and what came over the wire. */
const open = async (
	newPage: () => Promise<Page>,
	address: string,
	shown: string,
	under: Conditions,
) => {
	const page = await newPage();
	const session = await page.context().newCDPSession(page);
	const bytes = await wire(session);
	await slowDown(session, under);
	const from = performance.now();
	await page.goto(address, { waitUntil: 'commit' });
	await page.locator(shown).first().waitFor({ timeout: 60_000 });
	const ms = performance.now() - from;
	// biome-ignore lint/nursery/noPlaywrightNetworkidle: all that comes is weighed, until nothing does
	await page.waitForLoadState('networkidle');
	await page.close();
	return { ms, bytes };
};

const sum = (bytes: ReadonlyMap<string, number>) =>
	[...bytes.values()].reduce((all, one) => all + one, 0) / 1000;

const scripts = (bytes: ReadonlyMap<string, number>) =>
	new Map([...bytes].filter(([address]) => /\.js$/.test(new URL(address).pathname)));

const figure = (name: string, value: number, unit: string, most: number | undefined): Figure => ({
	name,
	measured: `${value.toFixed(0)} ${unit}`,
	value,
	unit,
	...(most !== undefined && { target: { value: most, better: 'less' } }),
});

/** A browser with nothing in its cache, in which somebody is signed in. */
export const freshContext = async (browser: Browser, { url, headers }: Child) => {
	const context = await browser.newContext();
	const pairs = (headers.cookie ?? '').split('; ').filter((pair) => pair.includes('='));
	await context.addCookies(
		pairs.map((pair) => {
			const at = pair.indexOf('=');
			return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
		}),
	);
	return context;
};

/** Fills ids that are there into the address of a page. */
export const idsOf = async ({ url, headers }: Child) => {
	const first = async (list: string) => {
		const answer = await fetch(`${url}/api/${list}?limit=1`, { headers });
		const { data } = (await answer.json()) as {
			data: { id: string }[] | { data: { id: string }[] };
		};
		return (Array.isArray(data) ? data : data.data)[0]?.id;
	};
	const names = ['course', 'topic', 'examset', 'pastpaper'];
	const ids = new Map(
		await Promise.all(names.map(async (name) => [name, await first(`${name}s`)] as const)),
	);
	return (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids.get(name) ?? '');
};

const weights = async (browser: Browser, server: Child): Promise<Figure[]> => {
	const filled = await idsOf(server);
	const loads: { path: string; bytes: ReadonlyMap<string, number> }[] = [];
	for (const [path, shown] of pages) {
		const context = await freshContext(browser, server);
		const { bytes } = await open(() => context.newPage(), server.url + filled(path), shown, {
			name: path,
			rounds: 1,
		});
		await context.close();
		loads.push({ path, bytes });
	}
	return loads.flatMap(({ path, bytes }) => {
		const others = loads.filter((load) => load.path !== path);
		const own = [...scripts(bytes)].filter(
			([address]) => !others.some((load) => load.bytes.has(address)),
		);
		const largest = Math.max(0, ...own.map(([, size]) => size / 1000));
		// A dialog that has an address stands over its list: both come (docs/decisions/0099).
		const [most, requests] = path.endsWith('/subjects/new') ? [255, 24] : [230, 15];
		return [
			figure(`${path}, opened first`, sum(bytes), 'KB', most),
			figure(`${path}, opened first`, bytes.size, 'requests', requests),
			figure(`${path}, its own largest chunk`, largest, 'KB', 40),
		];
	});
};

const times = async (browser: Browser, server: Child, under: Conditions): Promise<Figure[]> => {
	const cold: number[] = [];
	const warm: number[] = [];
	for (let round = 0; round < under.rounds; round++) {
		const context = await freshContext(browser, server);
		const newPage = () => context.newPage();
		cold.push((await open(newPage, server.url + LARGEST, ROW, under)).ms);
		warm.push((await open(newPage, server.url + LARGEST, ROW, under)).ms);
		await context.close();
	}
	const rows = (name: string, values: number[], most: number | undefined): Figure => ({
		...figure(`rows of the largest list, ${name}: ${under.name}`, median(values), 'ms', most),
		measured: `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`,
	});
	return [rows('cold', cold, under.coldMs), rows('warm', warm, under.warmMs)];
};

/** Starts a browser; whoever does closes it. */
export const openBrowser = async () => {
	const { executablePath, env } = await findBrowser();
	return chromium.launch({
		executablePath,
		env: { ...process.env, ...env } as Record<string, string>,
		args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
	});
};

/**
 * The console as a browser has it: what each page costs when it is opened first, and the time until
 * the rows of the largest list are there, with an empty cache (cold) and with a filled one (warm).
 */
export const inBrowser = async (server: Child, say: (text: string) => void): Promise<Figure[]> => {
	const browser = await openBrowser();
	try {
		say('Opening pages in a browser …');
		const figures = await weights(browser, server);
		for (const under of conditions) {
			say(`Waiting for rows: ${under.name} …`);
			figures.push(...(await times(browser, server, under)));
		}
		return figures;
	} finally {
		await browser.close();
	}
};
