import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { inNetworks } from './network.ts';

/** What a proxy may call a request: nothing that could begin another line or another header. */
const GIVEN = /^[\w.-]{8,128}$/;

/** The id of a request: that of `X-Request-Id` where a trusted proxy sent it, otherwise one of our own. */
export const requestIds = (trustProxy: readonly string[] | false) => {
	const isTrusted = inNetworks(trustProxy || []);
	return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) => {
		const given = headers['x-request-id'];
		return typeof given === 'string' && GIVEN.test(given) && isTrusted(socket.remoteAddress ?? '')
			? given
			: randomUUID();
	};
};
