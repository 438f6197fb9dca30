import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { AppError } from './errors.ts';
import { sendFailure } from './failures.ts';

/** A route's address as a test of paths, as the router reads it: `:name` is one segment, if an empty one, `*` the rest. */
const matcher = (url: string) =>
	new RegExp(
		`^${url
			.replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
			.replace(/\*$/, '.*')
			.replace(/:\w+/g, '[^/]*')}$`,
	);

/** Answers what no route does: 405 with `Allow` where only the method is wrong, else 404. */
export const handleNotFound = (app: Api) => {
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
		const failure =
			allowed.length > 0
				? new AppError('method_not_allowed', undefined, {
						headers: { allow: [...new Set(allowed)].join(', ') },
					})
				: new AppError('not_found', 'There is nothing at this address.');
		return sendFailure(request, reply, failure);
	});
};
