import type { FastifyRequest } from 'fastify';
import { type AuditContext, formatActor, toAuditContext } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { type AuditEntry, recordAudit } from './audit-log.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Counts refusals that the status does not show, such as a failed sign-in. */
		refusals: ReturnType<typeof openRefusals>;
	}
}

const MINUTE_MS = 60_000;
/** Maximum number of different refusals a minute; further ones are counted together. */
const MOST = 1_000;

interface Counted {
	context: AuditContext;
	entry: AuditEntry;
	count: number;
	first: string;
	last: string;
}

const buildKey = ({ actor, address }: AuditContext, { action, item, details }: AuditEntry) =>
	JSON.stringify([formatActor(actor), address, action, item.kind, item.id, item.name, details]);

/** Counts refusals; `flush` writes them to the audit trail, and repeated ones as one row with their number. */
export const openRefusals = ({ write }: Pick<Database, 'write'>) => {
	let counted = new Map<string, Counted>();
	return {
		note: (context: AuditContext, entry: AuditEntry) => {
			const last = new Date().toISOString();
			const own = buildKey(context, entry);
			const isCrowded = counted.size >= MOST && !counted.has(own);
			const key = isCrowded ? entry.action : own;
			const known = counted.get(key);
			if (known) Object.assign(known, { count: known.count + 1, last });
			else {
				const others = { ...entry, item: { kind: 'address' as const, id: null, name: null } };
				const first = isCrowded
					? { context: { ...context, address: null }, entry: others }
					: { context, entry };
				counted.set(key, { ...first, count: 1, first: last, last });
			}
		},
		flush: async () => {
			if (counted.size === 0) return;
			const written = counted;
			counted = new Map();
			try {
				await write(async (trx) => {
					for (const { context, entry, ...times } of written.values())
						recordAudit(trx, context, { ...entry, details: { ...entry.details, ...times } });
				});
			} catch (error) {
				for (const [key, now] of counted) {
					const { first = now.first, count = 0 } = written.get(key) ?? {};
					written.set(key, { ...now, first, count: count + now.count });
				}
				counted = written;
				throw error;
			}
		},
	};
};

/** Returns the declared route of a request: without ids, and without the secret of a callback. */
const readRoute = ({ method, routeOptions }: FastifyRequest) =>
	`${method} ${routeOptions.url ?? 'unknown'}`;

/** Counts every answer with status 403 or 429, and writes the counts each minute and at the end. */
export const countRefusals = (app: Api, database: Database) => {
	const refusals = openRefusals(database);
	app.decorate('refusals', refusals);
	app.addHook('onResponse', (request, reply, done) => {
		const { statusCode } = reply;
		if (statusCode === 403 || statusCode === 429)
			refusals.note(toAuditContext(request), {
				action: statusCode === 403 ? 'refused' : 'limited',
				item: { kind: 'address', id: null, name: readRoute(request) },
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
