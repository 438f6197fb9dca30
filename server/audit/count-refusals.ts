import type { FastifyRequest } from 'fastify';
import { auditContextOf } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { openRefusals, type Refusals } from './refusals.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Where refusals are counted that no status tells, such as a failed sign-in. */
		refusals: Refusals;
	}
}

const MINUTE_MS = 60_000;

/** The route of a request, as it was declared: without ids, and without the secret of a callback. */
const routeOf = ({ method, routeOptions }: FastifyRequest) =>
	`${method} ${routeOptions.url ?? 'unknown'}`;

/** Has every answer 403 and 429 counted, and what was counted written each minute and at the end. */
export const countRefusals = (app: Api, database: Database) => {
	const refusals = openRefusals(database);
	app.decorate('refusals', refusals);
	app.addHook('onResponse', (request, reply, done) => {
		const { statusCode } = reply;
		if (statusCode === 403 || statusCode === 429)
			refusals.note(auditContextOf(request), {
				action: statusCode === 403 ? 'refused' : 'limited',
				item: { kind: 'address', id: null, name: routeOf(request) },
			});
		done();
	});
	const write = () =>
		refusals
			.flush()
			.catch((error) => app.log.error({ err: error }, 'Refusals could not be written down'));
	const timer = setInterval(write, MINUTE_MS).unref();
	app.addHook('onClose', async () => {
		clearInterval(timer);
		await write();
	});
};
