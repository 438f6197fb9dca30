import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { CONNECTIONS } from '../config.ts';
import { makeTestAppWith, type TestApp } from '../test-app.ts';

let site: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.destroy();
	await site.close();
});

/** Serves at a port, to proxies at these addresses. */
const serve = async (trustProxy: string[] | false) => {
	site = await makeTestAppWith('sqlite', { config: { rateLimits: true, trustProxy } });
	await site.app.listen({ host: '127.0.0.1', port: 0 });
	const { port } = site.app.server.address() as AddressInfo;
	/** Asks once whether it lives, on a connection that stays open; false where it was closed instead. */
	return async (localAddress: string) => {
		const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {});
		sockets.push(socket);
		socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
		return Promise.race([
			once(socket, 'data').then(() => true),
			once(socket, 'close').then(() => false),
		]);
	};
};

it('an address has a hundred connections, and no other address has fewer for it', async () => {
	const ask = await serve(false);
	for (let n = 0; n < CONNECTIONS.address; n++) expect(await ask('127.0.0.2')).toBe(true);
	expect(await ask('127.0.0.2')).toBe(false);
	expect(await ask('127.0.0.3')).toBe(true);
	sockets[0]?.destroy();
	await expect.poll(() => ask('127.0.0.2')).toBe(true);
	expect(await ask('127.0.0.2')).toBe(false);
});

it('a trusted proxy has as many as it likes', async () => {
	const ask = await serve(['127.0.0.0/8']);
	for (let n = 0; n < CONNECTIONS.address + 20; n++) expect(await ask('127.0.0.2')).toBe(true);
});
