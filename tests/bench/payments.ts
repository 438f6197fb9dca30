/** The payments desk at 10,000 and at a million payments: `payments(folder, …)`, or this file by itself. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostgres } from '../../server/db/postgres.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { startPostgres } from '../postgres.ts';
import { type Child, start } from './child.ts';
import { type Figure, quantile, table } from './figures.ts';
import { fillPostgres, makePayments } from './payments-data.ts';
import { atRandom, deliveries, exporting } from './payments-load.ts';
import { get, questions, some } from './payments-questions.ts';
import { raced } from './payments-race.ts';

const TOKEN = 'the-secret-segment-of-the-bench';

/** How often each request is repeated, after it was new to its server. */
const AGAIN = 3;

/** The p95 of some requests in milliseconds: while they are new to a server, and of the same ones again. */
interface Times {
	first: number;
	again: number;
}

/**
 * Asks several servers in turn, a request of each after the other, so that whatever else the machine does
 * meets all of them. What is new may come from the disk, as far as the operating system has let go of it;
 * whether something grows is told by the others.
 */
const sideBySide = async (asked: readonly { server: Child; paths: readonly string[] }[]) => {
	for (const { server, paths } of asked)
		for (const path of paths.slice(0, 10)) await get(server, path);
	const rounds = async (count: number) => {
		const times = asked.map((): number[] => []);
		for (let round = 0; round < count; round++)
			for (let n = 0; n < Math.max(...asked.map(({ paths }) => paths.length)); n++)
				for (const [at, { server, paths }] of asked.entries()) {
					const path = paths[n % paths.length] ?? '';
					const from = performance.now();
					await get(server, path);
					times[at]?.push(performance.now() - from);
				}
		return times.map((some) => quantile(some, 0.95));
	};
	const [first, again] = [await rounds(1), await rounds(AGAIN)];
	return asked.map((_, at): Times => ({ first: first[at] ?? 0, again: again[at] ?? 0 }));
};

const wordsOf = (size: number) => `${size.toLocaleString('en')} payments`;

/** A data folder with so many payments: a copy, since what is delivered to it would be in the next run's answers. */
const copyOfPayments = async (folder: string, size: number, say: (text: string) => void) => {
	const dir = join(folder, `payments-${size}`);
	mkdirSync(dir, { recursive: true });
	const from = performance.now();
	say(`Making ${wordsOf(size)} …`);
	// Made once where the folder is kept between runs: a million take minutes.
	if (!existsSync(sqliteFile(dir))) await makePayments(dir, size);
	const megabytes = (statSync(sqliteFile(dir)).size / 2 ** 20).toFixed(0);
	say(`… ${((performance.now() - from) / 1000).toFixed(0)} s, ${megabytes} MB`);
	const copy = join(folder, `payments-${size}-asked`);
	rmSync(copy, { recursive: true, force: true });
	cpSync(dir, copy, { recursive: true });
	return copy;
};

