import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { resources } from '#shared/contract/content/resources.ts';
import { pages } from '#shared/contract/platform/auth-paths.ts';
import { z } from '#shared/zod.ts';
import { type Config, LIMITS, WEB_DIST } from './config.ts';
import { downloadRoute } from './content/files/routes.ts';
import type { PaymentsOptions } from './finance/payments/routes.ts';
import { openDevices } from './learners/devices/store.ts';
import { access, addApiRoutes, listMissingPermissions, listWatches } from './parts.ts';
import { maskAnswers } from './platform/api/hidden-phones.ts';
import { countRefusals } from './platform/audit/refusals.ts';
import type { Database } from './platform/db/database.ts';
import { classifyError } from './platform/db/engine.ts';
import type { FileStore } from './platform/files/store.ts';
import { type Api, wrapResponses } from './platform/http/api.ts';
import { addPageRoutes, handleNotFound, openPage } from './platform/http/console-page.ts';
import { serveApiDocuments } from './platform/http/documents.ts';
import { answerNotModified } from './platform/http/etag.ts';
import { errorHandler } from './platform/http/failures.ts';
import { guard } from './platform/http/guard.ts';
import { NO_LIMITS, openLimits } from './platform/http/limits.ts';
import { sendLocations } from './platform/http/locations.ts';
import {
	parseJsonBodies,
	refuseUnknownFields,
	refuseUnknownParameters,
} from './platform/http/requests.ts';
import {
	addSecurityHeaders,
	allowAnySite,
	allowSites,
	buildServerOptions,
	closeInOrder,
	refuseOverload,
} from './platform/http/server-options.ts';
import { buildCookieNames } from './platform/identity/auth.ts';
import { type Identity, openIdentity } from './platform/identity/identity.ts';
import { openHealth, refuseOutdated } from './platform/system/health.ts';
import { openMetrics } from './platform/system/metrics.ts';
import { addHealthRoutes, addMetricsRoute } from './platform/system/routes.ts';

declare module 'fastify' {
	interface FastifyInstance {
		identity: Identity;
		metrics: Registry;
	}
}

const MAX_CONNECTIONS = 2_000;

export interface Dependencies {
	config: Config & { secret: string };
	database: Database;
	files: FileStore;
	version: string;
	payments?: Pick<PaymentsOptions, 'now' | 'timeoutMs' | 'pollMs'>;
	/** Event loop delay from which requests are refused, or false; set by tests. */
	overload?: number | false | undefined;
	logger?: FastifyServerOptions['logger'];
	loadSample?: () => Promise<unknown>;
	webDist?: string;
}

/** Builds the whole application for main.ts and every test. Call `listen` or `inject` on it. */
export const buildApp = async (dependencies: Dependencies): Promise<Api> => {
	const { config, database, files, version } = dependencies;
	const app: Api = fastify(
		buildServerOptions(config.trustProxy, dependencies.logger),
	).withTypeProvider();
	app.server.maxConnections = MAX_CONNECTIONS;
	// Default messages for rules without a message of their own; zod/mini has none.
	z.config(z.locales.en());
	app.setValidatorCompiler(validatorCompiler);
	app.setSerializerCompiler(serializerCompiler);
	app.setErrorHandler(errorHandler(classifyError));
	const { productName, publicUrls, secret, mail } = config;
	const secure = publicUrls[0].startsWith('https:');

	closeInOrder(app);
	const dist = dependencies.webDist ?? WEB_DIST;
	const page = openPage({ dist, productName, secure });
	handleNotFound(app, page);
	await addSecurityHeaders(app, secure);
	if (config.learners) allowAnySite(app, '/api/v1/');
	if (dependencies.overload !== false) await refuseOverload(app, dependencies.overload);
	await app.register(compress, {
		// One level above the default: a list of a thousand courses gets a twelfth smaller.
		brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
		threshold: 1024,
		encodings: ['br', 'gzip'],
		customTypes: /^application\/json/,
	});
	const publicUrl = () => buildSiteAddress(app, publicUrls[0]);
	const missing = listMissingPermissions(config);
	const listSites = () => publicUrls.map((url) => buildSiteAddress(app, url));
	const identity = openIdentity({
		database,
		secret,
		mail,
		productName,
		publicUrls,
		publicUrl,
		listSites,
		oidc: config.oidc,
		onError: (error) => app.log.error({ err: error }, 'Identity'),
		isOn: (permission) => !missing.includes(permission),
	});
	app.addHook('onClose', () => identity.close());
	app.decorate('identity', identity);
	allowSites(app, config.corsOrigins, OPEN);
	const now = dependencies.payments?.now ?? Date.now;
	refuseOutdated(app, database);
	const limits = openLimits(LIMITS, database.pool);
	const count = config.rateLimits ? limits.count : NO_LIMITS;
	guard(app, {
		access,
		sites: publicUrls,
		identify: identity.identify,
		identifyLearner: openDevices(database, identity.identifyKey, now),
		count,
	});
	refuseUnknownParameters(app);
	countRefusals(app, database);
	parseJsonBodies(app);
	refuseUnknownFields(app);
	await serveApiDocuments(app, {
		productName,
		version,
		access,
		secure,
		cookie: buildCookieNames(secure).session_token,
		need: 'content:read',
		signIn: pages.signIn,
	});
	const health = openHealth(database, files);
	addHealthRoutes(app, { database, health, version });
	const system = {
		database,
		health,
		version,
		now,
		dataDir: config.dataDir,
		watches: listWatches(config),
		missingSettings: config.mpesa.missing ?? [],
		phonesMasked: config.maskPhones,
	};
	const metrics = openMetrics(app, database);
	app.decorate('metrics', metrics.register);
	addMetricsRoute(app, system, metrics);

	await app.register(
		async (api: Api) => {
			api.addHook('onRequest', (_request, reply, done) => {
				reply.header('cache-control', 'no-store');
				done();
			});
			wrapResponses(api);
			answerNotModified(api);
			sendLocations(api);
			maskAnswers(api, access, config.maskPhones ? database : undefined);
			addApiRoutes(api, { ...dependencies, identity, system, now, publicUrl, count, limits });
		},
		{ prefix: '/api' },
	);
	downloadRoute(app, { database, files });
	if (page) await addPageRoutes(app, { dist, productName, addresses: Object.values(pages) }, page);
	return app;
};

const OPEN = Object.values(resources).map(({ slug }) => `/api/${slug}`);

const buildSiteAddress = (app: Api, configured: string) => {
	const bound = app.server.address();
	return bound !== null && typeof bound === 'object'
		? configured.replace(/:0$/, `:${bound.port}`)
		: configured;
};
