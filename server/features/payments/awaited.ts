import {
	type AwaitedInput,
	type AwaitedReceipt,
	awaitedInput,
	awaitedPage,
	awaitedReceipt,
} from '#shared/contract/awaited.ts';
import { paged } from '#shared/contract/lists.ts';
import { TRANSACTIONS_LIMIT_DEFAULT } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import { readPhone } from '#shared/phone.ts';
import { z } from '#shared/zod.ts';
import { type Acting, authorColumns } from '../../api/acting.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { type Page, readPage } from '../../api/page.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Database, Db } from '../../db/database.ts';
import { lockName, totalOf } from '../../db/engine.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { deliveryStates } from './unmatched.ts';

const selectAwaited = (db: Db) =>
	db.selectFrom('awaited_receipts as a').where('a.withdrawn_at', 'is', null);

/** Lists awaited receipts, newest first: a page of them, or the record of one receipt. */
export const listAwaited = async (
	db: Db,
	{ receipt, limit = 1, offset = 0 }: Partial<Page> & { receipt?: string },
): Promise<AwaitedReceipt[]> => {
	const rows = await selectAwaited(db)
		.leftJoin('payments as p', 'p.receipt', 'a.receipt')
		.select(['a.id', 'a.receipt', 'a.phone as phone_number', 'a.amount', 'a.reason', 'a.at'])
		.select(['a.actor_name as by', 'p.id as transaction_id'])
		.$if(receipt !== undefined, (query) => query.where('a.receipt', '=', receipt as string))
		.orderBy('a.id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const unpaid = rows.filter(({ transaction_id }) => transaction_id === null);
	const deliveries = await deliveryStates(
		db,
		unpaid.map((row) => row.receipt),
	);
	return rows.map((row) => {
		const delivery = row.transaction_id === null ? (deliveries.get(row.receipt) ?? null) : null;
		const hasArrived = row.transaction_id !== null || delivery !== null;
		return { ...row, state: hasArrived ? 'arrived' : 'open', delivery };
	});
};

/** Records a receipt as awaited. Fails with 409 if a payment has the receipt or the receipt is recorded already. */
const recordAwaited = async (
	{ trx, by, now }: Acting,
	{ receipt, phone_number, amount = null, reason }: AwaitedInput,
) => {
	await lockName(trx, `awaited:${receipt}`);
	const payment = await trx
		.selectFrom('payments')
		.select(['id', 'amount'])
		.where('receipt', '=', receipt)
		.executeTakeFirst();
	if (payment)
		throw conflict(`A payment of KSh ${grouped(payment.amount)} has the receipt ${receipt}.`, {
			data: { transaction_id: payment.id },
		});
	if ((await listAwaited(trx, { receipt })).length > 0)
		throw conflict(`Receipt ${receipt} is already recorded as awaited.`);
	const phone = readPhone(phone_number ?? '') ?? null;
	const row = { receipt, phone, amount, reason };
	const { id } = await trx
		.insertInto('awaited_receipts')
		.values({ ...row, withdrawn_at: null, ...authorColumns({ by, now }) })
		.returning('id')
		.executeTakeFirstOrThrow();
	recordAudit(trx, by, {
		action: 'create',
		item: { kind: 'awaited_receipt', id: String(id), name: receipt },
		after: row,
	});
	const [made] = await listAwaited(trx, { receipt });
	return made;
};

/** Withdraws an awaited receipt. Fails with 404, also if it is withdrawn already. */
const withdrawAwaited = async ({ trx, by, now }: Acting, id: number) => {
	const row = await trx
		.updateTable('awaited_receipts')
		.set({ withdrawn_at: new Date(now).toISOString() })
		.where('id', '=', id)
		.where('withdrawn_at', 'is', null)
		.returning(['receipt', 'phone', 'amount', 'reason'])
		.executeTakeFirst();
	if (!row) throw notFound('Awaited receipt');
	recordAudit(trx, by, {
		action: 'delete',
		item: { kind: 'awaited_receipt', id: String(id), name: row.receipt },
		before: row,
	});
};

const tags = ['transactions'];

/** Adds the routes of receipts that callers read out and that no payment has yet. */
export const awaitedRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/transactions/awaited', {
		schema: {
			tags,
			operationId: 'listAwaitedReceipts',
			summary: 'Lists awaited receipts that were not withdrawn, newest first',
			querystring: z.object(paged),
			response: { 200: awaitedPage },
		},
		handler: async (request) => ({
			data: await listAwaited(database.read, readPage(request.query, TRANSACTIONS_LIMIT_DEFAULT)),
			total: await totalOf(selectAwaited(database.read)),
		}),
	});

	api.post('/transactions/awaited', {
		schema: {
			tags,
			operationId: 'createAwaitedReceipt',
			summary: 'Records a receipt that a caller read out and that no payment has yet',
			description: REPEATABLE,
			body: awaitedInput,
			response: { 201: awaitedReceipt },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, by) => ({
				status: 201,
				data: await recordAwaited({ trx, by, now: now() }, request.body),
			})),
	});

	api.post('/transactions/awaited/:id/withdraw', {
		schema: {
			tags,
			operationId: 'withdrawAwaitedReceipt',
			summary: 'Withdraws an awaited receipt',
			description: REPEATABLE,
			response: { 200: z.null() },
		},
		handler: (request, reply) => {
			const { id } = request.params as { id: string };
			if (!/^\d{1,15}$/.test(id)) throw notFound('Awaited receipt');
			return createOnce(database, request, reply, async (trx, by) => {
				await withdrawAwaited({ trx, by, now: now() }, Number(id));
				return { data: null };
			});
		},
	});
};