/** Measures a desk of `large` payments beside one of `small`. */
export const payments = async (
	folder: string,
	asked: { small: number; large: number; requests: number; say: (text: string) => void },
): Promise<Figure[]> => {
	process.env.MPESA_HOOK_TOKEN = TOKEN;
	const figures: Figure[] = [];
	const { small, large, requests, say } = asked;
	const sizes = [small, large] as const;
	const servers: Child[] = [];
	try {
		for (const size of sizes) {
			const copy = await copyOfPayments(folder, size, say);
			servers.push(await start('server/main.ts', copy, { signedIn: true }));
		}
		const asked = await Promise.all(
			servers.map(async (server) => ({ server, questions: await questions(server, requests) })),
		);
		for (const [at, [name, , target]] of asked[0]?.questions.entries() ?? []) {
			const times = await sideBySide(
				asked.map(({ server, questions }) => ({ server, paths: questions[at]?.[1] ?? [] })),
			);
			const smaller = times[0]?.again ?? 0;
			for (const [n, { first, again }] of times.entries()) {
				const words = wordsOf(sizes[n] ?? 0);
				const grown = n > 0 ? `, ${(again / smaller).toFixed(1)} times the small one` : '';
				const measured = `${first.toFixed(1)} ms, then ${again.toFixed(1)}${grown}`;
				say(`${words}: ${name}: ${measured}`);
				figures.push({
					name: `${words}: ${name}, p95`,
					measured,
					value: first,
					unit: 'ms',
					target: { value: target, better: 'less' },
				});
			}
		}
		for (const [n, { server, questions }] of asked.entries()) {
			const words = wordsOf(sizes[n] ?? 0);
			figures.push(...(await raced(server, join(folder, `payments-${sizes[n]}-asked`), words)));
			const lists = questions.filter(([, [path]]) => path?.startsWith('/transactions'));
			const mixed = some(requests * 2, (n) => {
				const paths = lists[n % lists.length]?.[1] ?? [];
				return paths[n % paths.length] ?? '/transactions';
			});
			figures.push(...(await atRandom(server, words, mixed, requests / 10)));
			const exported = await exporting(server, words);
			// A tenth of a second of a process that has just begun says nothing of a speed.
			figures.push(
				...exported.map((figure) => {
					const { target: _, ...without } = figure;
					return sizes[n] === large || figure.unit !== 'rows/s' ? figure : without;
				}),
			);
			figures.push(...(await deliveries(server, TOKEN, words, requests * 0.3)));
		}
	} finally {
		for (const server of servers) await server.stop();
	}
	figures.push(...(await onPostgres(folder, { size: large, requests, say })));
	return figures;
};

/** The same questions on PostgreSQL, told for their own sake. */
const onPostgres = async (
	folder: string,
	{ size, requests, say }: { size: number; requests: number; say: (text: string) => void },
): Promise<Figure[]> => {
	const words = `PostgreSQL, ${size.toLocaleString('en')} payments`;
	say(`Making ${words} …`);
	const postgres = await startPostgres();
	try {
		const database = await openPostgres(postgres.url);
		await fillPostgres(database, size);
		await database.close();
		const dir = join(folder, 'payments-postgres');
		mkdirSync(dir, { recursive: true });
		process.env.DATABASE_URL = postgres.url;
		process.env.SECRET = '4f2a9c7e1b8d6053f7e2c9a4b1d8605f3a7c';
		const server = await start('server/main.ts', dir, { signedIn: true }).finally(() => {
			delete process.env.DATABASE_URL;
			delete process.env.SECRET;
		});
		try {
			const figures: Figure[] = [];
			for (const [name, paths] of await questions(server, requests)) {
				const [{ first, again } = { first: 0, again: 0 }] = await sideBySide([{ server, paths }]);
				const measured = `${first.toFixed(1)} ms, then ${again.toFixed(1)}`;
				say(`${words}: ${name}: ${measured}`);
				figures.push({ name: `${words}: ${name}, p95`, measured, value: first, unit: 'ms' });
			}
			const loads = [
				...(await exporting(server, words)),
				...(await deliveries(server, TOKEN, words, requests * 0.3)),
			];
			return [...figures, ...loads.map(({ target: _, ...figure }) => figure)];
		} finally {
			await server.stop();
		}
	} finally {
		await postgres.stop();
	}
};

if (import.meta.main) {
	const { values } = parseArgs({
		options: {
			small: { type: 'string', default: '10000' },
			large: { type: 'string', default: '1000000' },
			requests: { type: 'string', default: '200' },
			data: { type: 'string' },
		},
	});
	const folder = values.data ?? mkdtempSync(join(tmpdir(), 'ufundi-bench-'));
	if (!values.data) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const figures = await payments(folder, {
		small: Number(values.small),
		large: Number(values.large),
		requests: Number(values.requests),
		say: console.error,
	});
	console.log(table(figures));
}
