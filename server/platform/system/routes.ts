import { systemCalls } from '#shared/contract/platform/calls.ts';
import { answerCalls } from '../api/calls.ts';
import type { Database } from '../db/database.ts';
import { isSchemaCurrent } from '../db/migrate.ts';
import type { Api } from '../http/api.ts';
import type { Health } from './health.ts';
import type { openMetrics } from './metrics.ts';
import { takeReadings, type Watch } from './readings.ts';
import { buildStatus } from './status.ts';

export interface SystemOptions {
	database: Database;
	health: Health;
	version: string;
	dataDir: string;
	watches: readonly Watch[];
	missingSettings: readonly string[];
	phonesMasked: boolean;
	now: () => number;
}

/** Adds the status of the installation. */
export const addSystemRoutes = (api: Api, options: SystemOptions) => {
	const { database, health, now } = options;
	const about = { ...options, startedAt: now() };
	answerCalls(api, { database }, systemCalls, {
		getStatus: async () => {
			const at = now();
			const readings = await takeReadings(database, health, options, at);
			return buildStatus(readings, about, at);
		},
	});
};

/** Adds `/metrics` for Prometheus, with an API key as bearer token. Use a key without other permissions. */
export const addMetricsRoute = (
	app: Api,
	options: Pick<SystemOptions, 'database' | 'health' | 'dataDir' | 'watches' | 'now'>,
	metrics: ReturnType<typeof openMetrics>,
) => {
	app.get('/metrics', {
		schema: { hide: true },
		handler: async (_request, reply) => {
			const { database, health, now } = options;
			const text = await metrics.text(await takeReadings(database, health, options, now()));
			return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text);
		},
	});
};

/**
 * Adds `/healthz`, which responds while the process runs, and `/readyz`, which stays ready while a remote store is
 * unreachable, and ends when a server of a newer version has updated the database.
 */
export const addHealthRoutes = (
	app: Api,
	{ database, health, version }: Pick<SystemOptions, 'database' | 'health' | 'version'>,
) => {
	const open = { schema: { hide: true } };
	app.get('/healthz', open, () => ({ status: 'ok', version }));
	app.get('/readyz', open, async (_request, reply) => {
		const isCurrent = await isSchemaCurrent(database.read);
		const files = await health.files();
		const problem = isCurrent ? files === 'missing' && 'not ready' : 'outdated';
		reply.code(problem ? 503 : 200);
		return { status: problem || 'ready', database: 'ok', files };
	});
};
