import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import type { Health } from './health.ts';

/**
 * `/healthz` answers while the process lives, `/readyz` when it can serve. A store of another machine that is
 * away does not end that: all else works, and on every server alike.
 */
export const healthRoutes = (app: Api, database: Database, health: Health) => {
	const open = { schema: { hide: true } };
	app.get('/healthz', open, () => ({ status: 'ok' }));
	app.get('/readyz', open, async (_request, reply) => {
		await database.ping();
		const damaged = health.damage() !== undefined;
		const files = await health.files();
		const ready = !damaged && files !== 'gone';
		reply.code(ready ? 200 : 503);
		return {
			status: ready ? 'ready' : 'not ready',
			database: damaged ? 'damaged' : 'ok',
			files,
		};
	});
};
