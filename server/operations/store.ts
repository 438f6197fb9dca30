import { sql } from 'kysely';
import type { Operation, RowResult } from '#shared/contract/bulk.ts';
import { BULK_AT_ONCE } from '#shared/contract/bulk-actions.ts';
import { resources } from '#shared/contract/resources.ts';
import { actorOf } from '../audit-context.ts';
import type { Db } from '../db/database.ts';
import { isId } from '../db/ids.ts';
import { totalOf } from '../db/total.ts';
import type { OperationItemRow, OperationRow } from './tables.ts';

/** So long an operation can be taken back. */
export const UNDO_MS = 30 * 24 * 60 * 60 * 1000;

/** The items of an operation that wait, or failed; there is an index of each. */
export const rowsOf = (db: Db, operation: string, state: 'pending' | 'failed') =>
	db
		.selectFrom('operation_rows')
		.where('operation', '=', operation)
		.where(sql<boolean>`state = ${sql.lit(state)}`);

/** How many those are. */
export const countRows = (db: Db, operation: string, state: 'pending' | 'failed') =>
	totalOf(rowsOf(db, operation, state));

/** An operation by its id, which may be any text. */
export const findOperation = async (db: Db, id: string): Promise<OperationRow | undefined> =>
	isId(id)
		? db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()
		: undefined;

/** What somebody has begun that is not over, oldest first. */
export const runningOf = (db: Db, actor: string): Promise<OperationRow[]> =>
	db
		.selectFrom('operations')
		.selectAll()
		.where('finished_at', 'is', null)
		.where('actor', '=', actor)
		.orderBy('at')
		.limit(20)
		.execute();

/** Until when an operation can be undone, that is over and was not; null where it cannot. */
const undoUntil = async (db: Db, row: OperationRow, done: number, now: number) => {
	const until = Date.parse(row.at) + UNDO_MS;
	if (row.action === 'undo' || !row.finished_at || done === 0 || until <= now) return null;
	const undone = db.selectFrom('operations').select('id').where('undo_of', '=', row.id);
	return (await undone.executeTakeFirst()) ? null : new Date(until).toISOString();
};

const resultOf = ({ item_id, name, state, code, error }: OperationItemRow): RowResult => ({
	id: item_id,
	name,
	ok: state === 'done',
	code,
	error,
});

/** How an operation stands, as the API tells it. */
export const describe = async (db: Db, row: OperationRow, now: number): Promise<Operation> => {
	const { id, total } = row;
	const pending = row.finished_at ? 0 : await countRows(db, id, 'pending');
	const failed = await countRows(db, id, 'failed');
	const done = total - pending - failed;
	const settled =
		total > BULK_AT_ONCE
			? rowsOf(db, id, 'failed')
			: db.selectFrom('operation_rows').where('operation', '=', id).where('state', '<>', 'pending');
	const results = await settled.selectAll().orderBy('n').limit(BULK_AT_ONCE).execute();
	return {
		operation: id,
		kind: resources[row.kind].word,
		action: row.action,
		at: row.at,
		by: actorOf(row.actor, row.actor_name),
		state: row.finished_at ? 'done' : 'running',
		total,
		done,
		failed,
		undo_until: await undoUntil(db, row, done, now),
		results: results.map(resultOf),
	};
};
