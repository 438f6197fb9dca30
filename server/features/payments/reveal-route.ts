import { REVEALED_S, revealed, revealRequest } from '#shared/contract/reveal.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditContextOf } from '../../audit-context.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { masked } from '../../http/masked.ts';
import { auditItem } from './audit.ts';
import { getPayment } from './store.ts';

/**
 * The whole number of one payer, to whoever says why. Each time leaves its audit row, a repeated request too, so no
 * answer is kept for an `Idempotency-Key`: it would keep the number.
 */
export const revealRoute = (api: Api, database: Database, now: () => number) => {
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
