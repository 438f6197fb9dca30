import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { confirmationOf, receiptOf } from '../../tools/daraja-simulator/wire.ts';
import type { Child } from './child.ts';
import { type Figure, quantile } from './figures.ts';
import { steadily } from './steady.ts';

/**
 * Asks for a file as a browser does. What comes is taken as it is: unpacking it is not the server's work,
 * and in a real download another machine's.
 */
const download = async (url: string, headers: Record<string, string>) => {
	const asked = request(url, { headers: { ...headers, 'accept-encoding': 'br' } }).end();
	const [answer] = (await once(asked, 'response')) as [IncomingMessage];
	if (answer.statusCode !== 200) throw new Error(`The export was answered ${answer.statusCode}.`);
	return answer;
};

/** Downloads everything once while others look at pages: its speed, its memory, and their times. */
export const exporting = async (server: Child, words: string): Promise<Figure[]> => {
	let done = false;
	const times: number[] = [];
	const others = (async () => {
		while (!done) {
			const from = performance.now();
			await (
				await fetch(`${server.url}/api/transactions`, { headers: server.headers })
			).arrayBuffer();
			times.push(performance.now() - from);
			await new Promise((next) => setTimeout(next, 20));
		}
	})();
	const before = server.memory();
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, server.memory());
	}, 250);
	const from = performance.now();
	const answer = await download(`${server.url}/api/transactions/export.csv`, server.headers);
	const chunks: Buffer[] = [];
	let first = 0;
	for await (const chunk of answer) {
		first ||= performance.now() - from;
		chunks.push(chunk);
	}
	const seconds = (performance.now() - from) / 1000;
	done = true;
	clearInterval(watch);
	await others;
	let lines = 0;
	for await (const chunk of Readable.from(chunks).pipe(createBrotliDecompress()))
		for (const byte of chunk) if (byte === 10) lines++;
	if (lines - 1 !== Number(answer.headers['x-total-count']))
		throw new Error(`An export of ${answer.headers['x-total-count']} had ${lines - 1} rows.`);
	const rate = (lines - 1) / seconds;
	const waits = quantile(times, 0.95);
	return [
		{
			name: `${words}: export`,
			measured: `${Math.round(rate).toLocaleString('en')} rows/s (${seconds.toFixed(1)} s)`,
			value: rate,
			unit: 'rows/s',
			target: { value: 100_000, better: 'more' },
		},
		{
			name: `${words}: export, first byte`,
			measured: `${first.toFixed(0)} ms`,
			value: first,
			unit: 'ms',
			target: { value: 1_000, better: 'less' },
		},
		{
			name: `${words}: export, memory growth`,
			measured: `${(most - before).toFixed(0)} MB`,
			value: most - before,
			unit: 'MB',
			target: { value: 60, better: 'less' },
		},
		{
			name: `${words}: others during export, p95`,
			measured: `${waits.toFixed(1)} ms`,
			value: waits,
			unit: 'ms',
			target: { value: 50, better: 'less' },
		},
	];
};

/** The server's timer goes off every so many milliseconds; what it says of a delay has them in it. */
const BETWEEN_MS = 10;

/** How late the event loop of a server was since somebody asked last: of a hundred looks at it the second worst, in milliseconds. */
const lagOf = async ({ url, headers }: Child) => {
	const text = await (await fetch(`${url}/metrics`, { headers })).text();
	const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
	if (seconds === undefined) throw new Error('The metrics know nothing of the event loop.');
	return Math.max(0, Number(seconds) * 1_000 - BETWEEN_MS);
};

/** Pages and searches, twenty a second as they come: how long each waits, and everybody else meanwhile. */
export const atRandom = async (
	server: Child,
	words: string,
	paths: readonly string[],
	seconds: number,
): Promise<Figure[]> => {
	await lagOf(server);
	const askOf = (n: number) => ({ method: 'GET' as const, path: `/api${paths[n % paths.length]}` });
	const all = await steadily([server], askOf, { rate: 20, seconds });
	const lag = await lagOf(server);
	for (const { status } of all)
		if (status !== 200) throw new Error(`A list was answered ${status}.`);
	const slow = quantile(
		all.map(({ waited }) => waited),
		0.95,
	);
	const figure = (name: string, value: number, most: number): Figure => ({
		name: `${words}, 20 lists a second: ${name}`,
		measured: `${value.toFixed(1)} ms`,
		value,
		unit: 'ms',
		target: { value: most, better: 'less' },
	});
	return [figure('p95', slow, 150), figure('delay of the event loop, p99', lag, 50)];
};

/** Deliveries a second, by decision 0000 for a minute. */
const RATE = 500;

/** Delivers paybill confirmations as they come from M-Pesa, at a steady pace: how long each waits. */
export const deliveries = async (
	server: Child,
	token: string,
	words: string,
	seconds: number,
): Promise<Figure[]> => {
	const delivery = (number: number) => {
		const at = Date.now();
		const sent = confirmationOf({
			receipt: receiptOf(at, 36 ** 6 + number),
			amount: 500,
			at,
			phone: '254712345678',
			reference: 'BENCH',
		});
		const path = `/api/hooks/${token}/c2b`;
		return { method: 'POST' as const, path, body: JSON.stringify(sent) };
	};
	const all = await steadily([server], delivery, { rate: RATE, seconds });
	for (const { status } of all)
		if (status !== 200) throw new Error(`A delivery was answered ${status}.`);
	const slow = quantile(
		all.map(({ waited }) => waited),
		0.99,
	);
	return [
		{
			name: `${words}: ${RATE} deliveries a second for ${seconds} s, each on disk before its answer, p99`,
			measured: `${slow.toFixed(1)} ms`,
			value: slow,
			unit: 'ms',
			target: { value: 50, better: 'less' },
		},
	];
};
