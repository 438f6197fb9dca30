/**
 * Prints one page of figures and the bounds of docs/decisions/0000: `npm run bench`. Reads and creates are
 * compared with a bare server in the same run. Speed depends on the machine, so the exit code is 0 whatever
 * is measured. `--quick` leaves out the million payments; `--closing` measures the closing of a month only; `--json file`
 * writes the figures for a program.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import { WEB_DIST } from '../../server/config.ts';
import { getSqlitePath } from '../../server/platform/db/sqlite.ts';
import { signIn, WITH_ADMIN } from '../e2e/people.ts';
import { startServer } from '../process.ts';
import { measureClicks, measureFirstLoad } from './browser.ts';
import { makeCatalogue } from './catalogue.ts';
import { closeMonth } from './closing.ts';
import { type Figure, formatTable, isOutside, quantile } from './figures.ts';
import {
	type Case,
	compare,
	findPaymentPaths,
	measureDeliveries,
	measureMonths,
	measureP95,
} from './measure.ts';
import { makePayments } from './payments-data.ts';

const { values: options } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		closing: { type: 'boolean', default: false },
		json: { type: 'string' },
	},
});
const TOKEN = 'the-secret-segment-of-the-bench';
const seconds = options.quick ? 1 : 3;
const folder = mkdtempSync(join(tmpdir(), 'ufundi-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const report = (text: string) => console.error(text);
const loadBefore = loadavg()[0] ?? 0;
const figures: Figure[] = [];

const folderOf = (name: string) => {
	const dir = join(folder, name);
	mkdirSync(dir, { recursive: true });
	return dir;
};

/** Returns the requests that both servers answer, over a catalogue. */
const findCases = (dataDir: string): Case[] => {
	const db = new Sqlite(getSqlitePath(dataDir), { readonly: true });
	const places = db
		.prepare<[], { course: string; subject: string; topic: string }>(
			`select course_id as course, subject_id as subject, min(id) as topic from topics
			group by course_id, subject_id having count(*) = 25 limit 100`,
		)
		.all();
	db.close();
	const lists = places.map(
		({ course, subject }) => `/api/courses/${course}/subjects/${subject}/topics`,
	);
	const topics = places.map(({ topic }, n) => `${lists[n]}/${topic}`);
	const body = JSON.stringify({ name: 'Fitting of ball valves' });
	return [
		{ name: 'one topic', method: 'GET', paths: topics },
		{ name: 'a list of 25 topics', method: 'GET', paths: lists },
		{ name: 'the first ten payments', method: 'GET', paths: ['/api/transactions'] },
		{ name: 'page 5,000', method: 'GET', paths: ['/api/transactions?limit=20&page=5000'] },
		{ name: 'create a topic', method: 'POST', paths: lists, body },
	];
};

const SEARCHES = ['ohm', 'revision', 'electrical', 'paper 1', 'plubming', 'zz', 'T000123', 'of'];

const settingsOf = (dataDir: string) => ({
	DATA_DIR: dataDir,
	LOG_LEVEL: 'warn',
	NODE_ENV: 'production',
	MPESA_HOOK_TOKEN: TOKEN,
});

/** Measures a catalogue with a number of payments; the whole measurement includes all other figures. */
const measure = async (payments: number, { isWhole }: { isWhole: boolean }) => {
	const words = `${payments.toLocaleString('en')} payments`;
	report(`Making 20,000 topics, as many papers, and ${words} …`);
	const dataDir = folderOf(`data-${payments}`);
	await makeCatalogue(dataDir);
	await makePayments(dataDir, payments);
	const settings = settingsOf(dataDir);
	// The first start creates the administrator; the restarts are then measured without that.
	await (await startServer({ ...settings, ...WITH_ADMIN })).stop();
	const starts: number[] = [];
	for (let round = 0; round < 3; round++) {
		const server = await startServer(settings);
		starts.push(server.readyMs);
		await server.stop();
	}
	figures.push({
		name: `ready after a restart, ${words}`,
		value: quantile(starts, 0.5),
		unit: 'ms',
		atMost: 3_000,
	});

	const server = await startServer(settings);
	try {
		const target = { url: server.url, headers: await signIn(server.url) };
		report('Reading lists and searches …');
		const count = options.quick ? 60 : 200;
		const { lists, searches } = await findPaymentPaths(target, count);
		const atMost = payments > 100_000 ? 1_000 : 150;
		figures.push(
			await measureP95(target, `any page of ${words}`, lists, atMost),
			await measureP95(target, `any search in ${words}`, searches, atMost),
			await measureMonths(target, TOKEN, `the list of months of ${words}`, atMost),
		);
		if (isWhole) {
			const pages = Array.from(
				{ length: count },
				(_, n) => `/api/topics?sort=-updated_at&page=${1 + n * 3}`,
			);
			const texts = SEARCHES.map((text) => `/api/search?q=${encodeURIComponent(text)}`);
			figures.push(
				await measureP95(target, 'any page of 20,000 topics', pages, 150),
				await measureP95(target, 'any search in the catalogue', texts, 150),
			);
			const script = [join(import.meta.dirname, 'floor.ts')];
			const bare = await startServer(settings, { script });
			try {
				for (const one of findCases(dataDir)) {
					report(`Comparing: ${one.name} …`);
					figures.push(...(await compare(target, { url: bare.url, headers: {} }, one, seconds)));
				}
			} finally {
				await bare.stop();
			}
			report('Delivering …');
			figures.push(
				...(await measureDeliveries(target, TOKEN, { rate: 50, seconds: 10 * seconds })),
			);
			if (existsSync(join(WEB_DIST, 'index.html')))
				figures.push(...(await measureFirstLoad(target)), ...(await measureClicks(target)));
		}
		figures.push({ name: `memory, ${words}`, value: server.memory(), unit: 'MB', atMost: 350 });
	} finally {
		await server.stop();
	}
};

if (!options.closing) await measure(100_000, { isWhole: true });
report('Closing a month of 5,000 payments with 40 exceptions …');
const desk = await startServer({ ...settingsOf(folderOf('month')), ...WITH_ADMIN });
const manager = { url: desk.url, headers: await signIn(desk.url) };
figures.push(await closeMonth(manager, TOKEN).finally(desk.stop));
if (!options.quick && !options.closing) await measure(1_000_000, { isWhole: false });

console.log(`\n${formatTable(figures)}\n`);
if (loadBefore > availableParallelism() / 2)
	console.log(`The machine was busy at the start (load ${loadBefore.toFixed(1)}).`);
const outside = figures.filter(isOutside).length;
console.log(outside === 0 ? 'All figures are within their bounds.' : `${outside} are outside.`);
if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, '\t')}\n`);
