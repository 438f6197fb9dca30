import { failureBody } from '#shared/contract/errors.ts';
import { deliverySettlement, markSettlement } from '#shared/contract/settlements.ts';
import { transaction, transactionWithEvidence } from '#shared/contract/transactions.ts';
import { z } from '#shared/zod.ts';
import { createOnce } from '../../api/idempotency.ts';
import { auditContextOf } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { success } from '../../http/success.ts';
import { withEvidence } from './evidence/store.ts';
import { settleDelivery } from './settle-delivery.ts';
import { settleMarks } from './settle-marks.ts';
import { findPayment, type Payment, withMarks } from './store.ts';

const tags = ['transactions'];

/** What a person decides about unmatched deliveries and marked payments. */
export const settleRoutes = (api: Api, database: Database, now: () => number) => {
	api.post('/transactions/strays/:id/settle', {
		schema: {
			tags,
			summary: 'Say what an unmatched delivery is; as a payment it is counted',
			body: deliverySettlement,
			response: { 200: success(z.nullable(transaction)), default: failureBody },
		},
		handler: (request, reply) => {
			const { id } = request.params as { id: string };
			if (!/^\d{1,15}$/.test(id)) throw notFound('Delivery');
			return createOnce(database, request, reply, async (trx) => {
				const by = auditContextOf(request);
				const about = await settleDelivery(database, trx, Number(id), request.body, by, now());
				const payment = about === null ? undefined : await findPayment(trx, about);
				const [data = null] = await withMarks(trx, payment ? [payment] : [], now());
				return { status: 200, body: { success: true, data } };
			});
		},
	});

	api.post('/transactions/:id/settle', {
		schema: {
			tags,
			summary: 'Say why a marked payment needs no look any more',
			body: markSettlement,
			response: { 200: success(transactionWithEvidence), default: failureBody },
		},
		handler: (request, reply) => {
			const { id } = request.params as { id: string };
			return createOnce(database, request, reply, async (trx) => {
				const payment = await findPayment(trx, id);
				if (!payment) throw notFound('Transaction');
				const { reason } = request.body;
				await settleMarks(trx, payment.id, reason, auditContextOf(request), now());
				const after = (await findPayment(trx, payment.id)) as Payment;
				return {
					status: 200,
					body: { success: true, data: await withEvidence(trx, after, now()) },
				};
			});
		},
	});
};
