import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { resources } from '#shared/contract/resources.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { type AuditContext, auditContextOf } from '../audit-context.ts';
import type { ContentStores } from '../content/store.ts';
import type { Database, Trx } from '../db/database.ts';
import { lockRows, troubleOf } from '../db/engine.ts';
import { AppError } from '../errors.ts';
import { fewAtATime } from '../few-at-a-time.ts';
import type { Identify } from '../http/guard.ts';
import { perform, publishReasonOf } from './perform.ts';
import { endRest, inPortion, pendingRows } from './store.ts';
import type { OperationItemRow, OperationRow } from './tables.ts';

/** Rows between two checks of the caller's rights. */
const CHUNK = 50;
/** Rows that run at once; rows that get the next free order run one after the other. */
const AT_ONCE = 4;
/** How often a row is tried while the database is in trouble, and the pause before the next try. */
const TRIES = 3;
const PAUSE_MS = 100;

/** What operations need of the server. */
export interface Runner {
	stores: ContentStores;
	database: Database;
	identify: Identify;
	onError: (error: unknown) => void;
}

const settle = (
	database: Database,
	{ id }: OperationRow,
	n: number,
	work: (trx: Trx, item: OperationItemRow) => Promise<Partial<OperationItemRow>>,
) =>
	database.write(async (trx) => {
		const own = pendingRows(trx, id).where('n', '=', n).selectAll();
		const item = await lockRows(trx, own, 'change').executeTakeFirst();
		if (!item) return;
		await trx
			.updateTable('operation_rows')
			.set(await work(trx, item))
			.where('operation', '=', id)
			.where('n', '=', n)
			.execute();
	});

const refusalOf = (error: unknown, isLast: boolean, { onError }: Runner) => {
	if (error instanceof AppError) return error;
	const trouble = troubleOf(error);
	if (trouble && !isLast) return undefined;
	if (!trouble) onError(error);
	return new AppError(trouble ?? 'internal');
};

const runRow = async (runner: Runner, operation: OperationRow, n: number, by: AuditContext) => {
	const { database } = runner;
	for (let attempt = 1; ; attempt++)
		try {
			return await settle(database, operation, n, async (trx, item) => ({
				state: 'done',
				...(await perform(trx, runner.stores, operation, item, by)),
			}));
		} catch (failure) {
			const refusal = refusalOf(failure, attempt === TRIES, runner);
			if (refusal) {
				const { code, message: error } = refusal;
				return settle(database, operation, n, async () => ({ state: 'failed', code, error }));
			}
			await wait(PAUSE_MS * attempt);
		}
};

const record = (database: Database, operation: OperationRow, from: number, by: AuditContext) =>
	database.write(async (trx) => {
		const { id, kind, action } = operation;
		const rows = await inPortion(trx, id, from).select('state').execute();
		recordAudit(trx, by, {
			action: 'bulk',
			item: { kind: 'operation', id, name: null },
			details: {
				kind: resources[kind].word,
				action,
				total: rows.length,
				failed: rows.filter(({ state }) => state === 'failed').length,
				undo_of: operation.undo_of ?? undefined,
				reason: publishReasonOf(operation),
			},
		});
	});

/** Runs the pending rows of the portion at row `from`; once the caller's rights are revoked, the rest is `forbidden`. */
export const runPortion = async (
	runner: Runner,
	request: FastifyRequest,
	operation: OperationRow,
	from: number,
) => {
	const { database, identify } = runner;
	const { id, kind, action } = operation;
	const context = auditContextOf(request);
	const isInTurn = action === 'move' || action === 'create' || action === 'undo';
	const next = () =>
		inPortion(database.read, id, from)
			.where('state', '=', 'pending')
			.select('n')
			.orderBy('n')
			.limit(CHUNK)
			.execute();
	let rows = await next();
	if (rows.length === 0) return;
	for (; rows.length > 0; rows = await next()) {
		const caller = await identify(request);
		if (!caller || caller.factorMissing || !caller.may.has(resources[kind].write)) {
			const { code, message } = new AppError('forbidden');
			await database.write((trx) => endRest(trx, id, code, message));
			break;
		}
		const by = { ...context, operation: id };
		const work = ({ n }: { n: number }) => runRow(runner, operation, n, by);
		await fewAtATime(rows, work, isInTurn ? 1 : AT_ONCE);
	}
	await record(database, operation, from, context);
};
