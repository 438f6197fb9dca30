import type { FastifyRequest } from 'fastify';
import { payer, suggestions } from '#shared/contract/payers.ts';
import { readFor } from '../../api/read-after.ts';
import type { Database, Db } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { payerOf } from './payers/store.ts';
import { suggestionsFor } from './payers/suggestions.ts';
import { getPayment, type Payment } from './store.ts';

/** What is asked about whoever made a payment, by its id: no number stands in an address. */
export const payerRoutes = (api: Api, database: Database, now: () => number) => {
	const about = <T>(request: FastifyRequest, read: (db: Db, payment: Payment) => Promise<T>) =>
		readFor(database, request, async (db) => {
			const { id } = request.params as { id: string };
			return read(db, await getPayment(db, id));
		});

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
};
