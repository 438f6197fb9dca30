import type { FastifyRequest } from 'fastify';
import { payer, suggestions } from '#shared/contract/payers.ts';
import { REVEALED_S, revealed, revealRequest } from '#shared/contract/reveal.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditContextOf } from '../../audit-context.ts';
import type { Database, Db } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { masked } from '../../http/masked.ts';
import { auditItem } from './audit.ts';
import { payerOf } from './payers/store.ts';
import { suggestionsFor } from './payers/suggestions.ts';
import { getPayment, type Payment } from './store.ts';

/** What is asked about whoever made a payment, and their whole number, by its id: no number stands in an address. */
export const payerRoutes = (api: Api, database: Database, now: () => number) => {
	const about = async <T>(
		request: FastifyRequest,
		look: (db: Db, payment: Payment) => Promise<T>,
	) => {
		const { id } = request.params as { id: string };
		const { read } = database;
		return look(read, await getPayment(read, id));
	};

	api.get('/transactions/:id/payer', {
		schema: {
			tags: ['transactions'],
			summary: 'Everything of the payer of a payment',
			response: { 200: payer },
		},
		handler: (request) => about(request, (db, payment) => payerOf(db, payment, now())),
	});

	api.get('/transactions/:id/suggestions', {
		schema: {
			tags: ['transactions'],
			summary: 'The accounts that a payment may be meant for, each with its reasons',
			response: { 200: suggestions },
		},
		handler: (request) => about(request, suggestionsFor),
	});

	// Each time leaves its audit row, a repeated request too, so no answer is kept for an `Idempotency-Key`: it would
	// keep the number.
	api.post('/transactions/:id/reveal', {
		config: { tellsPhones: true },
		schema: {
			tags: ['transactions'],
			summary:
				'The whole number of a payer, where numbers are masked; it is written down who asked, and why',
			body: revealRequest,
			response: { 200: revealed },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			const payment = await database.write(async (trx) => {
				const found = await getPayment(trx, id);
				recordAudit(trx, auditContextOf(request), {
					action: 'reveal',
					item: auditItem(found),
					details: { reason: masked(request.body.reason) },
				});
				return found;
			});
			const until = new Date(now() + REVEALED_S * 1_000).toISOString();
			return { phone_number: payment.phone, until };
		},
	});
};
