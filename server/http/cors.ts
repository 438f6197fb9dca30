import type { Api } from './api.ts';

const READING = new Set(['GET', 'HEAD']);

/**
 * Lets the pages of the named sites read the calls at these addresses, and all below, with a key: no cookie is taken from them,
 * nothing can be changed by them, and no other origin is ever repeated in an answer. By hand, because
 * `@fastify/cors` brings a route for every address, and nothing would be not found any more.
 * Comes before the guard: a browser asks for leave without a key.
 */
export const otherSites = (app: Api, origins: readonly string[], addresses: readonly string[]) => {
	if (origins.length === 0) return;
	const isOpen = new RegExp(`^(${addresses.join('|')})(/|\\?|$)`);
	const named = new Set(origins);
	app.addHook('onRequest', async (request, reply) => {
		if (!isOpen.test(request.url)) return;
		const wanted = request.headers['access-control-request-method'];
		const asks = request.method === 'OPTIONS' && wanted !== undefined;
		if (!asks && !READING.has(request.method)) return;
		reply.header('vary', 'Origin');
		const { origin } = request.headers;
		if (origin === undefined || !named.has(origin) || (asks && !READING.has(wanted))) return;
		reply.headers({
			'access-control-allow-origin': origin,
			'access-control-expose-headers': 'ETag, X-Request-Id, Retry-After',
		});
		if (!asks) return;
		return reply
			.headers({
				'access-control-allow-methods': 'GET, HEAD',
				'access-control-allow-headers': 'Authorization, Content-Type',
				'access-control-max-age': '600',
			})
			.code(204)
			.send();
	});
};
