import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createUfundiClient, listAll } from '../scripts/client/index.js';

/** Starts a server that answers each request with the next status, and lists of 250 rows by page. */
const startBusyServer = async (statuses: number[]) => {
	const seen: { method: string; url: string; key: string | undefined }[] = [];
	const server = createServer((request, response) => {
		const { method = '', url = '' } = request;
		seen.push({ method, url, key: request.headers['idempotency-key']?.toString() });
		const page = Number(new URL(url, 'http://x').searchParams.get('page'));
		const rows = Array.from({ length: page === 3 ? 50 : 100 }, (_, n) => page * 100 + n);
		response
			.writeHead(statuses.shift() ?? 200, {
				'retry-after': '0',
				'content-type': 'application/json',
			})
			.end(JSON.stringify({ success: true, data: { data: rows, total: 250 } }));
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as AddressInfo;
	return { seen, url: `http://127.0.0.1:${port}`, close: () => server.close() };
};

it('the client repeats what a busy server refuses, with one key', async () => {
	const server = await startBusyServer([429, 503]);
	const api = createUfundiClient({ url: server.url, key: 'k' });
	const body = { name: 'Welding', category_id: 'cat_artisan' as const, order_num: 1 };
	const { response } = await api.POST('/api/courses', { body });
	expect(response.status).toBe(200);
	expect(server.seen).toHaveLength(3);
	expect(new Set(server.seen.map(({ key }) => key)).size).toBe(1);
	expect(server.seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
	server.close();
});

it('the client iterates over all rows of a list', async () => {
	const server = await startBusyServer([]);
	const rows = [];
	for await (const row of listAll(createUfundiClient({ url: server.url }), '/api/topics'))
		rows.push(row);
	expect(rows).toHaveLength(250);
	expect(server.seen.map(({ url }) => url)).toEqual(
		[1, 2, 3].map((page) => `/api/topics?limit=100&page=${page}`),
	);
	server.close();
});
