import { setTimeout as wait } from 'node:timers/promises';
import { resources } from '#shared/contract/resources.ts';
import { recordAudit } from '../audit/audit-log.ts';
import type { ContentStores } from '../content/store.ts';
import type { Database, Trx } from '../db/database.ts';
import { byEngine, lockRows, troubleOf } from '../db/engine.ts';
import { AppError } from '../errors.ts';
import { fewAtATime } from '../few-at-a-time.ts';
import { type Checks, contextOf, perform, wavedBy } from './perform.ts';
import { countRows, rowsOf } from './store.ts';
import type { OperationItemRow, OperationRow } from './tables.ts';

/** So many items are under way at once: on SQLite they share commits, on PostgreSQL each has a connection. */
const TOGETHER = { sqlite: () => 32, postgres: () => 4 };
const IN_TURN = { ...TOGETHER, postgres: () => 1 };
/** How often an item is tried that the database does not let us at, and how long it is left alone in between. */
const TRIES = 3;
const PAUSE_MS = 100;

/** What operations need of the server. */
export interface Runner {
	database: Database;
	stores: ContentStores;
	checks: Checks;
	/** Hears of an item that failed by a fault of ours. */
	onError: (error: unknown) => void;
}

/** Writes down what became of an item that still waits; one that is done, or being done, is passed over. */
const settle = (
	{ database }: Runner,
	{ id }: OperationRow,
	n: number,
	work: (trx: Trx, item: OperationItemRow) => Promise<Partial<OperationItemRow>>,
) =>
	database.write(async (trx) => {
		const own = rowsOf(trx, id, 'pending').where('n', '=', n).selectAll();
		const item = await lockRows(trx, own, 'change').executeTakeFirst();
		if (!item) return;
		await trx
			.updateTable('operation_rows')
			.set(await work(trx, item))
			.where('operation', '=', id)
			.where('n', '=', n)
			.execute();
	});

/** What a failure means for the item; undefined where the database may let us at it another time. */
const refusalOf = (error: unknown, isLast: boolean, { onError }: Runner) => {
	if (error instanceof AppError) return error;
	const trouble = troubleOf(error);
	if (trouble && !isLast) return undefined;
	if (!trouble) onError(error);
	return new AppError(trouble ?? 'internal');
};

/**
 * Does one item in the transaction that says that it is done, or else says why not. Rejects where not even that
 * can be written: it still waits then.
 */
const runOne = async (runner: Runner, operation: OperationRow, n: number) => {
	for (let attempt = 1; ; attempt++)
		try {
			return await settle(runner, operation, n, async (trx, item) => ({
				state: 'done',
				...(await perform(trx, runner, operation, item)),
			}));
		} catch (error) {
			const refusal = refusalOf(error, attempt === TRIES, runner);
			if (refusal)
				return settle(runner, operation, n, async () => ({
					state: 'failed',
					code: refusal.code,
					error: refusal.message,
				}));
			await wait(PAUSE_MS * attempt);
		}
};

/** Whether items come last somewhere, and so one after the other; SQLite keeps the order by itself. */
const comesToPlace = ({ action, target }: OperationRow) => {
	const of = action === 'undo' ? JSON.parse(target ?? '{}').of : action;
	return of === 'move' || of === 'create' || (action === 'undo' && of === 'delete');
};

/** Does the items that come next, at most so many; resolves to how many there were. */
export const runSome = async (runner: Runner, operation: OperationRow, most: number) => {
	const { database } = runner;
	const items = await rowsOf(database.read, operation.id, 'pending')
		.select('n')
		.orderBy('n')
		.limit(most)
		.execute();
	const together = byEngine(database.read, comesToPlace(operation) ? IN_TURN : TOGETHER);
	await fewAtATime(items, ({ n }) => runOne(runner, operation, n), together);
	return items.length;
};

/** Says that an operation is over, where nothing of it waits; whoever comes first says it, once. */
export const finish = ({ database }: Runner, operation: OperationRow, now: number) =>
	database.write(async (trx) => {
		const { id, kind, action, total } = operation;
		if (await rowsOf(trx, id, 'pending').select('n').limit(1).executeTakeFirst()) return;
		const { numUpdatedRows } = await trx
			.updateTable('operations')
			.set({ finished_at: new Date(now).toISOString() })
			.where('id', '=', id)
			.where('finished_at', 'is', null)
			.executeTakeFirst();
		if (numUpdatedRows !== 1n) return;
		const failed = await countRows(trx, id, 'failed');
		const undo_of = operation.undo_of ?? undefined;
		recordAudit(trx, contextOf(operation), {
			action: 'bulk',
			item: { kind: 'operation', id, name: null },
			details: {
				kind: resources[kind].word,
				action,
				total,
				failed,
				undo_of,
				reason: wavedBy(operation).reason,
			},
		});
	});
