import { sql } from 'kysely';
import { type Operation, PORTION_MAX } from '#shared/contract/bulk.ts';
import { resources } from '#shared/contract/resources.ts';
import { type AuditContext, actorOf } from '../audit-context.ts';
import type { Database, Db, Trx } from '../db/database.ts';
import { isId, lockRows, totalOf } from '../db/engine.ts';
import { conflict, notFound } from '../errors.ts';
import { type Job, repeatUntilNone } from '../jobs/jobs.ts';
import { begin, type OperationRow, setTotal } from './begin.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNDO_DAYS = 30;
const KEPT_DAYS = 365;

/** Finds an operation by its id, which may be any text; rejects with `not_found` if it does not exist. */
export const findOperation = async (db: Db, id: string): Promise<OperationRow> => {
	const query = db.selectFrom('operations').selectAll().where('id', '=', id);
	const row = isId(id) && (await query.executeTakeFirst());
	if (!row) throw notFound('Operation');
	return row;
};

// The state is a literal so that both engines use its partial index.
const rowsIn = (db: Db, operation: string, state: 'pending' | 'failed') =>
	db
		.selectFrom('operation_rows')
		.where('operation', '=', operation)
		.where(sql<boolean>`state = ${sql.lit(state)}`);

/** Selects the pending rows of an operation. */
export const selectPendingRows = (db: Db, operation: string) => rowsIn(db, operation, 'pending');

/** Selects the rows of the portion that starts at row `from`. */
export const selectPortionRows = (db: Db, operation: string, from: number) =>
	db
		.selectFrom('operation_rows')
		.where('operation', '=', operation)
		.where('n', '>=', from)
		.where('n', '<', from + PORTION_MAX);

/** Returns the row at which the next portion starts; one past the last row if all have run. */
export const findNextPortion = async (
	db: Db,
	{ id, total }: Pick<OperationRow, 'id' | 'total'>,
) => {
	const first = await selectPendingRows(db, id)
		.select('n')
		.orderBy('n')
		.limit(1)
		.executeTakeFirst();
	return first?.n ?? total + 1;
};

/** Marks all pending rows as failed for this reason; resolves to their number. */
export const failPendingRows = async (trx: Trx, operation: string, code: string, error: string) => {
	const { numUpdatedRows } = await trx
		.updateTable('operation_rows')
		.set({ state: 'failed', code, error })
		.where('operation', '=', operation)
		.where('state', '=', 'pending')
		.executeTakeFirst();
	return Number(numUpdatedRows);
};

const undoOf = (db: Db, id: string) =>
	db.selectFrom('operations').selectAll().where('undo_of', '=', id).executeTakeFirst();

/**
 * Starts or continues the undo of an operation, and retries failed rows. Rejects with `conflict` if nothing is left.
 */
export const beginUndo = async (trx: Trx, row: OperationRow, by: AuditContext, now: number) => {
	const { id, kind, action } = row;
	if (action === 'undo') throw conflict('An undo cannot be undone.');
	if (Date.parse(row.at) + UNDO_DAYS * DAY_MS <= now)
		throw conflict(`This can no longer be undone; the limit is ${UNDO_DAYS} days.`);
	const own = trx.selectFrom('operations').select('id').where('id', '=', id);
	await lockRows(trx, own, 'change').execute();
	const known = await undoOf(trx, id);
	if (known) {
		if ((await totalOf(selectPendingRows(trx, known.id))) > 0) return known;
		const { numUpdatedRows } = await trx
			.updateTable('operation_rows')
			.set({ state: 'pending', code: null, error: null })
			.where('operation', '=', known.id)
			.where('state', '=', 'failed')
			.executeTakeFirst();
		if (numUpdatedRows === 0n) throw conflict('This was already undone.');
		return known;
	}
	await failPendingRows(trx, id, 'stopped', 'Stopped before this row');
	const undo = await begin(
		trx,
		{ kind, action: 'undo', undoOf: id, target: { of: action } },
		by,
		now,
	);
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto('operation_rows')
		.columns(['operation', 'n', 'item_id', 'name', 'state', 'before', 'version', 'deletion'])
		.expression(
			trx
				.selectFrom('operation_rows')
				.where('operation', '=', id)
				.where('state', '=', 'done')
				.select([
					sql<string>`${undo.id}`.as('operation'),
					sql<number>`row_number() over (order by n)`.as('n'),
					...(['item_id', 'name'] as const),
					sql<'pending'>`'pending'`.as('state'),
					...(['before', 'version', 'deletion'] as const),
				]),
		)
		.executeTakeFirstOrThrow();
	const total = Number(numInsertedOrUpdatedRows);
	await setTotal(trx, undo.id, total);
	return { ...undo, total };
};

const undoUntil = async (db: Db, { id, action, at }: OperationRow, done: number, now: number) => {
	const until = Date.parse(at) + UNDO_DAYS * DAY_MS;
	if (action === 'undo' || done === 0 || until <= now) return null;
	const undo = await undoOf(db, id);
	const isOver =
		undo &&
		(await totalOf(selectPendingRows(db, undo.id))) === 0 &&
		(await totalOf(rowsIn(db, undo.id, 'failed'))) === 0;
	return isOver ? null : new Date(until).toISOString();
};

/** Describes an operation with the results of a portion, or with all results (the failed ones above a portion). */
export const describeOperation = async (
	db: Db,
	row: OperationRow,
	now: number,
	from?: number,
): Promise<Operation> => {
	const { id, total } = row;
	const remaining = await totalOf(selectPendingRows(db, id));
	const failed = await totalOf(rowsIn(db, id, 'failed'));
	const done = total - remaining - failed;
	const settled =
		from === undefined && total > PORTION_MAX
			? rowsIn(db, id, 'failed')
			: selectPortionRows(db, id, from ?? 1).where('state', '<>', 'pending');
	const rows = await settled.selectAll().orderBy('n').limit(PORTION_MAX).execute();
	return {
		operation: id,
		kind: resources[row.kind].word,
		action: row.action,
		at: row.at,
		by: actorOf(row.actor, row.actor_name),
		total,
		done,
		failed,
		remaining,
		undo_until: await undoUntil(db, row, done, now),
		results: rows.map(({ item_id, name, state, code, error }) => ({
			id: item_id,
			name,
			ok: state === 'done',
			code,
			error,
		})),
	};
};

/** Deletes operations that are older than a year, with their rows. The audit trail keeps their changes. */
export const deleteOldOperations = (database: Database, now: number, signal: AbortSignal) =>
	repeatUntilNone(
		() =>
			database.write(async (trx) => {
				const oldest = trx
					.selectFrom('operations')
					.select('id')
					.where('at', '<', new Date(now - KEPT_DAYS * DAY_MS).toISOString())
					.orderBy('at')
					.limit(1);
				const deletion = trx.deleteFrom('operations').where('id', 'in', oldest);
				return Number((await deletion.executeTakeFirst()).numDeletedRows);
			}),
		signal,
	);

/** Deletes old operations every day. */
export const deleteOperationsJob = (database: Database): Job => ({
	name: 'Forget old operations',
	firstMs: 10 * 60_000,
	everyMs: DAY_MS,
	run: async (signal) =>
		`${await deleteOldOperations(database, Date.now(), signal)} operations forgotten`,
});
