import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Api } from './api.ts';
import { openRoutes } from './guard.ts';

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
		transformObject: jsonSchemaTransformObject,
	});
	await app.register(async (scope) => {
		openRoutes(scope);
		await scope.register(swaggerUi, {
			routePrefix: '/api/docs',
			staticCSP: true,
			uiConfig: { docExpansion: 'list' },
		});
	});
	app.get('/api/openapi.json', { config: { permission: 'public' }, schema: { hide: true } }, () =>
		app.swagger(),
	);
};
