/**
 * Measures the server against a floor in the same run, and says which targets hold: `npm run bench`.
 * Speed depends on the machine, so it ends well whatever it finds. `--quick` takes a minute,
 * `--json file` writes the figures for a program, `--only word` races the cases with that word,
 * `--parts races,pages` leaves out what is not named: starts, races, pages, browser,
 * line, servers, targets, payments, reading, papers, closing, thread.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { brokenLine } from './broken-line.ts';
import { inBrowser } from './browser.ts';
import { casesOf } from './cases.ts';
import { makeCatalogue } from './catalogue.ts';
import { start } from './child.ts';
import { closing } from './closing.ts';
import { type Figure, reached, table } from './figures.ts';
import { firstLoad } from './first-load.ts';
import { mainThread } from './main-thread.ts';
import { pageTimes } from './pages.ts';
import { papers } from './papers.ts';
import { payments } from './payments.ts';
import { race } from './race.ts';
import { reading } from './reading.ts';
import { searchTimes } from './searches.ts';
import { startTimes } from './startup.ts';
import { targets } from './targets.ts';
import { twoServers } from './two-servers.ts';

const ALL =
	'starts,races,pages,browser,line,servers,targets,payments,reading,papers,closing,thread';
/** Those that have data of their own. */
const APART = new Set(['payments', 'reading', 'papers', 'closing', 'thread']);
const { values: options } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		json: { type: 'string' },
		only: { type: 'string', default: '' },
		parts: { type: 'string', default: ALL },
	},
});
const parts = new Set(options.parts.split(','));
const rounds = options.quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 2 };
const pages = options.quick ? 200 : 800;

const folder = mkdtempSync(join(tmpdir(), 'ufundi-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const say = (text: string) => console.error(text);
const memory = (name: string, value: number): Figure => ({
	name,
	measured: `${value.toFixed(0)} MB`,
	value,
	unit: 'MB',
	target: { value: 180, better: 'less' },
});

/** A data folder with a copy of a catalogue. */
const copyOf = (large: string, name: string) => {
	const dir = join(folder, name);
	mkdirSync(dir);
	copyFileSync(sqliteFile(large), sqliteFile(dir));
	return dir;
};

const busy = loadavg()[0] ?? 0;

const figures: Figure[] = [];

/** What is measured over a large catalogue. */
const overCatalogue = async () => {
	say('Making a catalogue of 1,000 courses, 100,000 topics and 100,000 past papers …');
	const large = join(folder, 'large');
	await makeCatalogue(large);

	if (parts.has('starts')) {
		say('Starting …');
		figures.push(...(await startTimes(folder, large)));
	}

	const server = await start('server/main.ts', copyOf(large, 'server'), { signedIn: true });
	const floor = await start('tests/bench/floor.ts', copyOf(large, 'floor'));
	try {
		await pause(2_000);
		figures.push(memory('memory, idle', server.memory()), ...(await firstLoad(server)));

		const cases = casesOf(large).filter(
			({ name }) => parts.has('races') && name.includes(options.only),
		);
		for (const [at, one] of cases.entries()) {
			say(`Racing ${at + 1} of ${cases.length}: ${one.name} …`);
			figures.push(await race(server, floor, one, rounds));
		}
		if (parts.has('pages')) {
			say('Looking at pages of lists …');
			figures.push(...(await pageTimes(server, pages)));
			say('Searching for everything …');
			figures.push(...(await searchTimes(server, pages)));
		}
		figures.push(memory('memory, after all of this', server.memory()));
		if (parts.has('browser')) figures.push(...(await inBrowser(server, say)));
		// A quarter of an hour, when it is whole.
		if (parts.has('line'))
			figures.push(...(await brokenLine(server, { mib: options.quick ? 4 : 50, folder, say })));
	} finally {
		await Promise.all([server.stop(), floor.stop()]);
	}

	if (parts.has('servers') && existsSync('/proc/self/stat'))
		figures.push(...(await twoServers(folder, large, rounds, say)));

	const lengths = options.quick
		? { seconds: 5, deliveries: 10, rounds: 1 }
		: { seconds: 20, deliveries: 600, rounds: 5 };
	if (parts.has('targets')) figures.push(...(await targets(folder, large, lengths, say)));
};
if ([...parts].some((part) => !APART.has(part))) await overCatalogue();

const desk = { small: 10_000, large: options.quick ? 100_000 : 1_000_000 };
if (parts.has('payments'))
	figures.push(...(await payments(folder, { ...desk, requests: options.quick ? 60 : 200, say })));

if (parts.has('reading') && existsSync('/proc/self/stat'))
	figures.push(
		...(await reading(folder, {
			...(options.quick ? { papers: 20, seconds: 4 } : { papers: 60, seconds: 15 }),
			say,
		})),
	);
if (parts.has('papers') && existsSync('/proc/self/stat'))
	figures.push(
		...(await papers(folder, {
			...(options.quick ? { pages: 60_000, requests: 60 } : { pages: 300_000, requests: 400 }),
			say,
		})),
	);
if (parts.has('closing')) figures.push(...(await closing(folder, say)));
if (parts.has('thread')) figures.push(...(await mainThread(folder, say)));

console.log(`\n${table(figures)}\n`);
if (busy > availableParallelism() / 2)
	console.log(
		`The machine was busy with other things (load ${busy.toFixed(1)}): times are too long.`,
	);
const missed = figures.filter((figure) => reached(figure) === false).length;
console.log(missed === 0 ? 'Every target holds.' : `${missed} of the targets did not hold.`);
if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, '\t')}\n`);
