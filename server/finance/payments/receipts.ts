import {
	type ExpectedReceipt,
	type ExpectedReceiptInput,
	expectedReceipt,
	expectedReceiptInput,
	expectedReceiptPage,
	type ReceiptHint,
	receiptHint,
} from '#shared/contract/finance/receipts.ts';
import type { Settlement } from '#shared/contract/finance/settlements.ts';
import { TRANSACTIONS_LIMIT_DEFAULT } from '#shared/contract/finance/transactions-query.ts';
import { paged } from '#shared/contract/platform/lists.ts';
import {
	formatIso,
	formatMonth,
	getDayStart,
	parseDay,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { readPhone } from '#shared/phone.ts';
import { parseReceiptDay } from '#shared/receipts.ts';
import { z } from '#shared/zod.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { type Page, readPage } from '../../platform/api/page.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { countTotal, lockName } from '../../platform/db/engine.ts';
import { conflict } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { addDecision } from '../decisions/store.ts';
import { readDelivery } from '../mpesa/deliveries.ts';
import { readCoverage } from '../reconciliation/statement-coverage.ts';
import { readDeliveryStates, selectDeliveries } from './unmatched.ts';

const selectExpectedReceipts = (db: Db) =>
	db
		.selectFrom('decisions as a')
		.where('a.what', '=', 'awaited')
		.where('a.withdrawn_at', 'is', null);

/** Lists expected receipts, newest first: a page of them, or the record of one receipt. */
const listExpectedReceipts = async (
	db: Db,
	{ receipt, limit = 1, offset = 0 }: Partial<Page> & { receipt?: string },
): Promise<ExpectedReceipt[]> => {
	const rows = await selectExpectedReceipts(db)
		.leftJoin('payments as p', 'p.receipt', 'a.about_id')
		.select(['a.id', 'a.about_id as receipt', 'a.phone as phone_number', 'a.reason', 'a.at'])
		.select(['a.amount_shillings as amount', 'a.actor_name as by', 'p.id as transaction_id'])
		.$if(receipt !== undefined, (query) => query.where('a.about_id', '=', receipt as string))
		.orderBy('a.id', 'desc')
		.limit(limit)
		.offset(offset)
		.execute();
	const unpaid = rows.filter(({ transaction_id }) => transaction_id === null);
	const deliveries = await readDeliveryStates(
		db,
		unpaid.map((row) => row.receipt),
	);
	return rows.map((row) => {
		const delivery = row.transaction_id === null ? (deliveries.get(row.receipt) ?? null) : null;
		const hasArrived = row.transaction_id !== null || delivery !== null;
		return { ...row, state: hasArrived ? 'arrived' : 'open', delivery };
	});
};

/** Records a receipt as expected. Fails with 409 if a payment has the receipt or the receipt is recorded already. */
const recordExpectedReceipt = async (
	acting: Acting,
	{ receipt, phone_number, amount = null, reason }: ExpectedReceiptInput,
) => {
	const { trx, context } = acting;
	await lockName(trx, `receipt:${receipt}`);
	const payment = await trx
		.selectFrom('payments')
		.select(['id', 'amount'])
		.where('receipt', '=', receipt)
		.executeTakeFirst();
	if (payment)
		throw conflict(`A payment of KSh ${formatWhole(payment.amount)} has the receipt ${receipt}.`, {
			data: { transaction_id: payment.id },
		});
	if ((await listExpectedReceipts(trx, { receipt })).length > 0)
		throw conflict(`Receipt ${receipt} is already recorded as expected.`);
	const phone = readPhone(phone_number ?? '') ?? null;
	const row = { receipt, phone, amount, reason };
	const about = { kind: 'receipt' as const, id: receipt };
	const expected = { what: 'awaited' as const, receipt, phone, amount_shillings: amount, reason };
	const id = await addDecision(acting, { about, ...expected });
	recordAudit(trx, context, {
		action: 'create',
		item: { kind: 'awaited_receipt', id: String(id), name: receipt },
		after: row,
	});
	const [made] = await listExpectedReceipts(trx, { receipt });
	return made;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SILENCE_MS = 20 * MINUTE_MS;
const SILENCES_MAX = 3;
/** The hours of the day in which people pay. */
const WAKING = { from: 6 * HOUR_MS, to: 22 * HOUR_MS };

/** Returns the minutes between two moments in which M-Pesa delivered something that we trust, in order. */
const listDeliveryMinutes = async (db: Db, from: number, to: number) => {
	const rows = await db
		.selectFrom('mpesa_messages')
		.select('at')
		.where('at', '>=', formatIso(from))
		.where('at', '<', formatIso(to))
		.where('kind', 'in', ['stk', 'c2b'])
		.where('trusted', '=', true)
		.orderBy('at')
		.execute();
	return [...new Set(rows.map(({ at }) => Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS))];
};

/** Finds the delivery that names a receipt and changed no payment, open or settled. */
const findDelivery = async (db: Db, receipt: string) => {
	for (const state of ['open', 'settled'] as const) {
		const delivery = await selectDeliveries(db, state, receipt)
			.select(['m.at', 'm.kind', 'm.body', 'd.what', 'd.payment_id as transaction_id'])
			.orderBy('d.place', 'desc')
			.limit(1)
			.executeTakeFirst();
		if (!delivery) continue;
		const { at, kind, body, what, transaction_id } = delivery;
		const amount = readDelivery(kind, body)?.amount;
		return { at, amount: amount ?? null, transaction_id, settled_as: what as Settlement | null };
	}
	return null;
};

/** Returns the longest silences between minutes, measured in waking hours, in order of time. */
const findSilences = (minutes: readonly number[], from: number, to: number) => {
	const waking = ([start, end]: readonly [number, number]) =>
		Math.min(end, from + WAKING.to) - Math.max(start, from + WAKING.from);
	const ends = [...minutes, to];
	return ends
		.map((end, at) => [at === 0 ? from : (minutes[at - 1] as number) + MINUTE_MS, end] as const)
		.filter((silence) => waking(silence) >= SILENCE_MS)
		.sort((a, b) => waking(b) - waking(a))
		.slice(0, SILENCES_MAX)
		.sort(([a], [b]) => a - b);
};

const findLine = async (db: Db, receipt: string) => {
	const line = await db
		.selectFrom('statement_lines')
		.select(['completed_at', 'paid_in'])
		.where('receipt', '=', receipt)
		.where('paid_in', '>', 0)
		.orderBy('identity')
		.limit(1)
		.executeTakeFirst();
	if (!line) return null;
	const at = Date.parse(line.completed_at);
	return {
		at: formatIso(at),
		month: formatMonth(toMonthNumber(at)),
		paid_in: Number(line.paid_in) / 100,
	};
};

/** Upper bound of the letters O and zeros of which every spelling is tried. */
const CONFUSED_MAX = 6;

/** Finds a payment's receipt that differs only in letters O and zeros, which are easily confused. */
const findSimilarReceipt = async (db: Db, receipt: string) => {
	if ((receipt.match(/[O0]/g) ?? []).length > CONFUSED_MAX) return null;
	const spelled = [...receipt].reduce(
		(all, sign) =>
			all.flatMap((text) => (/[O0]/.test(sign) ? [`${text}O`, `${text}0`] : [text + sign])),
		[''],
	);
	const payment = await db
		.selectFrom('payments')
		.select('receipt')
		.where('receipt', 'in', spelled)
		.where('receipt', '<>', receipt)
		.limit(1)
		.executeTakeFirst();
	return payment?.receipt ?? null;
};

/** Returns details of a receipt that no payment has: its day, and what M-Pesa delivered on that day. */
const readReceiptHint = async (db: Db, receipt: string, now: number): Promise<ReceiptHint> => {
	const hints = {
		delivery: await findDelivery(db, receipt),
		line: await findLine(db, receipt),
		similar_receipt: await findSimilarReceipt(db, receipt),
		expected: (await listExpectedReceipts(db, { receipt }))[0] ?? null,
	};
	const day = parseReceiptDay(receipt) ?? null;
	const nothing = { deliveries: 0, silences: [], statements: 'none' as const };
	if (day === null) return { receipt, day, ...nothing, ...hints };
	const from = getDayStart(parseDay(day) as number);
	const to = Math.min(from + 24 * HOUR_MS, now);
	if (to <= from) return { receipt, day, ...nothing, ...hints };
	const minutes = await listDeliveryMinutes(db, from, to);
	const { covered, gaps } = await readCoverage(db, from, to, now);
	return {
		receipt,
		day,
		deliveries: minutes.length,
		...hints,
		silences: findSilences(minutes, from, to).map(([start, end]) => ({
			from: formatIso(start),
			to: formatIso(end),
		})),
		statements: covered.length === 0 ? 'none' : gaps.length === 0 ? 'all' : 'part',
	};
};

/** Adds the routes of receipts that no payment has: what is known about one, and those that callers read out. */
export const addReceiptRoutes = (api: Api, database: Database, now: () => number) => {
	api.get('/receipts/:receipt', {
		schema: {
			operationId: 'getReceiptHint',
			summary:
				'Retrieves the day of an unknown receipt, and whether M-Pesa delivered anything then',
			response: { 200: receiptHint },
		},
		handler: async (request) => {
			const { receipt } = request.params as { receipt: string };
			return readReceiptHint(database.read, receipt.toUpperCase(), now());
		},
	});

	api.get('/transactions/expected-receipts', {
		schema: {
			operationId: 'listExpectedReceipts',
			summary: 'Lists expected receipts that were not withdrawn, newest first',
			querystring: z.object(paged),
			response: { 200: expectedReceiptPage },
		},
		handler: async (request) => ({
			data: await listExpectedReceipts(
				database.read,
				readPage(request.query, TRANSACTIONS_LIMIT_DEFAULT),
			),
			total: await countTotal(selectExpectedReceipts(database.read)),
		}),
	});

	api.post('/transactions/expected-receipts', {
		schema: {
			operationId: 'createExpectedReceipt',
			summary: 'Records a receipt that a caller read out and that no payment has yet',
			description: REPEATABLE,
			body: expectedReceiptInput,
			response: { 201: expectedReceipt },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => ({
				status: 201,
				data: await recordExpectedReceipt({ trx, context, now: now() }, request.body),
			})),
	});
};
