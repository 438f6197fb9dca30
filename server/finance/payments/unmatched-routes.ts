import { type UnmatchedDelivery, unmatchedPage } from '#shared/contract/finance/evidence.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import {
	type Candidate,
	deliverySettlement,
	type UnmatchedState,
	unmatchedQuery,
} from '#shared/contract/finance/settlements.ts';
import { transaction } from '#shared/contract/finance/transactions.ts';
import { TRANSACTIONS_LIMIT_DEFAULT } from '#shared/contract/finance/transactions-query.ts';
import { formatWhole } from '#shared/grouped.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { type Page, readPage } from '../../platform/api/page.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { countTotal } from '../../platform/db/engine.ts';
import type { Api } from '../../platform/http/api.ts';
import { readStkCallback } from '../mpesa/deliveries.ts';
import { requeueEarly } from './apply.ts';
import { describeMismatch, formatClock, settleDelivery } from './booking.ts';
import {
	computeTransactionTag,
	findPayment,
	readRowId,
	selectPayments,
	withMarks,
} from './store.ts';
import { fromSeq, toSeq } from './tables.ts';
import { selectDeliveries, toWireMessage, toWireSettlement } from './unmatched.ts';

/** Maximum time between a request and a report about it. */
const REPORT_WINDOW_MS = 60 * 60_000;
const CANDIDATES = 5;

/** Finds the requests without an answer that a report may be about, the nearest first. */
const findCandidates = async (db: Db, body: Buffer, at: string): Promise<Candidate[]> => {
	const result = readStkCallback(body);
	if (!result) return [];
	const arrived = Date.parse(at);
	const rows = await selectPayments(db)
		.where('status', '=', 'pending')
		.where('seq', '>', toSeq(arrived - REPORT_WINDOW_MS))
		.where('seq', '<', toSeq(arrived + 60_000))
		.where('origin', '=', 'stk')
		.where('checkout_request_id', 'is', null)
		.orderBy('seq', 'desc')
		.limit(CANDIDATES * 10)
		.execute();
	return rows
		.filter((row) => describeMismatch(result, arrived, row) === undefined)
		.slice(0, CANDIDATES)
		.map(({ id, seq, amount, phone, account_reference }) => ({
			id,
			amount,
			phone_number: phone,
			account_reference,
			created_at: new Date(fromSeq(seq)).toISOString(),
			reason: `KSh ${formatWhole(amount)} were asked for at ${formatClock(fromSeq(seq))}, and M-Pesa did not answer; this report came at ${formatClock(arrived)}.`,
		}));
};

/** Lists open or settled unmatched deliveries, newest first. */
const listDeliveries = async (
	db: Db,
	state: UnmatchedState,
	search: string | undefined,
	{ limit, offset }: Page,
) => {
	const rows = await selectDeliveries(db, state, search)
		.leftJoin('payments as p', 'p.id', 'd.payment_id')
		.selectAll('m')
		.select(['d.outcome', 'd.payment_id', 'd.since', 'd.what', 'd.reason', 'd.actor_name'])
		.select('d.decision_id')
		.select(['p.amount as requested_amount', 'p.months', 'p.origin'])
		.orderBy('d.place', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const data: UnmatchedDelivery[] = [];
	for (const row of rows) {
		const { outcome, payment_id, since, what, requested_amount: amount, months, origin } = row;
		const isOpen = what === null;
		data.push({
			...toWireMessage(row),
			payment_id,
			outcome,
			settlement: isOpen
				? null
				: toWireSettlement({
						...row,
						id: row.decision_id,
						created_at: since,
					} as Parameters<typeof toWireSettlement>[0]),
			requested:
				amount !== null && origin === 'stk' && what !== 'payment' ? { amount, months } : null,
			outcomes: [{ outcome: isOpen ? outcome : 'settled', at: since }],
			candidates:
				isOpen && outcome === 'unknown_request' ? await findCandidates(db, row.body, row.at) : [],
		});
	}
	return { data, total: await countTotal(selectDeliveries(db, state, search)) };
};

/** Adds the routes of unmatched deliveries and their settlements. */
export const addUnmatchedRoutes = (
	api: Api,
	database: Database,
	now: () => number,
	plans: readonly Plan[],
) => {
	api.get('/transactions/unmatched', {
		schema: {
			operationId: 'listUnmatchedDeliveries',
			summary: 'Lists open or settled unmatched deliveries, newest first',
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

	api.post('/transactions/unmatched/:id/settle', {
		schema: {
			operationId: 'settleDelivery',
			summary: 'Settles an unmatched delivery; as a payment, it is counted',
			description: REPEATABLE,
			body: deliverySettlement,
			response: { 200: z.nullable(transaction) },
		},
		handler: async (request, reply) => {
			const id = readRowId(request, 'Delivery');
			let known: string | undefined;
			await createOnce(database, request, reply, async (trx, context) => {
				const settled = await settleDelivery({ trx, context, now: now(), plans }, id, request.body);
				known = settled.request;
				const payment =
					settled.paymentId === null ? undefined : await findPayment(trx, settled.paymentId);
				const [data = null] = await withMarks(trx, payment ? [payment] : [], now());
				return { data, version: data ? computeTransactionTag(data) : undefined };
			});
			// M-Pesa may have delivered the report more than once.
			if (known !== undefined) await requeueEarly(database, { request: known });
			return reply;
		},
	});
};
