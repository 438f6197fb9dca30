import { listIgnoredFields, z } from '#shared/zod.ts';
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

const listParameters = (url: string, querystring: unknown) => {
	if (querystring === undefined) return [];
	const { shape, catchall } = (querystring as { def?: Partial<Def> }).def ?? {};
	if (catchall) return undefined;
	if (!shape) throw new Error(`The query of ${url} must be a zod object.`);
	return Object.keys(shape);
};

const refuseUnknown = (what: string, unknown: readonly string[], accepted: readonly string[]) => {
	const choice =
		accepted.length === 0
			? `This call accepts no ${what}s.`
			: `This call accepts: ${accepted.join(', ')}.`;
	const fields = Object.fromEntries(
		unknown.map((name) => [name, `Unknown ${what} "${name.slice(0, 100)}". ${choice}`]),
	);
	return new AppError('invalid', Object.values(fields)[0], { fields });
};

/** Refuses unknown query parameters under /api, except on callbacks. Register after the guard. */
export const refuseUnknownParameters = (app: Api) => {
	app.addHook('onRoute', (route) => {
		if (!route.url.startsWith('/api/')) return;
		const queryNames = listParameters(route.url, route.schema?.querystring);
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
		done(refuseUnknown('query parameter', unknown, names));
	});
};

interface Def {
	type: string;
	shape?: Record<string, z.core.$ZodType>;
	element?: z.core.$ZodType;
	innerType?: z.core.$ZodType;
	/** Set for an object in another's shape, such as that of a browser, which may have more fields. */
	catchall?: z.core.$ZodType;
}

/** Throws for the first object in a body that has fields which its schema does not have. */
const checkFields = (schema: z.core.$ZodType, value: unknown, path: string) => {
	const { shape, element, innerType, catchall } = schema._zod.def as unknown as Def;
	if (innerType) checkFields(innerType, value, path);
	if (value === null || typeof value !== 'object') return;
	const parts = Object.entries(value);
	if (shape && !catchall && !Array.isArray(value)) {
		const known = new Set([...Object.keys(shape), ...listIgnoredFields(schema)]);
		const unknown = parts.flatMap(([name]) => (known.has(name) ? [] : [path + name]));
		if (unknown.length > 0) throw refuseUnknown('field', unknown, Object.keys(shape));
	}
	for (const [name, part] of parts) {
		const inner = Array.isArray(value) ? element : shape?.[name];
		if (inner) checkFields(inner, part, `${path}${name}.`);
	}
};

const NO_FIELDS = z.object({});

/**
 * Refuses unknown fields in JSON bodies under /api, except on callbacks. A call without a body schema accepts none. The
 * calls under /api/auth have the shapes of better-auth.
 */
export const refuseUnknownFields = (app: Api) => {
	app.addHook('preValidation', async ({ routeOptions, body, is404 }) => {
		const { config, schema, url = '' } = routeOptions;
		if (is404 || config.anySite || !/^\/api\/(?!auth\/)/.test(url)) return;
		checkFields((schema?.body as z.core.$ZodType | undefined) ?? NO_FIELDS, body, '');
	});
};
