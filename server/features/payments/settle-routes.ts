import type { FastifyRequest } from 'fastify';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import { transactionWithEvidence } from '#shared/contract/evidence.ts';
import { deliverySettlement, markSettlement } from '#shared/contract/settlements.ts';
import { transaction } from '#shared/contract/transactions.ts';
import { z } from '#shared/zod.ts';
import { createOnce } from '../../api/idempotency.ts';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { withEvidence } from './evidence/store.ts';
import { requeueEarly } from './requeue.ts';
import { settleDelivery, withdrawSettlement } from './settle-delivery.ts';
import { settleMarks } from './settle-marks.ts';
import { findPayment, getPayment, withMarks } from './store.ts';

const tags = ['transactions'];

const messageIdOf = (request: FastifyRequest) => {
	const { id } = request.params as { id: string };
	if (!/^\d{1,15}$/.test(id)) throw notFound('Delivery');
	return Number(id);
};

/** What a person decides about unmatched deliveries and marked payments. */
export const settleRoutes = (api: Api, database: Database, now: () => number) => {
	api.post('/transactions/strays/:id/settle', {
		schema: {
			tags,
			summary: 'Say what an unmatched delivery is; as a payment it is counted',
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
				return { data };
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

	api.post('/transactions/:id/settle', {
		schema: {
			tags,
			summary: 'Say why a marked payment needs no look any more',
			body: markSettlement,
			response: { 200: transactionWithEvidence },
		},
		handler: (request, reply) => {
			const { id } = request.params as { id: string };
			return createOnce(database, request, reply, async (trx, by) => {
				const payment = await getPayment(trx, id);
				await settleMarks({ trx, by, now: now() }, payment.id, request.body.reason);
				const after = await getPayment(trx, payment.id);
				return { data: await withEvidence(trx, after, now()) };
			});
		},
	});
};
