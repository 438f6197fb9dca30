import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ANYONE } from './actor.ts';
import type { Api } from './api.ts';
import { AppError } from './errors.ts';
import { sendFailure } from './failures.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const BODY_MS = 10_000;

/**
 * A browser says where a request comes from; another site may not make one that changes anything.
 * Programs say nothing of the kind and are not concerned.
 */
const refuseOtherSites = async (request: FastifyRequest, sites: ReadonlySet<string>) => {
	if (SAFE.has(request.method) || request.routeOptions.config.anySite) return;
	const site = request.headers['sec-fetch-site'];
	const { origin } = request.headers;
	if (site === 'same-origin' || site === 'none') return;
	if (site === undefined && (origin === undefined || sites.has(origin))) return;
	throw new AppError('forbidden', 'Requests from other sites are not accepted.');
};

/**
 * A body other than an upload must have arrived within ten seconds, also one that nobody waits for:
 * what was answered before its body came would otherwise hold its connection for as long as it likes.
 */
const limitBodyTime = (request: FastifyRequest, reply: FastifyReply) => {
	const { raw, headers } = request;
	const announced = 'content-length' in headers || 'transfer-encoding' in headers;
	if (!announced || headers['content-type']?.startsWith('multipart/')) return;
	const timer = setTimeout(() => {
		if (raw.complete) return;
		if (reply.sent) return raw.destroy();
		reply.header('connection', 'close');
		sendFailure(request, reply, new AppError('timeout'));
	}, BODY_MS).unref();
	raw.once('close', () => clearTimeout(timer));
};

/** Has every route that a plugin brings into this scope answer anyone. */
export const openRoutes = (scope: Pick<Api, 'addHook'>) => {
	scope.addHook('onRoute', (route) => {
		route.config = { ...route.config, permission: 'public' };
	});
};

/** A route that names no permission would be open by oversight; the app does not start with one. */
const refuseUnguarded = (app: Api) => {
	const routes: RouteOptions[] = [];
	app.addHook('onRoute', (route) => {
		routes.push(route);
	});
	app.addHook('onReady', async () => {
		const unguarded = routes.find(({ config }) => config?.permission === undefined);
		if (unguarded) throw new Error(`${unguarded.method} ${unguarded.url} names no permission.`);
	});
};

/** What every request passes before its handler: who asks, and from where. */
export const guard = (app: Api, sites: readonly string[]) => {
	refuseUnguarded(app);
	const own = new Set(sites);
	app.decorateRequest('actor', null as never);
	app.addHook('onRequest', async (request, reply) => {
		reply.header('x-request-id', request.id);
		request.actor = ANYONE;
		if (
			request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length > 1
		)
			throw new AppError('bad_request', 'The request names two hosts.');
		await refuseOtherSites(request, own);
		limitBodyTime(request, reply);
	});
};
