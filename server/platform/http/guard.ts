import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Need } from '#shared/call.ts';
import { PERSON_HEADER } from '#shared/contract/platform/auth-paths.ts';
import { type Actor, ANYONE } from '../audit-context.ts';
import { AppError } from '../errors.ts';
import { type Access, type AccessTable, authorize, type Caller, findAccess } from './access.ts';
import type { Api } from './api.ts';
import { sendFailure } from './failures.ts';
import { type Count, getNetwork } from './limits.ts';

/** NUL: PostgreSQL cannot store it in text. */
const NUL = '\0';

/** Replaces ids that contain a NUL by an id that does not exist, so that each route answers with its own 404. */
const replaceNulIds = ({ params }: FastifyRequest) => {
	const ids = params as Record<string, string>;
	for (const [name, id] of Object.entries(ids)) if (id.includes(NUL)) ids[name] = '\ufffd';
};

const hasNul = (value: unknown): boolean => {
	if (typeof value === 'string') return value.includes(NUL);
	return value !== null && typeof value === 'object' && Object.values(value).some(hasNul);
};

/** Throws `invalid` for a NUL in the query or the body. Ignores callbacks, whose bodies are buffers. */
const refuseNul = ({ query, body }: FastifyRequest) => {
	for (const part of Buffer.isBuffer(body) ? [query] : [query, body])
		for (const [name, value] of Object.entries(part ?? {}))
			if (hasNul(value)) {
				const label = name.replace(/^./, (first) => first.toUpperCase()).replaceAll('_', ' ');
				const message = `${label} contains a character that is not allowed`;
				throw new AppError('invalid', message, { fields: { [name]: message } });
			}
};

const BODY_MS = 10_000;

/** Answers 408 if a body has not arrived within ten seconds. Returns a function that lifts the limit, for uploads. */
const limitBodyTime = (request: FastifyRequest, reply: FastifyReply) => {
	const { raw, headers } = request;
	if (!('content-length' in headers || 'transfer-encoding' in headers)) return () => {};
	const timer = setTimeout(() => {
		// Requests that tests inject are never `complete`, but their stream ends.
		if (raw.complete || raw.readableEnded) return;
		if (reply.sent) return raw.destroy();
		reply.header('connection', 'close');
		sendFailure(request, reply, new AppError('timeout'));
	}, BODY_MS).unref();
	raw.once('close', () => clearTimeout(timer));
	return () => clearTimeout(timer);
};

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const API = /^\/(api|files|metrics)(\/|$|\?)/;

/** Finds the caller of a request. */
export type Identify = (
	request: FastifyRequest,
) => Promise<(Caller & { actor: Actor }) | undefined>;

export interface GuardOptions {
	sites: readonly string[];
	access: AccessTable;
	identify: Identify;
	/** Finds the device or key of a call of learners. */
	identifyLearner: Identify;
	count: Count;
}

const isForAnySite = ({ routeOptions: { config } }: FastifyRequest) =>
	config.anySite || config.learners;

const refuseOtherSites = (request: FastifyRequest, sites: ReadonlySet<string>) => {
	if (SAFE.has(request.method) || isForAnySite(request)) return;
	const site = request.headers['sec-fetch-site'];
	const { origin } = request.headers;
	if (site === 'same-origin' || site === 'none') return;
	if (site === undefined && (origin === undefined || sites.has(origin))) return;
	throw new AppError('forbidden', 'Requests from other sites are not accepted.');
};

/** Throws 403 for a session without a header that a form of another site cannot set. */
const refuseForms = (request: FastifyRequest, caller: Caller | undefined) => {
	if (SAFE.has(request.method) || !caller?.session) return;
	if (request.headers['x-requested-with'] !== 'console')
		throw new AppError('forbidden', 'X-Requested-With: console is missing.');
};

/**
 * Throws 409 if the page shows another person than the one who is signed in, such as after a sign-in in another tab.
 */
const refuseOtherPerson = ({ headers, actor, caller }: FastifyRequest) => {
	const shown = headers[PERSON_HEADER];
	if (shown === undefined || !caller?.session || shown === actor.id) return;
	const { name, role } = actor;
	throw new AppError('other_person', `${name} is signed in now. Nothing was saved.`, {
		data: { name, role },
	});
};

/** Sets the access of all routes that a plugin adds in this scope. */
export const setPluginAccess = (scope: Pick<Api, 'addHook'>, permission: Need) => {
	scope.addHook('onRoute', (route) => {
		route.config = { ...route.config, pluginNeeds: permission };
	});
};

const collectAccess = (app: Api, table: AccessTable) => {
	const routes: RouteOptions[] = [];
	app.addHook('onRoute', (route) => {
		routes.push(route);
	});
	const needs = (
		url: string,
		method: string,
		config: RouteOptions['config'],
	): Access | undefined =>
		config?.pluginNeeds
			? { permission: config.pluginNeeds, fresh: false }
			: findAccess(table, url, method);
	app.addHook('onReady', async () => {
		for (const { url, method, config } of routes)
			for (const one of [method].flat())
				if (!needs(url, one, config)) throw new Error(`${one} ${url} is in no access table.`);
	});
	return needs;
};

/** Checks each request before its handler: origin, caller, limits and access. */
export const guard = (app: Api, options: GuardOptions) => {
	const { identify, identifyLearner, count } = options;
	const needs = collectAccess(app, options.access);
	const sites = new Set(options.sites);
	app.decorateRequest('actor', null as never);
	app.decorateRequest('caller', undefined);
	const findCaller = async (request: FastifyRequest) => {
		const caller = await identify(request);
		if (caller) {
			request.actor = caller.actor;
			request.caller = caller;
		}
		const { countedAs } = request.routeOptions.config;
		if (!caller) await count('address', getNetwork(request.ip));
		else if (caller.session) await count(countedAs ?? 'session', caller.session.id);
		else await count(countedAs ?? 'key', caller.actor.id);
		refuseForms(request, caller);
		refuseOtherPerson(request);
	};
	/** Counts every call of learners by address, and the reads of a device. */
	const findLearner = async (request: FastifyRequest) => {
		await count('learners', getNetwork(request.ip));
		const caller = await identifyLearner(request);
		if (!caller) return;
		request.actor = caller.actor;
		request.caller = caller;
		if (caller.actor.kind === 'program') await count('key', caller.actor.id);
		else if (SAFE.has(request.method)) await count('device', caller.actor.id);
	};
	const countByPerson = async ({ routeOptions, actor }: FastifyRequest) => {
		const kind = routeOptions.config.call?.limits?.also;
		if (kind) await count(kind, `${actor.kind}:${actor.id}`);
	};
	app.addHook('onRequest', async (request, reply) => {
		reply.header('x-request-id', request.id);
		request.actor = ANYONE;
		refuseOtherSites(request, sites);
		const liftBodyTimeLimit = limitBodyTime(request, reply);

		const { url = '', config } = request.routeOptions;
		// A route for any site has its own secret and its own limits.
		if (config.anySite) return;
		if (config.learners) await findLearner(request);
		else if (API.test(url) || API.test(request.url)) await findCaller(request);
		// The not-found handler answers unknown addresses.
		if (request.is404) return;
		const access = needs(url, request.method, config);
		if (!access) throw new AppError('forbidden');
		authorize(access, request.caller);
		replaceNulIds(request);
		if (config.readsLong) liftBodyTimeLimit();
		await countByPerson(request);
	});
	app.addHook('preHandler', (request, _reply, done) => {
		if (API.test(request.routeOptions.url ?? '')) refuseNul(request);
		done();
	});
};
