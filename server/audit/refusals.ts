import type { FastifyRequest } from 'fastify';
import { type AuditContext, actorText, auditContextOf } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/api.ts';
import { type AuditEntry, recordAudit } from './audit-log.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Where refusals are counted that no status tells, such as a failed sign-in. */
		refusals: ReturnType<typeof openRefusals>;
	}
}

const MINUTE_MS = 60_000;
/** How many different refusals a minute are told apart; what comes on top is counted together. */
const MOST = 1_000;

interface Counted {
	by: AuditContext;
	entry: AuditEntry;
	count: number;
	first: string;
	last: string;
}

const keyOf = ({ actor, address }: AuditContext, { action, item, details }: AuditEntry) =>
	JSON.stringify([actorText(actor), address, action, item.kind, item.id, item.name, details]);

/**
 * Counts refusals and writes them into the audit trail when it is told to: whoever hammers at a door
 * leaves one row each time that says how often, and costs the database no more than that.
 */
export const openRefusals = ({ write }: Pick<Database, 'write'>) => {
	let counted = new Map<string, Counted>();
	return {
		/** Counts a refusal: the same one, of the same actor and address, is one row. */
		note: (by: AuditContext, entry: AuditEntry) => {
			const last = new Date().toISOString();
			const key = keyOf(by, entry);
			const crowded = counted.size >= MOST && !counted.has(key);
			const known = counted.get(crowded ? entry.action : key);
			const others = {
				by: { ...by, address: null },
				entry: { ...entry, item: { kind: 'address' as const, id: null, name: null } },
			};
			counted.set(crowded ? entry.action : key, {
				...(known ?? (crowded ? others : { by, entry })),
				count: (known?.count ?? 0) + 1,
				first: known?.first ?? last,
				last,
			});
		},
		/** Writes what was counted. Rejects when it cannot; it is then kept for the next time. */
		flush: async () => {
			if (counted.size === 0) return;
			const written = counted;
			counted = new Map();
			try {
				await write(async (trx) => {
					for (const { by, entry, ...times } of written.values())
						recordAudit(trx, by, { ...entry, details: { ...entry.details, ...times } });
				});
			} catch (error) {
				// What was counted meanwhile comes on top.
				for (const [key, now] of counted) {
					const { count = 0, first = now.first } = written.get(key) ?? {};
					written.set(key, { ...now, first, count: count + now.count });
				}
				counted = written;
				throw error;
			}
		},
	};
};

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
