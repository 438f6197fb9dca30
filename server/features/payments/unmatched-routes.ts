import type { FastifyRequest } from 'fastify';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import { type UnmatchedDelivery, unmatchedPage } from '#shared/contract/evidence.ts';
import { type Candidate, deliverySettlement } from '#shared/contract/settlements.ts';
import { type StrayState, unmatchedQuery } from '#shared/contract/strays.ts';
import { transaction } from '#shared/contract/transactions.ts';
import { TRANSACTIONS_LIMIT_DEFAULT } from '#shared/contract/transactions-query.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { z } from '#shared/zod.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import { type Page, readPage } from '../../api/page.ts';
import type { Database, Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { readStkCallback } from '../../mpesa/deliveries.ts';
import { messageOnWire } from './evidence.ts';
import { requeueEarly } from './requeue.ts';
import { misfit, settleDelivery, withdrawSettlement } from './settle.ts';
import { findPayment, paymentRows, tagOfTransaction, withMarks } from './store.ts';
import { momentOf, seqOf } from './tables.ts';
import { settledDeliveries, settlementOnWire, waitingDeliveries } from './unmatched.ts';

/** A request is answered within minutes; so long after it a report may be about it. */
const WITHIN_MS = 60 * 60_000;
const CANDIDATES = 5;

/** The requests without an answer that a report may be about, the nearest first. */
const candidatesOf = async (db: Db, body: Buffer, at: string): Promise<Candidate[]> => {
	const result = readStkCallback(body);
	if (!result) return [];
	const arrived = Date.parse(at);
	const rows = await paymentRows(db)
		.where('status', '=', 'pending')
		.where('seq', '>', seqOf(arrived - WITHIN_MS))
		.where('seq', '<', seqOf(arrived + 60_000))
		.where('origin', '=', 'stk')
		.where('checkout_request_id', 'is', null)
		.orderBy('seq', 'desc')
		.limit(CANDIDATES * 10)
		.execute();
	return rows
		.filter((row) => misfit(result, arrived, row) === undefined)
		.slice(0, CANDIDATES)
		.map(({ id, seq, amount, phone, account_reference }) => ({
			id,
			amount,
			phone_number: phone,
			account_reference,
			created_at: new Date(momentOf(seq)).toISOString(),
			reason: `KSh ${grouped(amount)} were asked for at ${eastAfricaText(momentOf(seq)).slice(11, 16)}, and M-Pesa did not answer; this report came at ${eastAfricaText(arrived).slice(11, 16)}.`,
		}));
};

/** Returns what we asked a payer for, where a delivery is about a request of ours. */
const askedOf = (row: { asked: number | null; months: number | null; origin: string | null }) =>
	row.asked !== null && row.origin === 'stk' ? { amount: row.asked, months: row.months } : null;

const openDeliveries = async (db: Db, search: string | undefined, { limit, offset }: Page) => {
	const rows = await waitingDeliveries(db, search)
		.leftJoin('payments as p', 'p.id', 'o.payment_id')
		.selectAll('m')
		.select([
			'o.outcome',
			'o.payment_id',
			'o.at as outcome_at',
			'p.amount as asked',
			'p.months',
			'p.origin',
		])
		.orderBy('o.id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const data: UnmatchedDelivery[] = [];
	for (const row of rows)
		data.push({
			...messageOnWire(row),
			payment_id: row.payment_id,
			outcome: row.outcome,
			settlement: null,
			asked: askedOf(row),
			outcomes: [{ outcome: row.outcome, at: row.outcome_at }],
			candidates: row.outcome === 'unknown_request' ? await candidatesOf(db, row.body, row.at) : [],
		});
	return { data, total: await totalOf(waitingDeliveries(db, search)) };
};

const doneDeliveries = async (
	db: Db,
	state: Exclude<StrayState, 'open'>,
	search: string | undefined,
	{ limit, offset }: Page,
) => {
	const rows = await settledDeliveries(db, state, search)
		.leftJoin('payments as p', 'p.id', 's.payment_id')
		.selectAll('m')
		.select([
			'p.amount as asked',
			'p.months',
			'p.origin',
			's.decided',
			's.was',
			's.payment_id',
			's.at as settled_at',
			's.reason',
			's.actor_name',
		])
		.orderBy('s.id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const data = rows.map((row): UnmatchedDelivery => {
		const outcome = row.was as string;
		return {
			...messageOnWire(row),
			payment_id: row.payment_id,
			outcome,
			candidates: [],
			outcomes: [{ outcome: 'settled', at: row.settled_at }],
			asked: row.decided === 'payment' ? null : askedOf(row),
			settlement: settlementOnWire({ ...row, at: row.settled_at }),
		};
	});
	return { data, total: await totalOf(settledDeliveries(db, state, search)) };
};

/** Deliveries that changed no payment, latest first: those that wait for a person, or those that are settled. */
const listDeliveries = (db: Db, state: StrayState, search: string | undefined, page: Page) =>
	state === 'open' ? openDeliveries(db, search, page) : doneDeliveries(db, state, search, page);

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

	api.post('/transactions/strays/:id/settle', {
		schema: {
			tags,
			operationId: 'settleDelivery',
			summary: 'Settles an unmatched delivery; as a payment, it is counted',
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
			operationId: 'withdrawDelivery',
			summary: 'Reopens a settled delivery',
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
