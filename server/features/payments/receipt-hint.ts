import type { ReceiptHint } from '#shared/contract/receipt-hint.ts';
import type { Settlement } from '#shared/contract/strays.ts';
import { dayStart, monthOf, monthText, parseDay } from '#shared/east-africa-time.ts';
import { receiptDay } from '#shared/receipts.ts';
import type { Db } from '../../db/database.ts';
import { readDelivery } from '../../mpesa/deliveries.ts';
import { coverageOf } from '../reconciliation/coverage.ts';
import { listAwaited } from './awaited.ts';
import { selectDeliveries } from './unmatched.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SILENCE_MS = 20 * MINUTE_MS;
const SILENCES_MAX = 3;
/** The hours of the day in which people pay. */
const WAKING = { from: 6 * HOUR_MS, to: 22 * HOUR_MS };

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns the minutes between two moments in which M-Pesa delivered something that we trust, in order. */
const deliveryMinutes = async (db: Db, from: number, to: number) => {
	const rows = await db
		.selectFrom('mpesa_messages')
		.select('at')
		.where('at', '>=', iso(from))
		.where('at', '<', iso(to))
		.where('kind', 'in', ['stk', 'c2b'])
		.where('trusted', '=', 1)
		.orderBy('at')
		.execute();
	return [...new Set(rows.map(({ at }) => Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS))];
};

/** Finds the delivery that names a receipt and changed no payment, open or settled. */
const deliveryWith = async (db: Db, receipt: string) => {
	for (const state of ['open', 'settled'] as const) {
		const found = await selectDeliveries(db, state, receipt)
			.select(['m.at', 'm.kind', 'm.body', 'd.decided'])
			.orderBy('d.place', 'desc')
			.limit(1)
			.executeTakeFirst();
		if (!found) continue;
		const { at, kind, body, decided } = found;
		const amount = readDelivery(kind, body)?.amount;
		return { at, amount: amount ?? null, settled_as: decided as Settlement | null };
	}
	return null;
};

/** Returns the longest silences between minutes, measured in waking hours, in order of time. */
const silencesOf = (minutes: readonly number[], from: number, to: number) => {
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

const lineWith = async (db: Db, receipt: string) => {
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
	return { at: iso(at), month: monthText(monthOf(at)), paid_in: Number(line.paid_in) / 100 };
};

/** Upper bound of the letters O and zeros of which every spelling is tried. */
const CONFUSED_MAX = 6;

/** Finds a payment's receipt that differs only in letters O and zeros, which are easily confused. */
const receiptInstead = async (db: Db, receipt: string) => {
	if ((receipt.match(/[O0]/g) ?? []).length > CONFUSED_MAX) return null;
	const spelled = [...receipt].reduce(
		(all, sign) =>
			all.flatMap((text) => (/[O0]/.test(sign) ? [`${text}O`, `${text}0`] : [text + sign])),
		[''],
	);
	const found = await db
		.selectFrom('payments')
		.select('receipt')
		.where('receipt', 'in', spelled)
		.where('receipt', '<>', receipt)
		.limit(1)
		.executeTakeFirst();
	return found?.receipt ?? null;
};

/** Returns details of a receipt that no payment has: its day, and what M-Pesa delivered on that day. */
export const readReceiptHint = async (
	db: Db,
	receipt: string,
	now: number,
): Promise<ReceiptHint> => {
	const named = {
		delivery: await deliveryWith(db, receipt),
		line: await lineWith(db, receipt),
		instead: await receiptInstead(db, receipt),
		awaited: (await listAwaited(db, { receipt }))[0] ?? null,
	};
	const day = receiptDay(receipt) ?? null;
	const nothing = { deliveries: 0, silences: [], statements: 'none' as const };
	if (day === null) return { receipt, day, ...nothing, ...named };
	const from = dayStart(parseDay(day) as number);
	const to = Math.min(from + 24 * HOUR_MS, now);
	if (to <= from) return { receipt, day, ...nothing, ...named };
	const minutes = await deliveryMinutes(db, from, to);
	const { covered, gaps } = await coverageOf(db, from, to, now);
	return {
		receipt,
		day,
		deliveries: minutes.length,
		...named,
		silences: silencesOf(minutes, from, to).map(([start, end]) => ({
			from: iso(start),
			to: iso(end),
		})),
		statements: covered.length === 0 ? 'none' : gaps.length === 0 ? 'all' : 'part',
	};
};
