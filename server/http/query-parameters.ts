import { AppError } from '../errors.ts';
import type { Api } from './api.ts';

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
