import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { type AuditContext, formatActor, toAuditContext } from '../../platform/audit-context.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { classifyError, lockRows } from '../../platform/db/engine.ts';
import { AppError } from '../../platform/errors.ts';
import type { Identify } from '../../platform/http/guard.ts';
import type { ContentStores } from '../resources/store.ts';
import {
	findKindFacts,
	findPermission,
	type OperationItemRow,
	type OperationRow,
	readOperationTarget,
} from './begin.ts';
import { type PerformOther, perform } from './perform.ts';
import { failPendingRows, selectPendingRows, selectPortionRows } from './store.ts';

/** Number of rows between two checks of the caller's rights. */
const CHUNK = 50;

/** Actions of other parts on items that are no content, by name. An undo names the action that it undoes. */
export type OtherActions = Readonly<Record<string, PerformOther>>;

export interface Runner {
	stores: ContentStores;
	database: Database;
	identify: Identify;
	onError: (error: unknown) => void;
	others: OtherActions;
}

const settle = (
	database: Database,
	{ id }: OperationRow,
	n: number,
	work: (trx: Trx, item: OperationItemRow) => Promise<Partial<OperationItemRow>>,
) =>
	database.write(async (trx) => {
		const own = selectPendingRows(trx, id).where('n', '=', n).selectAll();
		const item = await lockRows(trx, own, 'change').executeTakeFirst();
		if (!item) return;
		await trx
			.updateTable('operation_rows')
			.set(await work(trx, item))
			.where('operation', '=', id)
			.where('n', '=', n)
			.execute();
	});

const findOther = ({ others }: Runner, operation: OperationRow) => {
	const perform = others[readOperationTarget(operation).of ?? operation.action];
	if (!perform) throw new AppError('not_found');
	return perform;
};

const runRow = async (
	runner: Runner,
	operation: OperationRow,
	n: number,
	context: AuditContext,
) => {
	const { database, stores, onError } = runner;
	try {
		await settle(database, operation, n, async (trx, item) => ({
			state: 'done',
			...(await (operation.kind === 'transactions'
				? findOther(runner, operation)(trx, operation, item, context)
				: perform(
						trx,
						stores,
						{ ...operation, kind: item.kind ?? operation.kind },
						item,
						context,
					))),
		}));
	} catch (failure) {
		const trouble = classifyError(failure);
		const isOurs = !(failure instanceof AppError) && !trouble;
		if (isOurs) onError(failure);
		const refusal = failure instanceof AppError ? failure : new AppError(trouble ?? 'internal');
		const { code, message: error } = refusal;
		await settle(database, operation, n, async () => ({ state: 'failed', code, error }));
	}
};

const record = (database: Database, operation: OperationRow, from: number, context: AuditContext) =>
	database.write(async (trx) => {
		const { id, kind, action } = operation;
		const rows = await selectPortionRows(trx, id, from).select(['state', 'kind']).execute();
		const { item, reason } = readOperationTarget(operation);
		const kinds = Map.groupBy(
			rows.filter(({ state }) => state === 'done'),
			(row) => row.kind ?? kind,
		);
		recordAudit(trx, context, {
			action: item && action === 'publish' ? 'publish' : 'bulk',
			item: item ?? { kind: 'operation', id, name: null },
			details: {
				kind: findKindFacts(kind).slug,
				action,
				total: rows.length,
				// The counts of each kind: the item itself and what is inside.
				...(item && {
					operations: [id],
					...Object.fromEntries(
						[...kinds].map(([each, some]) => [findKindFacts(each).slug, some.length]),
					),
				}),
				failed: rows.filter(({ state }) => state === 'failed').length,
				undo_of: operation.undo_of ?? undefined,
				reason,
				// Another person may finish an operation.
				begun_by: operation.actor === formatActor(context.actor) ? undefined : operation.actor_name,
			},
		});
	});

/**
 * Runs the pending rows of the portion at row `from`. Once the caller's rights are revoked, the other rows fail as
 * `forbidden` (decision 0083).
 */
export const runPortion = async (
	runner: Runner,
	request: FastifyRequest,
	operation: OperationRow,
	from: number,
) => {
	const { database, identify } = runner;
	const { id } = operation;
	const context = toAuditContext(request);
	const next = () =>
		selectPortionRows(database.read, id, from)
			.where('state', '=', 'pending')
			.select('n')
			.orderBy('n')
			.limit(CHUNK)
			.execute();
	let rows = await next();
	if (rows.length === 0) return;
	for (; rows.length > 0; rows = await next()) {
		const caller = await identify(request);
		if (!caller || caller.factorMissing || !caller.may.has(findPermission(operation))) {
			const { code, message } = new AppError('forbidden');
			await database.write((trx) => failPendingRows(trx, id, code, message));
			break;
		}
		const rowContext = { ...context, actor: caller.actor, operation: id };
		for (const { n } of rows) await runRow(runner, operation, n, rowContext);
	}
	await record(database, operation, from, context);
};
