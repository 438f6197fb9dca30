import { type AuditContext, actorText } from '../audit-context.ts';
import type { Database } from '../db/database.ts';
import { type AuditEntry, recordAudit } from './audit-log.ts';

/** How many different refusals a minute are told apart; what comes on top is counted together. */
const MOST = 1_000;

interface Counted {
	by: AuditContext;
	entry: AuditEntry;
	count: number;
	first: number;
	last: number;
}

/** Where refusals are written down. */
export interface Refusals {
	/** Counts a refusal: the same one, of the same actor and address, is one row a minute. */
	note: (by: AuditContext, entry: AuditEntry) => void;
	/** Writes what was counted. Rejects when it cannot; it is then kept for the next time. */
	flush: () => Promise<void>;
}

/**
 * Counts refusals and writes them into the audit trail once a minute: whoever hammers at a door
 * leaves one row a minute that says how often, and costs the database no more than that. What was
 * counted is also in the log, line by line, should the process end before it is written.
 */
export const openRefusals = (database: Database, now: () => number = Date.now): Refusals => {
	let counted = new Map<string, Counted>();
	const keyOf = ({ actor, address }: AuditContext, { action, item, details }: AuditEntry) =>
		JSON.stringify([actorText(actor), address, action, item.kind, item.id, item.name, details]);
	return {
		note: (by, entry) => {
			const at = now();
			const crowded = counted.size >= MOST;
			const key = keyOf(by, entry);
			const known = counted.get(key) ?? (crowded ? counted.get(entry.action) : undefined);
			if (known) {
				known.count++;
				known.last = at;
				return;
			}
			const others = { ...entry, item: { kind: 'address' as const, id: null, name: null } };
			counted.set(
				crowded ? entry.action : key,
				crowded
					? { by: { ...by, address: null }, entry: others, count: 1, first: at, last: at }
					: { by, entry, count: 1, first: at, last: at },
			);
		},
		flush: async () => {
			if (counted.size === 0) return;
			const written = counted;
			counted = new Map();
			try {
				await database.write(async (trx) => {
					for (const { by, entry, count, first, last } of written.values())
						recordAudit(trx, by, {
							...entry,
							details: {
								...entry.details,
								count,
								first: new Date(first).toISOString(),
								last: new Date(last).toISOString(),
							},
						});
				});
			} catch (error) {
				for (const [key, some] of written) {
					const more = counted.get(key);
					counted.set(
						key,
						more ? { ...some, count: some.count + more.count, last: more.last } : some,
					);
				}
				throw error;
			}
		},
	};
};
