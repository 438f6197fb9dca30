import { sql } from 'kysely';
import {
	type Operation,
	type OperationSummary,
	type OperationsQuery,
	PORTION_MAX,
} from '#shared/contract/content/bulk.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { readPage } from '../../platform/api/page.ts';
import { type Actor, formatActor, parseActor } from '../../platform/audit-context.ts';
import type { Db } from '../../platform/db/database.ts';
import { countTotal, isId, listIds } from '../../platform/db/engine.ts';
import { listParentKinds, tables } from '../resources/tables.ts';
import { findKindFacts, type OperationRow, readOperationTarget } from './begin.ts';
import { DAY_MS, selectPortionRows, selectRows, UNDO_DAYS } from './store.ts';

/**
 * Returns the operations that created items of which one is published now. An undo would delete the drafts among them
 * and leave the rest.
 */
const findPublished = async (db: Db, rows: readonly OperationRow[]) => {
	const found = new Set<string>();
	for (const { id, kind, action } of rows) {
		if (action !== 'create' || kind === 'transactions') continue;
		const row = await db
			.selectFrom('operation_rows as r')
			.innerJoin(`${tables[kind].table as 'past_papers'} as item`, 'item.id', 'r.item_id')
			.where('r.operation', '=', id)
			.where('item.published', '=', true)
			.select('r.n')
			.limit(1)
			.executeTakeFirst();
		if (row) found.add(id);
	}
	return found;
};

/** Describes operations without the results of their rows. */
const summarize = async (
	db: Db,
	rows: readonly OperationRow[],
	now: number,
): Promise<OperationSummary[]> => {
	const ids = listIds(rows);
	if (ids.length === 0) return [];
	const undos = await db
		.selectFrom('operations')
		.select(['id', 'undo_of'])
		.where('undo_of', 'in', ids)
		.execute();
	const counts = await db
		.selectFrom('operation_rows')
		.select(['operation', 'kind', 'state', (eb) => eb.fn.countAll<number>().as('n')])
		.where('operation', 'in', [...ids, ...listIds(undos)])
		.groupBy(['operation', 'kind', 'state'])
		.execute();
	const count = (id: string, state: string) =>
		counts
			.filter((one) => one.operation === id && one.state === state)
			.reduce((sum, { n }) => sum + n, 0);
	const published = await findPublished(db, rows);
	return rows.map((row) => {
		const { id, total } = row;
		const [remaining, failed] = [count(id, 'pending'), count(id, 'failed')];
		const done = total - remaining - failed;
		const until = Date.parse(row.at) + UNDO_DAYS * DAY_MS;
		const undo = undos.find(({ undo_of }) => undo_of === id);
		const isUndone =
			undo !== undefined && count(undo.id, 'pending') + count(undo.id, 'failed') === 0;
		const canUndo =
			row.action !== 'undo' && done > 0 && until > now && !isUndone && !published.has(id);
		return {
			operation: id,
			kind: findKindFacts(row.kind).slug,
			item: readOperationTarget(row).item?.name ?? null,
			counts: Object.fromEntries(
				counts
					.filter((one) => one.operation === id && one.state === 'done')
					.map((one) => [findKindFacts(one.kind ?? row.kind).slug, one.n]),
			),
			action: row.action,
			at: row.at,
			by: parseActor(row.actor, row.actor_name),
			total,
			done,
			failed,
			remaining,
			state: isUndone ? 'undone' : remaining > 0 ? 'pending' : 'done',
			undo_of: row.undo_of,
			undo_until: canUndo ? new Date(until).toISOString() : null,
		};
	});
};

/** Describes an operation with the results of a portion, or with all results (the failed ones above a portion). */
export const describeOperation = async (
	db: Db,
	row: OperationRow,
	now: number,
	from?: number,
): Promise<Operation> => {
	const [summary] = (await summarize(db, [row], now)) as [OperationSummary];
	const settled =
		from === undefined && row.total > PORTION_MAX
			? selectRows(db, row.id, 'failed')
			: selectPortionRows(db, row.id, from ?? 1).where('state', '<>', 'pending');
	const rows = await settled.selectAll().orderBy('n').limit(PORTION_MAX).execute();
	return {
		...summary,
		results: rows.map(({ item_id, name, state, code, error }) => ({
			id: item_id,
			name,
			ok: state === 'done',
			code,
			error,
		})),
	};
};

/** Selects the ids of an item and of all items below it. */
const selectIdsUnder = (item: string) =>
	sql.join(
		Object.entries(tables).map(([key, { table }]) => {
			const columns = [
				'id',
				...listParentKinds(key as ResourceKey).map((parent) => tables[parent].column),
			];
			const conditions = columns.map((column) => sql`${sql.ref(column)} = ${item}`);
			return sql`select id from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`;
		}),
		sql` union all `,
	);

/** Lists operations within the days of undo, newest first: those of a caller, or all on an item and what is under it. */
export const listOperations = async (
	db: Db,
	actor: Actor,
	{ item, ...paging }: OperationsQuery,
	now: number,
) => {
	if (item !== undefined && !isId(item)) return { data: [], total: 0 };
	const query = db
		.selectFrom('operations')
		.where('at', '>', new Date(now - UNDO_DAYS * DAY_MS).toISOString())
		.where((eb) =>
			item === undefined
				? eb('actor', '=', formatActor(actor))
				: sql<boolean>`exists (select 1 from operation_rows as r
					where r.operation = operations.id and r.item_id in (${selectIdsUnder(item)}))`,
		);
	const { limit, offset } = readPage(paging);
	const rows = await query
		.selectAll()
		.orderBy('at', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	return { data: await summarize(db, rows, now), total: await countTotal(query) };
};
