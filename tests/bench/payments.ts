/** The payments desk at 10,000 and at a million payments: `payments(folder, …)`, or this file by itself. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostgres } from '../../server/db/postgres.ts';
import { sqliteFile } from '../../server/db/sqlite.ts';
import { startPostgres } from '../postgres.ts';
import { type Child, start } from './child.ts';
import { type Figure, quantile, table } from './figures.ts';
import { seeded } from './names.ts';
import { fillPostgres, makePayments } from './payments-data.ts';
import { atRandom, deliveries, exporting } from './payments-load.ts';

const TOKEN = 'the-secret-segment-of-the-bench';
const STATUSES = ['', 'completed', 'failed', 'pending'];

interface Sample {
	mpesa_receipt_number: string | null;
	phone_number: string;
	checkout_request_id: string;
	merchant_request_id: string;
}

const get = async (server: Child, path: string) => {
	const answer = await fetch(`${server.url}/api${path}`, { headers: server.headers });
	// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
	const { data } = (await answer.json()) as any;
	if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
	return data;
};

/** The p95 of requests one after the other, in milliseconds, the first few left out. */
const p95 = async (server: Child, paths: readonly string[]) => {
	const times: number[] = [];
	for (const path of [...paths.slice(0, 10), ...paths]) {
		const from = performance.now();
		await get(server, path);
		times.push(performance.now() - from);
	}
	return quantile(times.slice(10), 0.95);
};

const some = <T>(count: number, make: (n: number) => T) =>
	Array.from({ length: count }, (_, n) => make(n));

/** What is asked of a desk, each with the time it may take and whether it may grow with the desk. */
const questions = async (server: Child, count: number) => {
	const chance = seeded(5);
	const totals = await Promise.all(
		STATUSES.map(
			async (status) =>
				(await get(server, `/transactions?limit=1${status && `&status=${status}`}`))
					.total as number,
		),
	);
	const page = (n: number, share: number) => {
		const at = n % STATUSES.length;
		const pages = Math.max(1, Math.ceil((totals[at] ?? 0) / 10));
		return `/transactions?page=${1 + Math.floor(share * (pages - 1))}${STATUSES[at] && `&status=${STATUSES[at]}`}`;
	};
	const samples: Sample[] = [];
	while (samples.length < count)
		samples.push(...(await get(server, `${page(1, chance())}&limit=10`)).data);
	const find = (text: (sample: Sample) => string | null) =>
		samples
			.slice(0, count)
			.map((sample) => `/transactions?search=${encodeURIComponent(text(sample) ?? '')}`);
	return [
		['any page, any status', some(count, (n) => page(n, chance())), 20],
		['last page, any status', some(count, (n) => page(n, 1)), 20],
		['search: receipt', find((at) => at.mpesa_receipt_number), 40],
		['search: five of a receipt', find((at) => at.mpesa_receipt_number?.slice(2, 7) ?? ''), 40],
		['search: last six of a phone', find((at) => at.phone_number.slice(-6)), 40],
		['search: whole phone', find((at) => at.phone_number), 40],
		['search: CheckoutRequestID', find((at) => at.checkout_request_id), 40],
		['search: MerchantRequestID', find((at) => at.merchant_request_id), 40],
		['search: two characters', find((at) => at.mpesa_receipt_number?.slice(0, 2) ?? ''), 200],
		['search: broad (2547)', some(10, () => '/transactions?search=2547'), 200],
		['statistics', some(count, () => '/statistics'), 5],
		['statistics, trends', some(count, () => '/statistics/trends'), 20],
	] as const;
};

/** Measures a desk of `large` payments beside one of `small`. */
export const payments = async (
	folder: string,
	{
		small,
		large,
		requests,
		say,
	}: { small: number; large: number; requests: number; say: (text: string) => void },
): Promise<Figure[]> => {
	process.env.MPESA_HOOK_TOKEN = TOKEN;
	const figures: Figure[] = [];
	const before = new Map<string, number>();
	for (const size of [small, large]) {
		const words = size.toLocaleString('en');
		const dir = join(folder, `payments-${size}`);
		mkdirSync(dir, { recursive: true });
		const from = performance.now();
		say(`Making ${words} payments …`);
		// Made once where the folder is kept between runs: a million take minutes.
		if (!existsSync(sqliteFile(dir))) await makePayments(dir, size);
		say(
			`… ${((performance.now() - from) / 1000).toFixed(0)} s, ${(statSync(sqliteFile(dir)).size / 2 ** 20).toFixed(0)} MB`,
		);
		const server = await start('server/start.mjs', dir, { signedIn: true });
		try {
			const asked = await questions(server, requests);
			for (const [name, paths, target] of asked) {
				const value = await p95(server, paths);
				say(`${words}: ${name}: ${value.toFixed(1)} ms`);
				const smaller = before.get(name);
				before.set(name, value);
				const grown =
					smaller === undefined ? '' : ` (${(value / smaller).toFixed(1)} times the small one)`;
				figures.push({
					name: `${words} payments: ${name}, p95`,
					measured: `${value.toFixed(1)} ms${grown}`,
					value,
					unit: 'ms',
					target: { value: target, better: 'less' },
				});
			}
			const lists = asked.filter(([name]) => !name.startsWith('statistics'));
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
					return size === large || figure.unit !== 'rows/s' ? figure : without;
				}),
			);
			figures.push(...(await deliveries(server, TOKEN, words, requests * 20)));
		} finally {
			await server.stop();
		}
	}
	figures.push(...(await onPostgres(folder, { size: Math.min(large, 100_000), requests, say })));
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
		const server = await start('server/start.mjs', dir, { signedIn: true }).finally(() => {
			delete process.env.DATABASE_URL;
			delete process.env.SECRET;
		});
		try {
			const figures: Figure[] = [];
			for (const [name, paths] of await questions(server, requests)) {
				const value = await p95(server, paths);
				say(`${words}: ${name}: ${value.toFixed(1)} ms`);
				const measured = `${value.toFixed(1)} ms`;
				figures.push({ name: `${words}: ${name}, p95`, measured, value, unit: 'ms' });
			}
			const loads = [
				...(await exporting(server, words)),
				...(await deliveries(server, TOKEN, words, requests * 20)),
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
