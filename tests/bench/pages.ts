import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { anyList } from './cases.ts';
import type { Child } from './child.ts';
import { type Figure, quantile } from './figures.ts';
import { seeded } from './names.ts';

const PEOPLE = 2;
const WARM_UP = 100;
const LOOK_MS = 25;
const LIMIT = 25;

const ask = (url: string, agent: Agent, as: Record<string, string>) =>
	new Promise<{ ms: number; total: number }>((resolve, reject) => {
		const from = performance.now();
		// As a browser asks: the time to compress the answer is part of it.
		get(url, { agent, headers: { ...as, 'accept-encoding': 'br' } }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk) => chunks.push(chunk));
			response.once('end', () => {
				const ms = performance.now() - from;
				const sent = Buffer.concat(chunks);
				const { 'content-encoding': encoding } = response.headers;
				const body = encoding === 'br' ? brotliDecompressSync(sent) : sent;
				if (response.statusCode === 200)
					resolve({ ms, total: JSON.parse(body.toString()).data.total });
				else reject(new Error(`${response.statusCode} for ${url}`));
			});
		}).once('error', reject);
	});

/**
 * Two people who look at the cross-course lists: at the first page of a list that nobody asked for
 * before, then at any other page of it, each a moment after the last came. The figures are times
 * from asking to the last byte.
 */
export const pageTimes = async (server: Child, count: number): Promise<Figure[]> => {
	let next = 0;
	const times: { path: string; ms: number }[] = [];
	const person = async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const look = async (number: number, path: string) => {
			const { ms, total } = await ask(server.url + path, agent, server.headers);
			if (number >= WARM_UP) times.push({ path, ms });
			await pause(LOOK_MS);
			return Math.ceil(total / LIMIT);
		};
		while (next < WARM_UP + count) {
			const number = next++;
			const pages = await look(number, anyList(number));
			const page = 1 + Math.floor(seeded(number)() * pages);
			if (page > 1) await look(number, `${anyList(number)}&page=${page}`);
		}
		agent.destroy();
	};
	await Promise.all(Array.from({ length: PEOPLE }, person));
	const of = (share: number) =>
		quantile(
			times.map(({ ms }) => ms),
			share,
		);
	const slowest = times.toSorted((a, b) => b.ms - a.ms)[0];
	return [
		{
			name: 'any page of a cross-course list, p95',
			measured: `${of(0.95).toFixed(1)} ms`,
			value: of(0.95),
			unit: 'ms',
			target: { value: 50, better: 'less' },
		},
		{
			name: 'the same, median',
			measured: `${of(0.5).toFixed(1)} ms`,
			value: of(0.5),
			unit: 'ms',
		},
		{
			name: 'the same, slowest',
			measured: `${slowest?.ms.toFixed(1)} ms: ${slowest?.path}`,
			value: slowest?.ms ?? 0,
			unit: 'ms',
		},
	];
};
