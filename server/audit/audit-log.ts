import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditValues } from '#shared/contract/audit.ts';
import type { AuditAction, AuditKind } from '#shared/contract/audit-query.ts';
import { portions } from '#shared/portions.ts';
import { type AuditContext, actorText } from '../audit-context.ts';
import { runCompiled } from '../db/compiled.ts';
import type { Database, Db, Trx } from '../db/database.ts';
import { chained, type Head, headsText, type Unchained, unheldHeads } from './chain.ts';
import { momentOfId, nextAuditId } from './row-id.ts';
import type { AuditLogRow } from './tables.ts';

/** An item as an audit row names it: with the name that it had then. */
export interface ItemRef {
	kind: AuditKind;
	id: string;
	name: string | null;
}

/** What somebody did. Phone numbers and request ids in it are masked by whoever writes it. */
export interface AuditEntry {
	action: AuditAction;
	item: { kind: AuditKind; id: string | null; name: string | null; parents?: readonly ItemRef[] };
	/** What was changed or deleted, as it was: only that. */
	before?: AuditValues;
	/** The same as it is now, or what was created. */
	after?: AuditValues;
	/** What else there is to say: counts, causes, filters. */
	details?: Record<string, unknown>;
}

const waiting = new WeakMap<Db, { by: AuditContext; entry: AuditEntry }[]>();

/**
 * Writes down what is done in a transaction of `Database.write`, as a part of it: without its row
 * there is no change, and without the change no row. The rows are written at the transaction's end.
 */
export const recordAudit = (trx: Db, by: AuditContext, entry: AuditEntry) => {
	const entries = waiting.get(trx);
	if (!entries) throw new Error('An audit row needs a transaction of Database.write.');
	entries.push({ by, entry });
};

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

const rowOf = (
	id: string,
	{ actor, requestId, address, operation }: AuditContext,
	entry: AuditEntry,
): Unchained => {
	const { action, item, before, after } = entry;
	const details = operation === undefined ? entry.details : { ...entry.details, operation };
	return {
		id,
		at: new Date(momentOfId(id)).toISOString(),
		action,
		actor: actorText(actor),
		actor_name: actor.name,
		actor_role: actor.role ?? null,
		address,
		request_id: requestId,
		item_kind: item.kind,
		item_id: item.id,
		item_name: item.name,
		parents: item.parents?.length ? JSON.stringify(item.parents) : null,
		before: json(before),
		after: json(after),
		details: json(details),
		heads: null,
	};
};

/** `chained` makes every row with its columns in the same order. */
const insertOne = (trx: Trx, row: AuditLogRow) =>
	runCompiled(trx, 'audit_log insert', Object.values(row), () =>
		trx.insertInto('audit_log').values(row),
	);

const append = async (
	trx: Trx,
	head: Head,
	entries: readonly { by: AuditContext; entry: AuditEntry }[],
): Promise<Head> => {
	const unchained = entries.map(({ by, entry }) => rowOf(nextAuditId(), by, entry));
	if (unchained[0] && head.seq === 0) unchained[0].heads = headsText(await unheldHeads(trx));
	const { rows, head: end } = chained(head, unchained);
	const [first] = rows;
	if (first && rows.length === 1) await insertOne(trx, first);
	else for (const some of portions(rows)) await trx.insertInto('audit_log').values(some).execute();
	return end;
};

/**
 * Makes the `write` of an engine one that writes audit rows. Chains are this process's own, and one
 * is in the hands of one transaction at a time, so that no writer waits for another's: there are as
 * many as transactions were ever at their end at once. Those that share a commit hand one on. One that
 * was in the hands of a transaction that failed is not used again, because nobody knows whether its
 * last rows are there; its head in the database says it.
 */
export const withAudit = (transact: Database['write']): Database['write'] => {
	const free: Head[] = [];
	const inHand = new WeakMap<Trx, Head[]>();
	return async (work) => {
		let within: Trx | undefined;
		const result = await transact(async (trx) => {
			within = trx;
			const entries: { by: AuditContext; entry: AuditEntry }[] = [];
			waiting.set(trx, entries);
			const done = await work(trx);
			if (entries.length > 0) {
				const heads = inHand.get(trx) ?? [];
				inHand.set(trx, heads);
				const head = heads.pop() ?? free.pop() ?? { chain: randomUUIDv7(), seq: 0, hash: '' };
				heads.push(await append(trx, head, entries));
			}
			return done;
		});
		if (within) {
			free.push(...(inHand.get(within) ?? []));
			inHand.delete(within);
		}
		return result;
	};
};

/** Whoever last did something to an item, before this transaction; undefined where nobody has. */
export const lastActorOf = async (db: Db, id: string) => {
	const [row] = await runCompiled<Pick<AuditLogRow, 'actor' | 'actor_name'>>(
		db,
		'audit_log last actor',
		[id],
		() =>
			db
				.selectFrom('audit_log')
				.select(['actor', 'actor_name'])
				.where('item_id', '=', id)
				.orderBy('id', 'desc')
				// A number of ours, so that it is no parameter.
				.limit(sql.lit(1)),
	);
	return row;
};
