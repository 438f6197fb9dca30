import type { FastifyRequest } from 'fastify';
import { type BulkAction, listBulkActions, type Operation } from '#shared/contract/content/bulk.ts';
import { operationCalls } from '#shared/contract/content/calls.ts';
import { resources } from '#shared/contract/content/resources.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { answerOnce } from '../../platform/api/idempotency.ts';
import { type AuditContext, toAuditContext } from '../../platform/audit-context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { requirePermission } from '../../platform/http/access.ts';
import type { Api } from '../../platform/http/api.ts';
import { countImpact } from '../resources/impact.ts';
import type { Which } from '../resources/store.ts';
import { findKeyBySlug } from '../resources/tables.ts';
import { computeRestoreLimit } from '../resources/trash.ts';
import {
	findPermission,
	type OperationRow,
	readWhere,
	selectMatchingIds,
	storeBulkOperation,
} from './begin.ts';
import { describeOperation, listOperations } from './describe.ts';
import { type Runner, runPortion } from './run.ts';
import { beginUndo, findNextPortion, findOperation } from './store.ts';

const requireAction = (
	{ caller }: FastifyRequest,
	action: Pick<OperationRow, 'kind' | 'action'>,
) => {
	if (!caller) throw new AppError('forbidden');
	requirePermission(findPermission(action), caller);
};

interface Options extends Omit<Runner, 'onError'> {
	now: () => number;
	trashDays: number;
}

/** Runs the first portion of a stored operation for a caller. */
export type RunOperation = (request: FastifyRequest, operation: string) => Promise<Operation>;

/** Adds the calls of bulk actions. Returns a function that runs an operation stored by another feature. */
export const addOperationRoutes = (
	api: Api,
	{ now, trashDays, ...ground }: Options,
): RunOperation => {
	const onError = (error: unknown) => api.log.error({ err: error }, 'A row of an operation failed');
	const runner: Runner = { ...ground, onError };
	const { database, stores } = runner;
	/** Portions that run on this server, so that a repeated request waits for the same run. */
	const running = new Map<string, Promise<void>>();

	const run = async (request: FastifyRequest, id: string, from: number) => {
		const row = await findOperation(database.read, id);
		const name = `${id} ${from}`;
		const mine =
			running.get(name) ??
			runPortion(runner, request, row, from).finally(() => running.delete(name));
		running.set(name, mine);
		await mine;
		return describeOperation(database.read, row, now(), from);
	};

	const operate = async (
		request: FastifyRequest,
		make: (trx: Trx, context: AuditContext) => Promise<OperationRow>,
	) => {
		const { body } = await answerOnce(database, request, async (trx, context) => {
			const row = await make(trx, context);
			return { status: 200, body: { operation: row.id, from: await findNextPortion(trx, row) } };
		});
		return run(request, body.operation, body.from);
	};

	answerCalls(api, { database, now }, operationCalls, {
		createOperation: async (request) => {
			const { body } = request;
			if (body.operation !== undefined) {
				const row = await findOperation(database.read, body.operation);
				requireAction(request, row);
				return operate(request, () => Promise.resolve(row));
			}
			const kind = findKeyBySlug(body.kind as string);
			const { plural } = resources[kind];
			requireAction(request, { kind, action: body.action as BulkAction });
			if (!listBulkActions(stores[kind].resource).some((action) => action === body.action))
				throw invalid('action', `${plural} have no such action`);
			return operate(request, (trx, context) =>
				storeBulkOperation(trx, stores, kind, body, context, now()),
			);
		},
		undoOperation: async (request) => {
			const row = await findOperation(database.read, request.params.id);
			requireAction(request, { kind: row.kind, action: 'undo' });
			return operate(request, (trx, context) => beginUndo(trx, row, context, now()));
		},
		listOperations: (request) =>
			listOperations(database.read, toAuditContext(request).actor, request.query, now()),
		getOperation: async (request) =>
			describeOperation(
				database.read,
				await findOperation(database.read, request.params.id),
				now(),
			),
		getDeletionImpact: async (request) => {
			const { kind, ids, where = '' } = request.query;
			const key = findKeyBySlug(kind);
			const store = stores[key];
			const query =
				ids === undefined
					? readWhere(key, Object.fromEntries(new URLSearchParams(where)))
					: undefined;
			const { read } = database;
			const which: Which = query ? selectMatchingIds(read, store, query) : (ids?.split(',') ?? []);
			const impact = await countImpact(read, key, store.spec, which);
			return { ...impact, restorable_until: computeRestoreLimit(new Date(), trashDays) };
		},
	});
	return (request, operation) => run(request, operation, 1);
};
