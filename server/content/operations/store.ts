import { sql } from 'kysely';
import { PORTION_MAX } from '#shared/contract/content/bulk.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { countTotal, isId, lockRows } from '../../platform/db/engine.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { type Job, repeatUntilNone } from '../../platform/jobs.ts';
import { begin, type OperationRow, readOperationTarget, setTotal } from './begin.ts';

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
/** Days in which an operation can be undone. */
export const UNDO_DAYS = 30;
const KEPT_DAYS = 365;

/** Finds an operation by its id, which may be any text; rejects with `not_found` if it does not exist. */
export const findOperation = async (db: Db, id: string): Promise<OperationRow> => {
	const query = db.selectFrom('operations').selectAll().where('id', '=', id);
	const row = isId(id) && (await query.executeTakeFirst());
	if (!row) throw notFound('Operation');
	return row;
};

/** Selects rows of an operation. The state is a literal so that both engines use its partial index. */
export const selectRows = (db: Db, operation: string, state: 'pending' | 'failed') =>
	db
		.selectFrom('operation_rows')
		.where('operation', '=', operation)
		.where(sql<boolean>`state = ${sql.lit(state)}`);

/** Selects the pending rows of an operation. */
export const selectPendingRows = (db: Db, operation: string) =>
	selectRows(db, operation, 'pending');

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

/** Code and message of rows that were not run before their operation ended. */
const STOPPED = ['stopped', 'Stopped before this row'] as const;

const failRows = (trx: Trx, code: string, error: string) =>
	trx
		.updateTable('operation_rows')
		.set({ state: 'failed', code, error })
		.where('state', '=', 'pending');

/** The columns that an undo takes from the rows of its operation. */
const COPIED = ['kind', 'item_id', 'name', 'before', 'version', 'deletion'] as const;

/** Marks all pending rows of an operation as failed for this reason. */
export const failPendingRows = async (trx: Trx, operation: string, code: string, error: string) => {
	await failRows(trx, code, error).where('operation', '=', operation).execute();
};

/**
 * Starts or continues the undo of an operation, and retries failed rows. Rejects with `conflict` if nothing is left.
 */
export const beginUndo = async (
	trx: Trx,
	row: OperationRow,
	context: AuditContext,
	now: number,
) => {
	const { id, kind, action } = row;
	if (action === 'undo') throw conflict('An undo cannot be undone.');
	if (Date.parse(row.at) + UNDO_DAYS * DAY_MS <= now)
		throw conflict(`This can no longer be undone; the limit is ${UNDO_DAYS} days.`);
	const ownRow = trx.selectFrom('operations').select('id').where('id', '=', id);
	await lockRows(trx, ownRow, 'change').execute();
	const existing = await trx
		.selectFrom('operations')
		.selectAll()
		.where('undo_of', '=', id)
		.executeTakeFirst();
	if (existing) {
		if ((await countTotal(selectPendingRows(trx, existing.id))) > 0) return existing;
		const { numUpdatedRows } = await trx
			.updateTable('operation_rows')
			.set({ state: 'pending', code: null, error: null })
			.where('operation', '=', existing.id)
			.where('state', '=', 'failed')
			.executeTakeFirst();
		if (numUpdatedRows === 0n) throw conflict('This was already undone.');
		return existing;
	}
	await failPendingRows(trx, id, ...STOPPED);
	const undo = await begin(
		trx,
		{
			kind,
			action: 'undo',
			undoOf: id,
			target: { of: action, item: readOperationTarget(row).item },
		},
		context,
		now,
	);
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto('operation_rows')
		.columns(['operation', 'n', 'state', ...COPIED])
		.expression(
			trx
				.selectFrom('operation_rows')
				.where('operation', '=', id)
				.where('state', '=', 'done')
				.select([
					sql<string>`${undo.id}`.as('operation'),
					sql<number>`row_number() over (order by n)`.as('n'),
					sql<'pending'>`'pending'`.as('state'),
					...COPIED,
				]),
		)
		.executeTakeFirstOrThrow();
	const total = Number(numInsertedOrUpdatedRows);
	await setTotal(trx, undo.id, total);
	return { ...undo, total };
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

/** Ends operations without calls for a day: their pending rows fail as `stopped`. Resolves to the number of rows. */
export const endAbandonedOperations = (database: Database, now: number) =>
	database.write(async (trx) => {
		const begun = trx
			.selectFrom('operations')
			.select('id')
			.where('at', '<', new Date(now - DAY_MS).toISOString());
		const ended = failRows(trx, ...STOPPED).where('operation', 'in', begun);
		return Number((await ended.executeTakeFirst()).numUpdatedRows);
	});

/** Ends abandoned operations and deletes old ones every hour. */
export const deleteOperationsJob = (database: Database): Job => ({
	name: 'Delete old bulk actions',
	firstMs: 10 * 60_000,
	everyMs: HOUR_MS,
	run: async (signal) => {
		const ended = await endAbandonedOperations(database, Date.now());
		const forgotten = await deleteOldOperations(database, Date.now(), signal);
		return `${forgotten} operations forgotten, ${ended} pending rows stopped`;
	},
});
