import type { Api } from './api.ts';

const READING = new Set(['GET', 'HEAD']);

/** Allows listed sites to read these addresses with an API key. `@fastify/cors` would add a route for every address. */
export const allowSites = (app: Api, origins: readonly string[], addresses: readonly string[]) => {
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
