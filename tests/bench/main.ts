/**
 * Prints one page of figures and the bounds of docs/decisions/0000: `npm run bench`. Reads and creates are
 * compared with a bare server in the same run. Speed depends on the machine, so the exit code is 0 whatever
 * is measured. `--quick` leaves out the million payments; `--json file` writes the figures for a program.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import { WEB_DIST } from '../../server/config.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { firstLoad } from './browser.ts';
import { makeCatalogue } from './catalogue.ts';
import { type Child, start } from './child.ts';
import { type Figure, isOutside, quantile, table } from './figures.ts';
import { type Case, compare, deliveries, p95, paymentLists } from './measure.ts';
import { makePayments } from './payments-data.ts';

const { values: options } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const TOKEN = 'the-secret-segment-of-the-bench';
const seconds = options.quick ? 1 : 3;
const folder = mkdtempSync(join(tmpdir(), 'ufundi-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const say = (text: string) => console.error(text);
const busy = loadavg()[0] ?? 0;
const figures: Figure[] = [];

const folderOf = (name: string) => {
	const dir = join(folder, name);
	mkdirSync(dir, { recursive: true });
	return dir;
};

const memory = (name: string, server: Child): Figure => ({
	name: `memory, ${name}`,
	value: server.memory(),
	unit: 'MB',
	atMost: 350,
});

/** The requests that both servers answer, over a catalogue. */
const casesOf = (dataDir: string): Case[] => {
	const db = new Sqlite(sqliteFile(dataDir), { readonly: true });
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
	const one = places.map(({ topic }, at) => `${lists[at]}/${topic}`);
	const body = JSON.stringify({ name: 'Fitting of ball valves' });
	return [
		{ name: 'one topic', method: 'GET', paths: one },
		{ name: 'a list of 25 topics', method: 'GET', paths: lists },
		{ name: 'the first ten payments', method: 'GET', paths: ['/api/transactions'] },
		{ name: 'create a topic', method: 'POST', paths: lists, body },
	];
};

const SEARCHES = ['ohm', 'revision', 'electrical', 'paper 1', 'plubming', 'zz', 'T000123', 'of'];

/** Measures a catalogue and so many payments; compares with a bare server where asked to. */
const measure = async (payments: number, { isWhole }: { isWhole: boolean }) => {
	const words = `${payments.toLocaleString('en')} payments`;
	say(`Making 20,000 topics, as many papers, and ${words} …`);
	const dataDir = folderOf(`data-${payments}`);
	await makeCatalogue(dataDir);
	await makePayments(dataDir, payments);
	const settings = { MPESA_HOOK_TOKEN: TOKEN };
	const asAdmin = () => start('server/main.ts', dataDir, { signedIn: true, settings });
	// Once with the administrator, so that restarts are only that.
	await (await asAdmin()).stop();
	const starts: number[] = [];
	for (let round = 0; round < 3; round++) {
		const server = await start('server/main.ts', dataDir, { settings });
		starts.push(server.readyMs);
		await server.stop();
	}
	figures.push({
		name: `ready after a restart, ${words}`,
		value: quantile(starts, 0.5),
		unit: 'ms',
		atMost: 3_000,
	});

	const server = await asAdmin();
	try {
		say('Asking for lists and searches …');
		const count = options.quick ? 60 : 200;
		const { lists, searches } = await paymentLists(server, count);
		const atMost = payments > 100_000 ? 1_000 : 150;
		figures.push(
			await p95(server, `any page of ${words}`, lists, atMost),
			await p95(server, `any search in ${words}`, searches, atMost),
		);
		if (isWhole) {
			const pages = Array.from(
				{ length: count },
				(_, n) => `/api/topics?sort=-updated_at&page=${1 + n * 3}`,
			);
			const texts = SEARCHES.map((text) => `/api/search?q=${encodeURIComponent(text)}`);
			figures.push(
				await p95(server, 'any page of 20,000 topics', pages, 150),
				await p95(server, 'any search in the catalogue', texts, 150),
			);
			const bare = await start('tests/bench/floor.ts', dataDir);
			try {
				for (const one of casesOf(dataDir)) {
					say(`Comparing: ${one.name} …`);
					figures.push(...(await compare(server, bare, one, seconds)));
				}
			} finally {
				await bare.stop();
			}
			say('Delivering …');
			figures.push(...(await deliveries(server, TOKEN, { rate: 50, seconds: 10 * seconds })));
			if (existsSync(join(WEB_DIST, 'index.html'))) figures.push(...(await firstLoad(server)));
		}
		figures.push(memory(words, server));
	} finally {
		await server.stop();
	}
};

await measure(100_000, { isWhole: true });
if (!options.quick) await measure(1_000_000, { isWhole: false });

console.log(`\n${table(figures)}\n`);
if (busy > availableParallelism() / 2)
	console.log(`The machine was busy with other things (load ${busy.toFixed(1)}).`);
const outside = figures.filter(isOutside).length;
console.log(outside === 0 ? 'All figures are within their bounds.' : `${outside} are outside.`);
if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, '\t')}\n`);
