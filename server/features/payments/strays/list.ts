import type { UnmatchedDelivery } from '#shared/contract/evidence.ts';
import type { Candidate } from '#shared/contract/settlements.ts';
import type { StrayState } from '#shared/contract/strays.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import type { Page } from '../../../api/page.ts';
import type { Db } from '../../../db/database.ts';
import { totalOf } from '../../../db/total.ts';
import { readStkCallback } from '../../../mpesa/deliveries.ts';
import { messageOnWire } from '../evidence/store.ts';
import { paymentRows } from '../store.ts';
import { momentOf, seqOf } from '../tables.ts';
import { misfit } from './attach.ts';
import { settledDeliveries, settlementOnWire, waitingDeliveries } from './store.ts';

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
export const listDeliveries = (
	db: Db,
	state: StrayState,
	search: string | undefined,
	page: Page,
) =>
	state === 'open' ? openDeliveries(db, search, page) : doneDeliveries(db, state, search, page);
