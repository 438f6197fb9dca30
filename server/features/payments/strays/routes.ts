import type { FastifyRequest } from 'fastify';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import { unmatchedPage } from '#shared/contract/evidence.ts';
import { deliverySettlement } from '#shared/contract/settlements.ts';
import { unmatchedQuery } from '#shared/contract/strays.ts';
import { transaction } from '#shared/contract/transactions.ts';
import { TRANSACTIONS_LIMIT_DEFAULT } from '#shared/contract/transactions-query.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../../api/idempotency.ts';
import { readPage } from '../../../api/page.ts';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import type { Api } from '../../../http/api.ts';
import { requeueEarly } from '../requeue.ts';
import { findPayment, tagOfTransaction, withMarks } from '../store.ts';
import { listDeliveries } from './list.ts';
import { settleDelivery, withdrawSettlement } from './settle.ts';

const tags = ['transactions'];

const messageIdOf = (request: FastifyRequest) => {
	const { id } = request.params as { id: string };
	if (!/^\d{1,15}$/.test(id)) throw notFound('Delivery');
	return Number(id);
};

/** Deliveries that changed no payment, and what people say that they are. */
export const strayRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/transactions/strays', {
		schema: {
			tags,
			summary:
				'Deliveries that changed no payment, latest first: those that wait for a person, or are settled',
			querystring: unmatchedQuery,
			response: { 200: unmatchedPage },
		},
		handler: (request) => {
			const { state = 'open', search, ...paging } = request.query;
			return listDeliveries(
				database.read,
				state,
				search || undefined,
				readPage(paging, TRANSACTIONS_LIMIT_DEFAULT),
			);
		},
	});

	api.post('/transactions/strays/:id/settle', {
		schema: {
			tags,
			summary: 'Say what an unmatched delivery is; as a payment it is counted',
			description: REPEATABLE,
			body: deliverySettlement,
			response: { 200: z.nullable(transaction) },
		},
		handler: async (request, reply) => {
			const id = messageIdOf(request);
			let known: string | undefined;
			await createOnce(database, request, reply, async (trx, by) => {
				const settled = await settleDelivery({ trx, by, now: now() }, id, request.body);
				known = settled.request;
				const payment = settled.about === null ? undefined : await findPayment(trx, settled.about);
				const [data = null] = await withMarks(trx, payment ? [payment] : [], now());
				return { data, version: data ? tagOfTransaction(data) : undefined };
			});
			// M-Pesa may have said it more than once.
			if (known !== undefined) await requeueEarly(database, { request: known });
			return reply;
		},
	});

	api.post('/transactions/strays/:id/withdraw', {
		schema: {
			tags,
			summary: 'Take back what was said of a delivery that changed no payment; it waits again',
			description: REPEATABLE,
			body: withdrawalInput,
			response: { 200: z.null() },
		},
		handler: (request, reply) => {
			const id = messageIdOf(request);
			const { reason } = request.body;
			return createOnce(database, request, reply, async (trx, by) => {
				await withdrawSettlement({ trx, by, now: now() }, id, reason);
				return { data: null };
			});
		},
	});
};
