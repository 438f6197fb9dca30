import { randomUUIDv7 } from 'node:crypto';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { buildSearchText } from '#shared/search-key.ts';
import type { ItemRef } from '../../platform/audit/audit-log.ts';
import { type AuditContext, formatActor } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { listIds, lockRows } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { listParents, nameColumns, toItemRef } from './content-audit.ts';
import { refusePublished } from './editors-only.ts';
import type { Row } from './rows.ts';
import type { Link } from './store.ts';
import { hasName, listDescendantKinds, tables, untyped } from './tables.ts';

/**
 * A deletion. JSON columns: `parents` (`ItemRef`, outermost first), `counts` by kind, `detached` (`Link`, set again by
 * a restore).
 */
export interface DeletionRow {
	id: string;
	at: string;
	actor: string;
	actor_name: string;
	kind: string;
	item_id: string;
	name: string | null;
	search_text: string;
	parents: string;
	counts: string;
	detached: string;
}

/** A row in the trash: `n` is 0 for the deleted item itself, and parents have lower numbers than their children. */
export interface TrashRow {
	deletion_id: string;
	n: number;
	kind: string;
	item_id: string;
	url: string | null;
	item: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		deletions: DeletionRow;
		trash_rows: TrashRow;
	}
}

const NAMED = 200;

/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the instant until which an item deleted at `deleted` can be restored. */
export const computeRestoreLimit = (deleted: Date, days: number) =>
	new Date(deleted.getTime() + days * DAY_MS).toISOString();

type Going = readonly [key: ResourceKey, rows: Row[]][];

const compareNames = (one: Row, other: Row) =>
	Buffer.compare(Buffer.from(one.name_key as string), Buffer.from(other.name_key as string));

/** Locks and returns all rows below an item, parents first, so that no row can be added below a locked one. */
const lockRowsBelow = async (trx: Db, key: ResourceKey, id: string): Promise<Going> => {
	const rowsByKind: [ResourceKey, Row[]][] = [];
	for (const child of listDescendantKinds(key)) {
		let query = untyped(trx).selectFrom(tables[child].table).selectAll();
		query = query.where(tables[key].column, '=', id);
		const rows: Row[] = await lockRows(trx, query.orderBy('id'), 'change').execute();
		rowsByKind.push([child, hasName(child) ? rows.toSorted(compareNames) : rows]);
	}
	return rowsByKind;
};

const removeNames = (key: ResourceKey, row: Row): Row => {
	const own = { ...row };
	for (const name of nameColumns(key)) delete own[name];
	return own;
};

export interface TrashResult {
	deletion: string;
	counts: Record<string, number>;
	deletedItems: ItemRef[];
}

/**
 * Moves a locked item with all rows below it into the trash. `detached` lists the references to it that were set to
 * null (decision 0082).
 */
export const moveToTrash = async (
	trx: Db,
	key: ResourceKey,
	row: Row,
	detached: readonly Link[],
	context: AuditContext,
): Promise<TrashResult> => {
	const own = removeNames(key, row);
	const under = await lockRowsBelow(trx, key, row.id);
	const going: Going = [[key, [own]], ...under];
	for (const [kind, rows] of going) await refusePublished(trx, context, kind, rows);
	const counts = Object.fromEntries(
		under.flatMap(([child, { length }]) => (length > 0 ? [[resources[child].slug, length]] : [])),
	);
	const deletion = randomUUIDv7();
	const parents = listParents(key, row);
	await trx
		.insertInto('deletions')
		.values({
			id: deletion,
			at: new Date().toISOString(),
			actor: formatActor(context.actor),
			actor_name: context.actor.name,
			kind: resources[key].slug,
			item_id: row.id,
			name: row.name ?? null,
			search_text: buildSearchText(
				row.name ?? '',
				parents.map(({ name }) => name ?? null),
			),
			parents: JSON.stringify(parents),
			counts: JSON.stringify(counts),
			detached: JSON.stringify(detached),
		})
		.execute();
	let n = 0;
	for (const [child, rows] of going)
		await runInChunks(rows, (chunk) =>
			trx
				.insertInto('trash_rows')
				.values(
					chunk.map((item) => ({
						deletion_id: deletion,
						n: n++,
						kind: resources[child].slug,
						item_id: item.id,
						url: (item.url as string | null | undefined) ?? null,
						item: JSON.stringify(item),
					})),
				)
				.execute(),
		);
	// Deletes children first. Otherwise one statement would cascade to all rows.
	for (const [child, rows] of going.toReversed())
		await runInChunks(rows, (chunk) =>
			trx.deleteFrom(tables[child].table).where('id', 'in', listIds(chunk)).execute(),
		);
	const deletedItems = under.flatMap(([child, rows]) =>
		rows.slice(0, NAMED).map((each) => toItemRef(child, each)),
	);
	return { deletion, counts, deletedItems };
};
