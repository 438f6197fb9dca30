import type { Server } from 'node:http';
import { inNetworks, networkOf } from './network.ts';

/**
 * Lets an address have so many connections at once and closes what comes on top, so that nobody alone
 * takes all there are. A trusted proxy has as many as it likes: it knows whose they are, and limits them.
 */
export const limitConnections = (server: Server, most: number, proxies: readonly string[]) => {
	const isProxy = inNetworks(proxies);
	const open = new Map<string, number>();
	server.on('connection', (socket) => {
		const { remoteAddress = '' } = socket;
		if (isProxy(remoteAddress)) return;
		const network = networkOf(remoteAddress);
		const others = open.get(network) ?? 0;
		if (others >= most) return socket.destroy();
		open.set(network, others + 1);
		socket.once('close', () => {
			const left = (open.get(network) ?? 1) - 1;
			if (left > 0) open.set(network, left);
			else open.delete(network);
		});
	});
};
