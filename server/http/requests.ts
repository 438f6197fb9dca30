import { z } from '#shared/zod.ts';
import { AppError } from '../errors.ts';
import type { Api } from './api.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decode = (body: Buffer) => {
	try {
		return utf8.decode(body);
	} catch {
		throw new AppError('bad_request', 'The request body is not UTF-8.');
	}
};

/** Parses JSON bodies only. An empty body counts as none; a POST whose schema accepts `{}` needs no body. */
export const parseJsonBodies = (app: Api) => {
	app.removeAllContentTypeParsers();
	const parse = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'buffer' },
		(request, body: Buffer, done) => {
			if (body.length === 0) return done(null, undefined);
			return parse(request, decode(body), done);
		},
	);
	app.addHook('preValidation', (request, _reply, done) => {
		const { body } = request.routeOptions.schema ?? {};
		const isLeftOut = request.method === 'POST' && request.body === undefined;
		if (isLeftOut && body instanceof z.core.$ZodType && z.safeParse(body, {}).success)
			request.body = {};
		done();
	});
};

const namesIn = (url: string, querystring: unknown) => {
	if (querystring === undefined) return [];
	const { shape } = (querystring as { def?: { shape?: object } }).def ?? {};
	if (!shape) throw new Error(`The query of ${url} must be a zod object.`);
	return Object.keys(shape);
};

/** Refuses unknown query parameters under /api, except on callbacks. Register after the guard. */
export const refuseUnknownParameters = (app: Api) => {
	app.addHook('onRoute', (route) => {
		if (!route.url.startsWith('/api/')) return;
		const queryNames = namesIn(route.url, route.schema?.querystring);
		route.config = { ...route.config, queryNames };
	});
	app.addHook('onRequest', (request, _reply, done) => {
		const { config } = request.routeOptions;
		const names = config.queryNames;
		if (!names || request.is404 || config.anySite) return done();
		const unknown = Object.keys(request.query as object).filter(
			(name) => name !== '' && !names.includes(name),
		);
		if (unknown.length === 0) return done();
		const choice =
			names.length === 0
				? 'This call accepts no query parameters.'
				: `This call accepts: ${names.join(', ')}.`;
		const fields = Object.fromEntries(
			unknown.map((name) => [name, `Unknown query parameter "${name.slice(0, 100)}". ${choice}`]),
		);
		done(new AppError('invalid', Object.values(fields)[0], { fields }));
	});
};
