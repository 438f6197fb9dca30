import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';
import { sendFailure } from './failures.ts';
import type { Page } from './page.ts';

/**
 * Returns a regular expression for a route's address, with the router's rules: `:name` matches one segment, also an
 * empty one, and `*` matches the rest.
 */
const matcher = (url: string) =>
	new RegExp(
		`^${url
			.replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
			.replace(/\*$/, '.*')
			.replace(/:\w+/g, '[^/]*')}$`,
	);

/** Returns whether a browser requests a page: it accepts HTML, and the path is not under /api, /files or /assets. */
const wantsPage = ({ method, headers }: FastifyRequest, path: string) =>
	['GET', 'HEAD'].includes(method) &&
	headers.accept?.includes('text/html') === true &&
	!/^\/(api|files|assets)(\/|$)/.test(path);

/** Answers unknown addresses: 405 with `Allow`, 404, or the page for a browser. */
export const handleNotFound = (app: Api, page: Page | undefined) => {
	const methods = new Map<string, { test: RegExp; methods: Set<string> }>();
	app.addHook('onRoute', ({ url, method }) => {
		const known = methods.get(url) ?? { test: matcher(url), methods: new Set<string>() };
		for (const name of [method].flat()) known.methods.add(name);
		methods.set(url, known);
	});
	app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
		const path = request.url.split('?', 1)[0] ?? '';
		const allowed = [...methods.values()].flatMap((route) =>
			route.test.test(path) ? [...route.methods] : [],
		);
		if (page && allowed.length === 0 && wantsPage(request, path))
			return page(request, reply.code(404));
		const failure =
			allowed.length > 0
				? new AppError('method_not_allowed', undefined, {
						headers: { allow: [...new Set(allowed)].join(', ') },
					})
				: new AppError('not_found', 'Nothing exists at this address.');
		return sendFailure(request, reply, failure);
	});
};
