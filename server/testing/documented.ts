import { subscribe } from 'node:diagnostics_channel';
import { access } from '../parts.ts';
import { findAccess } from '../platform/http/access.ts';
import type { Api } from '../platform/http/api.ts';
import { type DescribedRoute, listFailures, sendsTag } from '../platform/http/described-answers.ts';

const undocumented = new WeakMap<object, Set<string>>();

/**
 * Returns the answers of an app that its documentation does not name: codes of failures, an `ETag`, and a 201 without
 * the address of what it created.
 */
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
		const route = { ...routeOptions, url, method } as DescribedRoute;
		const location = String(reply.getHeader('location'));
		if (reply.statusCode === 201 && /undefined/.test(location)) found.add(`${call} Location`);
		if (reply.statusCode < 400 && reply.hasHeader('etag') && !sendsTag(route))
			found.add(`${call} ETag`);
		if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
		const { code } = JSON.parse(payload);
		if (code && !listFailures(route, needed).includes(code)) found.add(`${call} ${code}`);
		return payload;
	});
});
