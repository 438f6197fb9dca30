/**
 * What a browser's main thread works until a screen rests, as a phone four times slower than this machine would:
 * `mainThread(folder, say)`. A floor in the same run is an empty page of React and Mantine.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import { build } from 'vite';
import { freshContext, openBrowser } from './browser.ts';
import { start } from './child.ts';
import type { Figure } from './figures.ts';

/** By as much Lighthouse slows down its phone. */
const SLOWDOWN = 4;
const ROUNDS = 7;
const LOOK_MS = 400;
const EMPTY = 'http://empty.localhost';
/** With how much each screen is to do, where that is asked. */
const SCREENS: readonly (readonly [path: string, most?: number])[] = [
	['/admin', 300],
	['/admin/transactions', 300],
	['/admin/keys'],
	['/admin/courses'],
];

/** Processor time of the main thread in ms, of which `TaskDuration` is all: another's load is not in it. */
const spent = async (session: CDPSession) => {
	const { metrics } = await session.send('Performance.getMetrics');
	const of = (name: string) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1000;
	const [all, script] = [of('TaskDuration'), of('ScriptDuration')];
	const [style, layout] = [of('RecalcStyleDuration'), of('LayoutDuration')];
	return { all, script, style, layout };
};
type Spent = Awaited<ReturnType<typeof spent>>;

/** Opens a page with nothing cached. Nothing is looked for in it: that would be its work too. */
const open = async (
	context: BrowserContext,
	address: string,
	begin?: (session: CDPSession) => Promise<unknown>,
) => {
	const page = await context.newPage();
	await page.setViewportSize({ width: 412, height: 823 });
	const session = await context.newCDPSession(page);
	await session.send('Performance.enable', { timeDomain: 'threadTicks' });
	await begin?.(session);
	await page.goto(address);
	// biome-ignore lint/nursery/noPlaywrightNetworkidle: all of its work is counted, until there is no more
	await page.waitForLoadState('networkidle');
	let now = await spent(session);
	for (let before = -1; now.all - before > 1; ) {
		before = now.all;
		await pause(LOOK_MS);
		now = await spent(session);
	}
	return { session, now };
};

/** Where scripts were at work: shares by file, in percent. */
const byFile = async (session: CDPSession) => {
	const { profile } = await session.send('Profiler.stop');
	const files = new Map(
		profile.nodes.map(({ id, callFrame: { url } }) => [
			id,
			/([^/]+?)(?:-[\w-]{8})?\.js$/.exec(url)?.[1],
		]),
	);
	const counts = new Map<string, number>();
	for (const id of profile.samples ?? []) {
		const file = files.get(id);
		if (file) counts.set(file, (counts.get(file) ?? 0) + 1);
	}
	const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.slice(0, 5)
		.map(([file, count]) => `${file} ${((count / all) * 100).toFixed(0)} %`)
		.join(', ');
};

const profiled = async (session: CDPSession) => {
	await session.send('Profiler.enable');
	await session.send('Profiler.setSamplingInterval', { interval: 100 });
	await session.send('Profiler.start');
};

/** The least of some rounds, since what disturbs only ever adds; and where its scripts were. */
const least = async (newContext: () => Promise<BrowserContext>, address: string) => {
	let best: Spent | undefined;
	for (let round = 0; round < ROUNDS; round++) {
		const context = await newContext();
		const { now } = await open(context, address);
		if (!best || now.all < best.all) best = now;
		await context.close();
	}
	const context = await newContext();
	const { session } = await open(context, address, profiled);
	const where = await byFile(session);
	await context.close();
	return { best: best as Spent, where };
};

const figure = (
	name: string,
	{ best, where }: Awaited<ReturnType<typeof least>>,
	most?: number,
) => {
	const slow = (ms: number) => (ms * SLOWDOWN).toFixed(0);
	return {
		name: `main thread, ${name}`,
		measured: `${slow(best.all)} ms: scripts ${slow(best.script)}, styles ${slow(best.style)}, layout ${slow(best.layout)} (${where})`,
		value: best.all * SLOWDOWN,
		unit: 'ms',
		...(most !== undefined && { target: { value: most, better: 'less' as const } }),
	};
};

const emptyPage = async (browser: Browser, folder: string) => {
	const outDir = join(folder, 'empty-page');
	const root = join(import.meta.dirname, 'empty-page');
	await build({
		configFile: false,
		root,
		logLevel: 'error',
		build: { outDir, modulePreload: false },
	});
	return async () => {
		const context = await browser.newContext();
		await context.route(`${EMPTY}/**`, (route) => {
			const { pathname } = new URL(route.request().url());
			return route.fulfill({ path: join(outDir, pathname === '/' ? 'index.html' : pathname) });
		});
		return context;
	};
};

/** The main thread's work for some screens of a console with the sample in it. */
export const mainThread = async (folder: string, say: (text: string) => void) => {
	const server = await start('server/main.ts', join(folder, 'main-thread'), {
		signedIn: true,
		settings: { SAMPLE_DATA: '1' },
	});
	const browser = await openBrowser();
	try {
		say('Opening an empty page …');
		const figures: Figure[] = [
			figure('an empty page', await least(await emptyPage(browser, folder), `${EMPTY}/`)),
		];
		for (const [path, most] of SCREENS) {
			say(`Opening ${path} …`);
			const found = await least(() => freshContext(browser, server), server.url + path);
			figures.push(figure(path, found, most));
		}
		return figures;
	} finally {
		await browser.close();
		await server.stop();
	}
};
