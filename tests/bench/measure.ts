import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { buildConfirmation, makeReceipt } from '../../tools/daraja-simulator/wire.ts';
import { type Figure, quantile } from './figures.ts';

/** A server to measure, and the headers of requests to it. */
export interface Target {
	url: string;
	headers: Record<string, string>;
}

/** Requests of one kind, sent in turn. */
export interface Case {
	name: string;
	method: 'GET' | 'POST';
	paths: string[];
	body?: string;
}

const CONNECTIONS = 10;

const countPerSecond = async (target: Target, { method, paths, body }: Case, duration: number) => {
	const headers = { ...target.headers, ...(body && { 'content-type': 'application/json' }) };
	const { requests, non2xx, errors } = await autocannon({
		url: target.url,
		connections: CONNECTIONS,
		duration,
		requests: paths.map((path) => ({ method, path, headers, ...(body && { body }) })),
	});
	if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests of ${paths[0]} failed.`);
	return requests.total / duration;
};

/** Compares how fast a server and a bare server answer the same requests, round by round in the same run. */
export const compare = async (
	server: Target,
	bare: Target,
	requests: Case,
	seconds: number,
): Promise<Figure[]> => {
	for (const target of [server, bare]) await countPerSecond(target, requests, seconds);
	const rounds: { ours: number; bares: number }[] = [];
	for (let round = 0; round < 3; round++)
		rounds.push({
			ours: await countPerSecond(server, requests, seconds),
			bares: await countPerSecond(bare, requests, seconds),
		});
	const ours = quantile(
		rounds.map((round) => round.ours),
		0.5,
	);
	const share = quantile(
		rounds.map((round) => round.ours / Math.max(1, round.bares)),
		0.5,
	);
	return [
		{ name: requests.name, value: ours, unit: '/s' },
		{ name: `${requests.name}, share of a bare server`, value: share, unit: '' },
	];
};

/** Returns the data of an answer; waits and retries after a 503, as the console does. */
export const getData = async ({ url, headers }: Target, path: string) => {
	let answer = await fetch(url + path, { headers });
	while (answer.status === 503) {
		await pause(1_000 * Number(answer.headers.get('retry-after')));
		answer = await fetch(url + path, { headers });
	}
	if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
	return ((await answer.json()) as { data: unknown }).data;
};

/** Measures the p95 of requests that are sent one after the other, each path once. */
export const measureP95 = async (
	server: Target,
	name: string,
	paths: readonly string[],
	atMost: number,
): Promise<Figure> => {
	for (const path of paths.slice(0, 10)) await getData(server, path);
	const times: number[] = [];
	for (const path of paths) {
		const from = performance.now();
		await getData(server, path);
		times.push(performance.now() - from);
	}
	return { name: `${name}, p95`, value: quantile(times, 0.95), unit: 'ms', atMost };
};

/** Measures the p95 of the list of months, each time after a payment of this month. */
export const measureMonths = async (
	server: Target,
	token: string,
	name: string,
	atMost: number,
): Promise<Figure> => {
	await getData(server, '/api/periods');
	const times: number[] = [];
	for (let n = 0; n < 30; n++) {
		const at = Date.now();
		await deliver(server, token, { receipt: makeReceipt(at, 40_000 + n), amount: 600, at });
		// A delivery is processed after its answer.
		await pause(200);
		const from = performance.now();
		await getData(server, '/api/periods');
		times.push(performance.now() - from);
	}
	return { name: `${name}, p95`, value: quantile(times, 0.95), unit: 'ms', atMost };
};

interface Sample {
	mpesa_receipt_number: string | null;
	phone_number: string;
	account_reference: string;
	payer_name: string | null;
}

/** Returns paths of lists and searches of payments, with texts of stored payments. */
export const findPaymentPaths = async (server: Target, count: number) => {
	const { total } = (await getData(server, '/api/transactions')) as { total: number };
	const pages = Math.ceil(total / 10);
	const pagePaths = Array.from(
		{ length: count },
		(_, n) => `/api/transactions?page=${1 + Math.floor((pages - 1) * (n / count))}`,
	);
	const samples: Sample[] = [];
	for (const path of pagePaths.slice(0, Math.ceil(count / 10)))
		samples.push(...((await getData(server, path)) as { data: Sample[] }).data);
	const searches = samples.flatMap((sample) => [
		sample.mpesa_receipt_number ?? '2547',
		sample.mpesa_receipt_number?.slice(2, 7) ?? 'UF',
		sample.phone_number.slice(-6),
		sample.phone_number,
		sample.account_reference,
		sample.payer_name?.toLowerCase() ?? 'kamau',
		'2547',
	]);
	return {
		lists: [...pagePaths, '/api/transactions?status=failed', '/api/transactions?status=pending'],
		searches: searches
			.slice(0, count)
			.map((text) => `/api/transactions?search=${encodeURIComponent(text)}`),
	};
};

/** Sends a paybill confirmation. */
export const deliver = async (
	{ url }: Target,
	token: string,
	payment: { receipt: string; amount: number; at: number },
) => {
	const body = buildConfirmation({ ...payment, phone: '254712345678', reference: 'BENCH' });
	const answer = await fetch(`${url}/api/hooks/${token}/c2b`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (answer.status !== 200) throw new Error(`A delivery was answered ${answer.status}.`);
	await answer.arrayBuffer();
};

/** Measures paybill confirmations at a steady rate, without waiting for earlier answers. */
export const measureDeliveries = async (
	server: Target,
	token: string,
	{ rate, seconds }: { rate: number; seconds: number },
): Promise<Figure[]> => {
	const times: number[] = [];
	const deliverOne = async (n: number, due: number) => {
		const now = Date.now();
		await deliver(server, token, { receipt: makeReceipt(now, 36 ** 6 + n), amount: 500, at: now });
		times.push(performance.now() - due);
	};
	const from = performance.now();
	const sent: Promise<void>[] = [];
	while (sent.length < rate * seconds) {
		for (; sent.length < ((performance.now() - from) / 1_000) * rate; )
			sent.push(deliverOne(sent.length, from + (sent.length / rate) * 1_000));
		await pause(1);
	}
	await Promise.all(sent);
	const reached = times.length / ((performance.now() - from) / 1_000);
	return [
		{ name: 'deliveries, each on disk before its answer', value: reached, unit: '/s', atLeast: 45 },
		{ name: 'deliveries, p99', value: quantile(times, 0.99), unit: 'ms' },
	];
};
