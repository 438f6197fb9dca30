/**
 * What a browser's main thread works until a screen rests, as a phone four times slower than this machine would, and
 * for how long of that it could not have heard a finger: `mainThread(folder, say)`. A floor in the same run is an empty
 * page of React and Mantine.
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
const SCREENS = ['/admin', '/admin/transactions', '/admin/keys', '/admin/courses'];
/** What each may block. */
const MOST_BLOCKED_MS = 300;
/** A task blocks by what it takes longer: Lighthouse's Total Blocking Time. */
const TASK_MS = 50;

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

interface Task {
	name: string;
	ts: number;
	dur?: number;
	/** Processor time, in microseconds. */
	tdur?: number;
	pid: number;
	tid: number;
}

/** Blocking time in ms of the thread that blocks most: the page's main one. Tasks within tasks count once. */
const blocking = (events: readonly Task[]) => {
	const threads = new Map<string, { until: number; blocked: number }>();
	for (const { name, ts, dur = 0, tdur = 0, pid, tid } of events.toSorted((a, b) => a.ts - b.ts)) {
		if (!/\bRunTask$/.test(name)) continue;
		const key = `${pid}:${tid}`;
		const thread = threads.get(key) ?? { until: 0, blocked: 0 };
		if (ts < thread.until) continue;
		thread.until = ts + dur;
		thread.blocked += Math.max(0, (tdur / 1000) * SLOWDOWN - TASK_MS);
		threads.set(key, thread);
	}
	return Math.max(0, ...[...threads.values()].map(({ blocked }) => blocked));
};

/** What `work` has the browser's pages block. */
const blocked = async (browser: Browser, work: () => Promise<unknown>) => {
	const session = await browser.newBrowserCDPSession();
	const events: Task[] = [];
	session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Task[])));
	await session.send('Tracing.start', {
		traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
	});
	await work();
	const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
	await session.send('Tracing.end');
	await complete;
	await session.detach();
	return blocking(events);
};

/** The least of some rounds, since what disturbs only ever adds; and where its scripts were. */
const least = async (
	browser: Browser,
	newContext: () => Promise<BrowserContext>,
	address: string,
) => {
	let best: Spent | undefined;
	let blocks = Number.POSITIVE_INFINITY;
	for (let round = 0; round < ROUNDS; round++) {
		const context = await newContext();
		const { now } = await open(context, address);
		if (!best || now.all < best.all) best = now;
		await context.close();
		const traced = await newContext();
		blocks = Math.min(blocks, await blocked(browser, () => open(traced, address)));
		await traced.close();
	}
	const context = await newContext();
	const { session } = await open(context, address, profiled);
	const where = await byFile(session);
	await context.close();
	return { best: best as Spent, blocks, where };
};

const figuresOf = (
	name: string,
	{ best, blocks, where }: Awaited<ReturnType<typeof least>>,
): Figure[] => {
	const slow = (ms: number) => (ms * SLOWDOWN).toFixed(0);
	return [
		{
			name: `main thread blocked, ${name}`,
			measured: `${blocks.toFixed(0)} ms`,
			value: blocks,
			unit: 'ms',
			target: { value: MOST_BLOCKED_MS, better: 'less' },
		},
		{
			name: `main thread, ${name}`,
			measured: `${slow(best.all)} ms: scripts ${slow(best.script)}, styles ${slow(best.style)}, layout ${slow(best.layout)} (${where})`,
			value: best.all * SLOWDOWN,
			unit: 'ms',
		},
	];
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
		const empty = await least(browser, await emptyPage(browser, folder), `${EMPTY}/`);
		const figures = figuresOf('an empty page', empty);
		for (const path of SCREENS) {
			say(`Opening ${path} …`);
			const found = await least(browser, () => freshContext(browser, server), server.url + path);
			figures.push(...figuresOf(path, found));
		}
		return figures;
	} finally {
		await browser.close();
		await server.stop();
	}
};
