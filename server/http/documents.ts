import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Api } from './api.ts';
import { routesOfPlugin } from './guard.ts';

interface Document {
	paths?: object;
	components?: { schemas?: Record<string, unknown> };
}

/** Every schema is described as it comes in and as it goes out; keeps those that some call refers to. */
const onlyReferred = (document: Document): Document => {
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
	const kept = Object.entries(schemas).filter(([name]) => referred.has(name));
	return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
};

/** Describes the API from the schemas that validate it; register before the routes. */
export const apiDocuments = async (app: Api, productName: string, version: string) => {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: `${productName} API`,
				version,
				description:
					'Success is `{"success": true, "data": …}`, failure a status code with `{"success": false, "error", "code"}`.',
			},
		},
		transform: jsonSchemaTransform,
		transformObject: (input) => onlyReferred(jsonSchemaTransformObject(input) as Document) as never,
	});
	await app.register(async (scope) => {
		routesOfPlugin(scope, 'content:read');
		await scope.register(swaggerUi, {
			routePrefix: '/api/docs',
			staticCSP: true,
			uiConfig: { docExpansion: 'list' },
		});
	});
	app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
};
