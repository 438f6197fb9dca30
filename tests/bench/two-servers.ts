/** Two servers on one PostgreSQL beside one: `twoServers(folder, …)`, or this file by itself. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { fill, snapshotOf } from '../../server/db/transfer.ts';
import { startPostgres } from '../postgres.ts';
import { type Case, casesOf } from './cases.ts';
import { makeCatalogue } from './catalogue.ts';
import { type Child, start } from './child.ts';
import { type Figure, median, table } from './figures.ts';
import type { Rounds } from './race.ts';
import { asksOf, type Pace, steadily } from './steady.ts';

const CONNECTIONS = 10;
/** Of what one server can, so that neither the machine nor its caches are full. */
const SHARE = 0.4;
const SECRET = '4f2a9c7e1b8d6053f7e2c9a4b1d8605f3a7c';

/** How many a second one server can at most, or two together that get half of them each. */
const most = async (
	servers: readonly Child[],
	{ method, paths, body }: Case,
	seconds: number,
): Promise<number> => {
	const headers = { ...servers[0]?.headers, ...(body && { 'content-type': 'application/json' }) };
	const results = await Promise.all(
		servers.map(({ url }) =>
			autocannon({
				url,
				connections: CONNECTIONS / servers.length,
				duration: seconds,
				requests: paths.map((path) => ({ method, path, headers, ...(body && { body }) })),
			}),
		),
	);
	const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
	if (failed > 0) throw new Error(`${failed} requests of ${paths[0]} failed.`);
	return results.reduce((sum, result) => sum + result.requests.total / result.duration, 0);
};

/** The processor time of the servers for each request of a steady load, in microseconds. */
const processorTime = async (servers: readonly Child[], what: Case, pace: Pace) => {
	const time = () => servers.reduce((sum, server) => sum + server.processorTime(), 0);
	const before = time();
	const all = await steadily(servers, asksOf(what), pace);
	const used = time() - before;
	for (const { status } of all)
		if (status < 200 || status > 299) throw new Error(`${status} of ${what.paths[0]}.`);
	return (used / all.length) * 1e6;
};

/**
 * One and two in turn, and every other round the other way round, so that whatever else the machine
 * does, and all that grows, meets both.
 */
const inTurn = async (
	both: readonly [Child, Child],
	rounds: number,
	measure: (servers: readonly Child[]) => Promise<number>,
) => {
	const one: number[] = [];
	const two: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const alone = async () => one.push(await measure([both[(round >> 1) % 2] as Child]));
		const together = async () => two.push(await measure(both));
		for (const turn of round % 2 ? [together, alone] : [alone, together]) await turn();
	}
	return {
		one: median(one),
		two: median(two),
		ratio: median(one.map((figure, at) => (two[at] ?? Number.NaN) / figure)),
	};
};

const whole = (value: number) => Math.round(value).toLocaleString('en');

const measure = async (both: readonly [Child, Child], what: Case, { rounds, seconds }: Rounds) => {
	// What a process has not done often is slower: each is given its time first.
	for (const server of both) await most([server], what, seconds * 3);
	const perSecond = await inTurn(both, rounds, (servers) => most(servers, what, seconds));
	const pace = { seconds: seconds * 2, rate: perSecond.one * SHARE };
	const processor = await inTurn(both, rounds, (servers) => processorTime(servers, what, pace));
	const figures: Figure[] = [
		{
			name: `two servers: ${what.name}, processor time of a request`,
			measured: `${processor.ratio.toFixed(2)} of one server's (${whole(processor.two)} and ${whole(processor.one)} µs)`,
			value: processor.ratio,
			unit: 'of one server',
			target: { value: 1.15, better: 'less' },
		},
		{
			name: `two servers: ${what.name}, at most`,
			measured: `${whole(perSecond.two)}/s, one ${whole(perSecond.one)}/s (${perSecond.ratio.toFixed(2)} times)`,
			value: perSecond.ratio,
			unit: 'of one server',
		},
	];
	return figures;
};

/**
 * Measures two servers on one PostgreSQL beside one, on a copy of the catalogue in `large`: the processor
 * time of a request at the same rate, and how many a second there are at most. On a machine of two
 * cores, PostgreSQL and who asks have their share of them.
 */
export const twoServers = async (
	folder: string,
	large: string,
	length: Rounds,
	say: (text: string) => void,
): Promise<Figure[]> => {
	say('Bringing the catalogue to PostgreSQL …');
	const postgres = await startPostgres();
	const servers: Child[] = [];
	try {
		const databaseUrl = postgres.url;
		const snapshot = await snapshotOf({ dataDir: large, databaseUrl: undefined });
		await fill({ dataDir: folder, databaseUrl }, snapshot).finally(snapshot.close);
		for (const name of ['first', 'second']) {
			const dir = join(folder, name);
			mkdirSync(dir, { recursive: true });
			const settings = { DATABASE_URL: databaseUrl, SECRET };
			servers.push(await start('server/start.mjs', dir, { signedIn: true, settings }));
		}
		const cases = casesOf(large);
		const reads = cases.filter(({ name }) =>
			/^(list of a place|one topic|all topics, first page)/.test(name),
		);
		const mixed: Case = {
			...{ name: 'reads', method: 'GET' },
			paths: reads.flatMap(({ paths }) =>
				Array.from({ length: 60 }, (_, at) => paths[at % paths.length] as string),
			),
		};
		const figures: Figure[] = [];
		for (const what of [mixed, ...cases.filter(({ method }) => method === 'POST')]) {
			say(`Two servers and one: ${what.name} …`);
			const measured = await measure(servers as [Child, Child], what, length);
			for (const figure of measured) say(`${figure.name}: ${figure.measured}`);
			figures.push(...measured);
		}
		return figures;
	} finally {
		await Promise.all(servers.map((server) => server.stop()));
		await postgres.stop();
	}
};

if (import.meta.main) {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const folder = mkdtempSync(join(tmpdir(), 'ufundi-bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const large = join(folder, 'large');
	await makeCatalogue(large);
	const length = values.quick ? { rounds: 5, seconds: 2 } : { rounds: 9, seconds: 3 };
	console.log(table(await twoServers(folder, large, length, console.error)));
}
