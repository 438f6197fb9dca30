import type { FastifyReply, FastifyRequest } from 'fastify';
import {
	type BulkRequest,
	bulkRequest,
	operation as operationBody,
	operationsQuery,
} from '#shared/contract/bulk.ts';
import { BULK_AT_ONCE, bulkActionsOf } from '#shared/contract/bulk-actions.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { z } from '#shared/zod.ts';
import { answerOnce } from '../api/idempotency.ts';
import { readFor } from '../api/read-after.ts';
import { type AuditContext, actorText } from '../audit-context.ts';
import { keyOfWord } from '../content/tables.ts';
import type { Trx } from '../db/database.ts';
import { AppError, conflict, invalid, notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { begin, giveIds } from './begin.ts';
import { giveMatching, readWhere } from './matching.ts';
import { finish, type Runner, runSome } from './run.ts';
import { describe, findOperation, runningOf } from './store.ts';
import type { OperationRow } from './tables.ts';
import { readTarget } from './target.ts';
import { beginUndo } from './undo.ts';
import { startWorker } from './worker.ts';

const ONCE =
	'With an `Idempotency-Key`, the same request again within a day is answered with the same operation, as it stands by then.';

/** Answers of what makes an operation: over, or still going on. */
const outcomes = {
	200: operationBody,
	202: operationBody,
};

/** Refuses whoever may not change things of that kind. */
const requireWrite = ({ caller }: FastifyRequest, kind: ResourceKey) => {
	if (!caller?.may.has(resources[kind].write)) throw new AppError('forbidden');
};

/**
 * The calls that do something to many items at once, and tell how far that is. Resolves to what has an operation done
 * that was written down elsewhere, and tells how it stands.
 */
export const operationRoutes = (
	api: Api,
	{ database, stores, checks, now }: Omit<Runner, 'onError'> & { now: () => number },
) => {
	const onError = (error: unknown) => api.log.error({ err: error }, 'An operation failed');
	const runner: Runner = { database, stores, checks, onError };
	const worker = startWorker(runner, now);
	api.addHook('onReady', async () => worker.kick());
	api.addHook('onClose', () => worker.close());
	/** Operations that somebody waits for. */
	const awaited = new Map<string, Promise<void>>();

	const runAll = async (row: OperationRow) => {
		while ((await runSome(runner, row, row.total)) > 0);
		await finish(runner, row, now());
	};

	/** Has an operation done while the caller waits; once for all who wait for it. */
	const run = async (row: OperationRow) => {
		const running = awaited.get(row.id) ?? runAll(row).finally(() => awaited.delete(row.id));
		awaited.set(row.id, running);
		await running;
	};

	/** Has an operation done, here or by the worker where nobody waits for that many; resolves to how it stands. */
	const outcomeOf = async (operation: string) => {
		const row = await findOperation(database.read, operation);
		if (!row) throw conflict('This has been done already.');
		if (row.total > BULK_AT_ONCE) worker.kick();
		else if (!row.finished_at) await run(row);
		const after = (await findOperation(database.read, operation)) ?? row;
		return describe(database.read, after, now());
	};

	/** Makes an operation once for each key of a caller, and answers how it stands. */
	const operate = async (
		request: FastifyRequest,
		reply: FastifyReply,
		make: (trx: Trx, by: AuditContext) => Promise<OperationRow>,
	) => {
		const { body } = await answerOnce(database, request, async (trx, by) => ({
			status: 202,
			body: { operation: (await make(trx, by)).id },
		}));
		const data = await outcomeOf((body as { operation: string }).operation);
		reply.code(data.state === 'done' ? 200 : 202);
		return data;
	};

	const asked = async (trx: Trx, by: AuditContext, body: BulkRequest) => {
		const { action, ids, where = {}, expected = 0, to, only_ready, reason } = body;
		const kind = keyOfWord(body.kind);
		const how = only_ready || reason ? { only_ready, reason } : undefined;
		const target = to ? await readTarget(trx, stores[kind], to) : how;
		const made = await begin(trx, { kind, action, target }, by, now());
		if (ids) await giveIds(trx, made.id, ids);
		else await giveMatching(trx, made.id, stores[kind], readWhere(kind, where), expected);
		return made;
	};

	api.post('/bulk', {
		schema: {
			operationId: 'operations.create',
			tags: ['operations'],
			summary: 'Do something to many items at once, each by itself',
			description: `More than 200 go on in the background: 202. ${ONCE}`,
			body: bulkRequest,
			response: outcomes,
		},
		handler: async (request, reply) => {
			const { body } = request;
			const { plural } = resources[keyOfWord(body.kind)];
			requireWrite(request, keyOfWord(body.kind));
			if (!bulkActionsOf(stores[keyOfWord(body.kind)].resource).includes(body.action))
				throw invalid('action', `${plural} have no such action`);
			if (body.only_ready && !checks[keyOfWord(body.kind)])
				throw invalid('only_ready', `${plural} are not looked at before`);
			return operate(request, reply, (trx, by) => asked(trx, by, body));
		},
	});

	api.post('/operations/:id/undo', {
		schema: {
			operationId: 'operations.undo',
			tags: ['operations'],
			summary: 'Take back what an operation did, item by item',
			description: `Once, and for 30 days. An item that was changed since stays as it is: \`changed\`. ${ONCE}`,
			response: outcomes,
		},
		handler: async (request, reply) => {
			const { id } = request.params as { id: string };
			const row = await findOperation(database.read, id);
			if (!row) throw notFound('Operation');
			requireWrite(request, row.kind);
			return operate(request, reply, (trx, by) => beginUndo(trx, row, by, now()));
		},
	});

	api.get('/operations', {
		schema: {
			operationId: 'operations.list',
			tags: ['operations'],
			summary: 'What you have begun that still goes on',
			querystring: operationsQuery,
			response: { 200: z.array(operationBody) },
		},
		handler: async (request) => {
			const rows = await runningOf(database.read, actorText(request.actor));
			return Promise.all(rows.map((row) => describe(database.read, row, now())));
		},
	});

	api.get('/operations/:id', {
		schema: {
			operationId: 'operations.get',
			tags: ['operations'],
			summary: 'How far an operation over many items is',
			response: { 200: operationBody },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			const data = await readFor(database, request, async (read) => {
				const row = await findOperation(read, id);
				if (!row) throw notFound('Operation');
				return describe(read, row, now());
			});
			return data;
		},
	});
	return outcomeOf;
};
