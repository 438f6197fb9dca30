import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyError } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Need } from '#shared/call.ts';
import { AppError } from '../errors.ts';
import type { AccessTable } from './access.ts';
import type { Api } from './api.ts';
import { buildPagePolicy } from './console-page.ts';
import { completeDocument, type Document } from './described.ts';
import type { DescribedRoute } from './described-answers.ts';
import { setPluginAccess } from './guard.ts';

export interface Described {
	productName: string;
	version: string;
	access: AccessTable;
	cookie: string;
	secure: boolean;
	need: Need;
	signIn: string;
}

const PREFIX = '/api/docs';

const removeUnreferred = (document: Document): Document => {
	const schemas = document.components?.schemas ?? {};
	const referred = new Set<string>();
	const follow = (part: unknown) => {
		for (const [, name = ''] of JSON.stringify(part).matchAll(
			/"#\/components\/schemas\/([^"]+)"/g,
		)) {
			if (referred.has(name)) continue;
			referred.add(name);
			follow(schemas[name] ?? null);
		}
	};
	follow(document.paths ?? {});
	const used = Object.entries(schemas).filter(([name]) => referred.has(name));
	return { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } };
};

/** Describes the API from the schemas that validate it; register before the routes. */
export const serveApiDocuments = async (app: Api, described: Described) => {
	const { productName, version, access, cookie, secure, need, signIn } = described;
	const routes = new Map<string, DescribedRoute>();
	app.addHook('onRoute', (route) => {
		for (const method of [route.method].flat()) routes.set(`${method} ${route.url}`, route);
	});
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			servers: [{ url: '/', description: 'This site' }],
			info: {
				title: `${productName} API`,
				version,
				license: { name: 'MIT', identifier: 'MIT' },
				description:
					'Success is `{"success": true, "data": …}`, failure a status code with `{"success": false, "error", "code"}`. Unknown body fields and query parameters are answered with 422 and the accepted names. Bodies of items may contain the other fields of the answer, such as `id` and `stats`; they have no effect. Callers with the role `author` get 403 `editors_only` where a call would publish, change something published, or close a reported problem.',
			},
		},
		transform: jsonSchemaTransform,
		transformObject: (input) =>
			completeDocument(
				removeUnreferred(jsonSchemaTransformObject(input) as Document),
				routes,
				access,
				cookie,
			) as never,
	});
	await app.register(async (scope) => {
		setPluginAccess(scope, need);
		// Redirects a browser to the sign-in page; a program gets the error.
		scope.setErrorHandler((error: FastifyError, request, reply) => {
			const isBrowser = request.headers.accept?.includes('text/html');
			if (isBrowser && error instanceof AppError && error.code === 'unauthenticated')
				return reply.redirect(`${signIn}?to=${PREFIX}`);
			// Passes the error to the app's handler.
			throw error;
		});
		await scope.register(swaggerUi, {
			routePrefix: PREFIX,
			staticCSP: buildPagePolicy(secure),
			uiConfig: {
				docExpansion: 'list',
				// Without the top bar, whose logo has an inline style that the policy forbids.
				layout: 'BaseLayout',
				// The default shows a badge of another site, which would learn our address.
				validatorUrl: null,
				persistAuthorization: false,
				// Sent to the browser as text: the guard refuses changes of a session without this header.
				requestInterceptor: ((request: { headers: Record<string, string> }) => {
					request.headers['X-Requested-With'] = 'console';
					return request;
				}) as never,
			},
		});
	});
	app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
};
