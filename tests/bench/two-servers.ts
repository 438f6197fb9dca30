/** Two servers on one PostgreSQL beside one: `twoServers(folder, …)`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { copyToPostgres } from '../../server/db/copy.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { openFile } from '../../server/db/sqlite-file.ts';
import { startPostgres } from '../postgres.ts';
import { type Case, casesOf } from './cases.ts';
import { type Child, start } from './child.ts';
import { type Figure, median } from './figures.ts';
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

/** Two of the same kind: of ours, or of the floor. */
type Pair = readonly [Child, Child];

const pairOf = (servers: readonly Child[]): Pair => [servers[0] as Child, servers[1] as Child];

/**
 * Several measurements in turn, and every other round the other way round and with the other server
 * alone, so that whatever else the machine does, and all that grows, meets all of them.
 */
const inTurn = async <Name extends string>(
	rounds: number,
	measure: (name: Name, alone: 0 | 1) => Promise<number>,
	names: readonly Name[],
) => {
	const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
		Name,
		number[]
	>;
	for (let round = 0; round < rounds; round++)
		for (const name of round % 2 ? [...names].reverse() : names)
			found[name].push(await measure(name, (round >> 1) % 2 ? 1 : 0));
	return {
		of: (name: Name) => median(found[name]),
		/** The median of the ratios of each round. */
		ratio: (name: Name, to: Name) =>
			median(found[name].map((figure, at) => figure / (found[to][at] ?? Number.NaN))),
	};
};

const whole = (value: number) => Math.round(value).toLocaleString('en');

const measure = async (ours: Pair, floors: Pair, what: Case, { rounds, seconds }: Rounds) => {
	// What a process has not done often is slower: each is given its time first.
	for (const server of [...ours, ...floors]) await most([server], what, seconds * 3);
	const speed = await inTurn(
		rounds,
		(name, alone) => most(name === 'one' ? [ours[alone]] : ours, what, seconds),
		['one', 'two'],
	);
	const rate = speed.of('one') * SHARE;
	const kinds = {
		one: (alone: 0 | 1) => ({ servers: [ours[alone]], rate }),
		'one at half': (alone: 0 | 1) => ({ servers: [ours[alone]], rate: rate / 2 }),
		two: () => ({ servers: ours, rate }),
		floor: (alone: 0 | 1) => ({ servers: [floors[alone]], rate }),
		floors: () => ({ servers: floors, rate }),
	};
	type Kind = keyof typeof kinds;
	const processor = await inTurn(
		rounds,
		(name: Kind, alone) => {
			const { servers, rate } = kinds[name](alone);
			return processorTime(servers, what, { rate, seconds: seconds * 2 });
		},
		Object.keys(kinds) as Kind[],
	);
	const ratio = processor.ratio('two', 'one at half');
	const together = processor.ratio('two', 'one').toFixed(2);
	const floor = processor.ratio('floors', 'floor');
	const [half, one, two] = (['one at half', 'one', 'two'] as const).map((name) =>
		whole(processor.of(name)),
	);
	const figures: Figure[] = [
		{
			name: `two servers: ${what.name}, processor time of a request`,
			measured: `${ratio.toFixed(2)} of one server's that has as much to do as each (${two} and ${half} µs; ${together} where one has as much as both, ${one} µs)`,
			value: ratio,
			unit: 'of one server',
			target: { value: 1.15, better: 'less' },
		},
		{
			name: `two floors: ${what.name}, processor time of a request`,
			measured: `${floor.toFixed(2)} of one floor's that has as much to do as both (${whole(processor.of('floors'))} and ${whole(processor.of('floor'))} µs)`,
			value: floor,
			unit: 'of one floor',
		},
		{
			name: `two servers: ${what.name}, at most`,
			measured: `${whole(speed.of('two'))}/s, one ${whole(speed.of('one'))}/s (${speed.ratio('two', 'one').toFixed(2)} times)`,
			value: speed.ratio('two', 'one'),
			unit: 'of one server',
		},
	];
	return figures;
};

/**
 * Measures two servers on one PostgreSQL beside one, on a copy of the catalogue in `large`: the processor
 * time of a request, and how many a second there are at most. Whoever has less to do spends more on each, because it
 * finds more of its memory out of the processor's: so each of the two is held against one that has as much to do
 * as it has. Beside it stands one that has to do what both have, and the same of two bare servers.
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
	const floors: Child[] = [];
	try {
		const databaseUrl = postgres.url;
		const from = openFile(sqliteFile(large), true);
		await copyToPostgres(from, databaseUrl).finally(() => from.close());
		for (const name of ['first', 'second']) {
			const dir = join(folder, name);
			mkdirSync(dir, { recursive: true });
			const settings = { DATABASE_URL: databaseUrl, SECRET };
			servers.push(await start('server/main.ts', dir, { signedIn: true, settings }));
			floors.push(await start('tests/bench/postgres-floor.ts', dir, { settings }));
		}
		const cases = casesOf(large);
		const reads = cases.filter(({ name }) =>
			/^(list of a place|one topic|all topics, first page)/.test(name),
		);
		const mixed: Case = {
			name: 'reads',
			method: 'GET',
			paths: reads.flatMap(({ paths }) =>
				Array.from({ length: 60 }, (_, at) => paths[at % paths.length] as string),
			),
		};
		const figures: Figure[] = [];
		for (const what of [mixed, ...cases.filter(({ method }) => method === 'POST')]) {
			say(`Two servers and one: ${what.name} …`);
			const measured = await measure(pairOf(servers), pairOf(floors), what, length);
			for (const figure of measured) say(`${figure.name}: ${figure.measured}`);
			figures.push(...measured);
		}
		return figures;
	} finally {
		await Promise.all([...servers, ...floors].map((server) => server.stop()));
		await postgres.stop();
	}
};
