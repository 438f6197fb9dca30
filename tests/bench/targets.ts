/** The figures of a busy day, beside the floor where it can do the same: `targets(…)`. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { confirmationOf, receiptOf } from '../../tools/daraja-simulator/wire.ts';
import { type Case, casesOf } from './cases.ts';
import { type Child, start } from './child.ts';
import { type Figure, quantile } from './figures.ts';
import { perSecond } from './race.ts';
import { type Asked, asksOf, steadily } from './steady.ts';
import { makePerson, overload, signIns, uploads } from './targets-load.ts';

const TOKEN = 'the-secret-segment-of-the-bench';

/** How long each load lasts, in seconds; deliveries come for longer. How often what is compared is done. */
export interface Lengths {
	seconds: number;
	deliveries: number;
	rounds: number;
}

const less = (name: string, value: number, most: number, unit = 'ms', beside = ''): Figure => ({
	name,
	measured: `${value.toFixed(unit === 'ms' ? 1 : 0)} ${unit}${beside}`,
	value,
	unit,
	target: { value: most, better: 'less' },
});

const failuresOf = (all: readonly Asked[]) =>
	all.filter(({ status }) => status < 200 || status > 299).length;

/** Lists and details, 200 a second, as they come. */
const mixed = async (server: Child, floor: Child, what: Case, { seconds }: Lengths) => {
	const pace = { rate: 200, seconds };
	for (const child of [server, floor])
		await steadily([child], asksOf(what), { ...pace, seconds: 2 });
	const ours = await steadily([server], asksOf(what), pace);
	const floors = await steadily([floor], asksOf(what), pace);
	const at = (all: readonly Asked[], share: number) =>
		quantile(
			all.map(({ waited }) => waited),
			share,
		);
	const figure = (name: string, share: number, most: number) =>
		less(
			`200 a second: ${name}`,
			at(ours, share),
			most,
			'ms',
			` (floor ${at(floors, share).toFixed(1)})`,
		);
	return [
		figure('p50', 0.5, 10),
		figure('p95', 0.95, 50),
		figure('p99', 0.99, 150),
		less('200 a second: failed', failuresOf(ours), 0, 'of them'),
	];
};

/** As many as there can be, with ten connections. */
const saturated = async (
	server: Child,
	floor: Child,
	what: Case,
	least: number,
	seconds: number,
) => {
	const ours = await perSecond(server, what, seconds);
	const floors = await perSecond(floor, what, seconds);
	const whole = (value: number) => Math.round(value).toLocaleString('en');
	const figure: Figure = {
		name: `at most: ${what.name}`,
		measured: `${whole(ours)}/s (floor ${whole(floors)}/s, ${(ours / floors).toFixed(2)} of it)`,
		value: ours,
		unit: 'a second',
		target: { value: least, better: 'more' },
	};
	return figure;
};

/**
 * Payments are delivered, 200 a second; none may be missing in the end. In between the floor writes as
 * many rows durably: how long a disk stands still now and then decides both.
 */
const deliveries = async (
	server: Child,
	floor: Child,
	writes: Case,
	{ deliveries: seconds, rounds }: Lengths,
) => {
	const hook = `/api/hooks/${TOKEN}/c2b`;
	const total = async () => {
		const answer = await fetch(`${server.url}/api/transactions?limit=1`, {
			headers: server.headers,
		});
		return ((await answer.json()) as { data: { total: number } }).data.total;
	};
	const before = await total();
	const delivery = (n: number) => {
		const at = Date.now();
		const sent = { receipt: receiptOf(at, 36 ** 6 + n), amount: 500, at, phone: '254712345678' };
		const body = JSON.stringify(confirmationOf({ ...sent, reference: 'BENCH' }));
		return { method: 'POST' as const, path: hook, body };
	};
	const all: Asked[] = [];
	const floors: Asked[] = [];
	for (let round = 0; round < rounds; round++) {
		const from = all.length;
		const ours = { rate: 200, seconds: seconds / rounds };
		all.push(...(await steadily([server], (n) => delivery(from + n), ours)));
		floors.push(
			...(await steadily([floor], asksOf(writes), { rate: 200, seconds: seconds / rounds / 4 })),
		);
	}
	const taken = all.length - failuresOf(all);
	let there = 0;
	for (let tries = 0; there < taken && tries < 100; tries++) {
		there = (await total()) - before;
		if (there < taken) await new Promise((next) => setTimeout(next, 100));
	}
	const p99 = (asked: readonly Asked[]) =>
		quantile(
			asked.map(({ waited }) => waited),
			0.99,
		);
	const name = `200 deliveries a second for ${seconds} s`;
	const beside = ` (floor ${p99(floors).toFixed(1)})`;
	return [
		less(`${name}: p99`, p99(all), 50, 'ms', beside),
		less(`${name}: lost`, all.length - there, 0, 'of them'),
	];
};

/** From the start of a server whose forerunner was killed under writes to its line. */
const recovery = async (dataDir: string, what: Case) => {
	const victim = await start('server/main.ts', dataDir, { signedIn: true });
	const writing = steadily([victim], asksOf(what), { rate: 200, seconds: 3 });
	await new Promise((next) => setTimeout(next, 2_000));
	await victim.kill();
	await writing;
	const again = await start('server/main.ts', dataDir);
	await again.stop();
	return less('ready again after a kill', again.readyMs, 3_000);
};

/** Measures each load on a copy of the catalogue in `large`. */
export const targets = async (
	folder: string,
	large: string,
	lengths: Lengths,
	say: (text: string) => void,
): Promise<Figure[]> => {
	const figures: Figure[] = [];
	const add = (...more: Figure[]) => {
		for (const { name, measured } of more) say(`${name}: ${measured}`);
		figures.push(...more);
	};
	const copyOf = (name: string) => {
		const dir = join(folder, name);
		mkdirSync(dir, { recursive: true });
		copyFileSync(sqliteFile(large), sqliteFile(dir));
		return dir;
	};
	const cases = casesOf(large);
	const reads: Case = {
		name: 'lists and details',
		method: 'GET' as const,
		paths: cases
			.filter(({ name }) => /^(list of a place|one topic|subjects of a course)/.test(name))
			.flatMap(({ paths }) => Array.from({ length: 60 }, (_, n) => paths[n % paths.length] ?? '')),
	};
	const writes = cases.find(({ method }) => method === 'POST') as Case;
	const broad = cases.find(({ name }) => name === 'search, broad') as Case;

	const ours = copyOf('targets');
	const settings = { MPESA_HOOK_TOKEN: TOKEN };
	const server = await start('server/main.ts', ours, { signedIn: true, settings });
	const floor = await start('tests/bench/floor.ts', copyOf('targets-floor'));
	try {
		const viewer = await makePerson(server);
		add(...(await mixed(server, floor, reads, lengths)));
		add(await saturated(server, floor, reads, 2_000, lengths.seconds));
		add(await saturated(server, floor, writes, 500, lengths.seconds));
		add(...(await overload(server, broad, lengths.seconds)));
		add(...(await deliveries(server, floor, writes, lengths)));
		const both = { server, floor };
		add(...(await signIns(both, asksOf(reads), lengths.rounds, viewer)));
		add(...(await uploads(both, asksOf(reads), lengths.rounds)));
		add(less('memory after all of this', server.memory(), 350, 'MB'));
	} finally {
		await Promise.all([server.stop(), floor.stop()]);
	}
	add(await recovery(ours, writes));
	return figures;
};
