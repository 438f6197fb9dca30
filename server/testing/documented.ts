import { subscribe } from 'node:diagnostics_channel';
import { access } from '../access.ts';
import { findAccess } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import { type DescribedRoute, listFailures } from '../http/described-answers.ts';

const undocumented = new WeakMap<object, Set<string>>();

/** Returns the answers of an app that its documentation does not name: codes of failures, and 201 without `Location`. */
export const listUndocumented = (app: Api) => [...(undocumented.get(app) ?? [])].sort();

// Added before all routes, because hooks of a scope do not apply to scopes that exist already.
subscribe('fastify.initialization', (message) => {
	const { fastify: app } = message as { fastify: Api };
	const found = new Set<string>();
	undocumented.set(app, found);
	app.addHook('onSend', async ({ routeOptions, method }, reply, payload) => {
		const { url = '' } = routeOptions;
		const needed = findAccess(access, url, method);
		if (!needed || url.startsWith('/api/auth/')) return payload;
		const call = `${method} ${url} ${reply.statusCode}`;
		if (reply.statusCode === 201 && !reply.hasHeader('location')) found.add(call);
		if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
		const { code } = JSON.parse(payload);
		const route = { ...routeOptions, url, method } as DescribedRoute;
		if (code && !listFailures(route, needed).includes(code)) found.add(`${call} ${code}`);
		return payload;
	});
});
