import { receiptCalls } from '#shared/contract/finance/calls.ts';
import type { ExpectedReceipt, ReceiptHint } from '#shared/contract/finance/receipts.ts';
import type { Settlement } from '#shared/contract/finance/settlements.ts';
import {
	formatIso,
	formatMonth,
	getDayStart,
	parseDay,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { parseReceiptDay } from '#shared/receipts.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { selectActive } from '../decisions/store.ts';
import { readDelivery } from '../mpesa/deliveries.ts';
import { readCoverage } from '../reconciliation/statement-coverage.ts';
import { selectDeliveries } from './unmatched.ts';

/** Finds the record of an expected receipt; null without one. */
const findExpectedReceipt = async (db: Db, receipt: string): Promise<ExpectedReceipt | null> => {
	const row = await selectActive(db)
		.where('d.about_kind', '=', 'receipt')
		.where('d.about_id', '=', receipt)
		.executeTakeFirst();
	if (!row) return null;
	const { id, phone, reason, at, amount_shillings: amount, actor_name: by } = row;
	return { id, receipt, phone_number: phone, reason, at, amount, by };
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
		expected: await findExpectedReceipt(db, receipt),
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

/** Adds the call that says what is known about a receipt that no payment has. */
export const addReceiptRoutes = (api: Api, database: Database, now: () => number) => {
	answerCalls(api, { database, now }, receiptCalls, {
		getReceiptHint: async (request) => {
			return readReceiptHint(database.read, request.params.receipt.toUpperCase(), now());
		},
	});
};
