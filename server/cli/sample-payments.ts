import type { Status } from '#shared/contract/finance/transactions-query.ts';
import {
	addMonths,
	formatDay,
	formatMpesaTime,
	getDayStart,
	getFirstDay,
	toDayNumber,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { formatReceiptDay } from '#shared/receipts.ts';
import { resultTexts } from '../finance/mpesa/result-texts.ts';
import { type NewPayment, storePayments } from '../finance/payments/store.ts';
import { recordAudit } from '../platform/audit/audit-log.ts';
import { SYSTEM_CONTEXT } from '../platform/audit-context.ts';
import type { Database, Trx } from '../platform/db/database.ts';
import { lockName } from '../platform/db/engine.ts';

/** Returns a whole number below another, in the same order for each seed. */
export type Random = (below: number) => number;

/** Returns a pseudo-random generator (mulberry32). */
export const createRandom = (seed: number): Random => {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
};

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns a receipt whose first characters encode its day, as in M-Pesa's receipts. */
export const makeReceipt = (at: number, random: Random) =>
	formatReceiptDay(at) + Array.from({ length: 7 }, () => SIGNS[random(36)]).join('');

/** Returns the request ids of a prompt at a moment to a subscriber number of nine digits. */
export const requestIdsAt = (at: number, subscriber: string, random: Random) => {
	const time = formatMpesaTime(at);
	const date = time.slice(6, 8) + time.slice(4, 6) + time.slice(0, 4) + time.slice(8);
	return {
		phone: `254${subscriber}`,
		checkout_request_id: `ws_CO_${date}${String(random(1000)).padStart(3, '0')}${subscriber}`,
		merchant_request_id: `${10_000 + random(90_000)}-${random(100_000_000)}-1`,
	};
};

/** Number of payments by status, and the sum of completed ones in shillings. */
interface Period extends Record<Status, number> {
	amount: number;
}

/** Figures of the sample payments, from the specification: 532 in all, of which these are in three periods. */
const PERIODS: { thisMonth: Period; lastMonth: Period; before: Period } = {
	thisMonth: { completed: 41, pending: 8, failed: 3, amount: 165_000 },
	lastMonth: { completed: 43, pending: 2, failed: 3, amount: 152_000 },
	before: { completed: 403, pending: 4, failed: 25, amount: 928_000 },
};

const MONTHS_BEFORE = 10;

/** The codes of the failed payments, in turn; those caused by the payer are most frequent. */
const FAILURES = [
	...['1032', '1037', '1', '2001', '1019', '1032', '1001', '1', '17', '26', '1037', '1025'],
	...['9999', '4', '1032', '8', '11', '2', '3', '8006', '1032', '20', '21', '2006', '2028'],
	...['SFC_IC0003', '1037', '1', '2001', '1032', '1019'],
];

const PREFIXES = ['70', '71', '72', '74', '79', '11', '10', '72', '71', '70'];
const PLANS: readonly (readonly [months: number, price: number])[] = [
	[1, 600],
	[1, 600],
	[3, 1_650],
	[3, 1_650],
	[6, 3_100],
	[12, 5_800],
];
const STEP = 50;

const makeSample = (
	time: number,
	status: Status,
	amount: number,
	months: number,
	random: Random,
) => {
	const subscriber = `${PREFIXES[random(10)]}${String(random(10_000_000)).padStart(7, '0')}`;
	const payment: NewPayment = {
		origin: 'sample',
		status,
		amount,
		...requestIdsAt(time, subscriber, random),
		account_reference: `UF${String(random(1_000_000)).padStart(6, '0')}`,
		description: 'Subscription',
		months,
	};
	if (status === 'completed')
		Object.assign(payment, {
			receipt: makeReceipt(time, random),
			result_code: '0',
			result_desc: resultTexts[0] ?? null,
			paid_at: new Date(time).toISOString(),
			start_date: formatDay(toDayNumber(time)),
			end_date: formatDay(addMonths(toDayNumber(time), months)),
		} satisfies Partial<NewPayment>);
	return payment;
};

/** Returns amounts near the prices of their plans, whose sum is exactly the period's. */
const makeAmounts = (plans: readonly (readonly [number, number])[], sum: number) => {
	const scale = sum / plans.reduce((all, [, price]) => all + price, 0);
	const amounts = plans.map(([, price]) => Math.round((price * scale) / STEP) * STEP);
	let rest = sum - amounts.reduce((all, amount) => all + amount, 0);
	for (let at = 0; rest !== 0; at = (at + 1) % amounts.length) {
		const step = Math.sign(rest) * STEP;
		amounts[at] = (amounts[at] ?? 0) + step;
		rest -= step;
	}
	return amounts;
};

const makePeriod = (
	period: Period,
	from: number,
	to: number,
	random: Random,
	fail: () => number,
) => {
	const plans = Array.from(
		{ length: period.completed },
		() => PLANS[random(PLANS.length)] ?? [1, 600],
	) as [number, number][];
	const amounts = makeAmounts(plans, period.amount);
	const payments: [NewPayment, number][] = [];
	const moment = () => Math.floor(from + ((to - from) * random(1_000_000)) / 1_000_000);
	const add = (status: Status, amount: number, months: number) => {
		const at = moment();
		const payment = makeSample(at, status, amount, months, random);
		payments.push([payment, at]);
		return payment;
	};
	for (const [n, [months]] of plans.entries()) add('completed', amounts[n] ?? STEP, months);
	for (const status of ['pending', 'failed'] as const)
		for (let n = 0; n < period[status]; n++) {
			const [months, price] = PLANS[random(PLANS.length)] ?? [1, 600];
			const payment = add(status, price, months);
			if (status === 'pending') continue;
			const result_code = FAILURES[fail() % FAILURES.length] as string;
			Object.assign(payment, { result_code, result_desc: resultTexts[result_code] });
		}
	return payments;
};

const isEmpty = async (trx: Trx) => {
	const course = await trx.selectFrom('courses').select('id').limit(1).executeTakeFirst();
	const payment = await trx.selectFrom('payments').select('id').limit(1).executeTakeFirst();
	return !course && !payment;
};

/** Fills a database that has no course and no payment with the sample payments, as of now (milliseconds). */
export const loadSamplePayments = (database: Database, now: number) =>
	database.write(async (trx) => {
		await lockName(trx, 'sample-data');
		if (!(await isEmpty(trx))) return false;
		const random = createRandom(2026);
		const month = toMonthNumber(now);
		const start = (of: number) => getDayStart(getFirstDay(of));
		let failures = 0;
		const fail = () => failures++;
		const all = [
			...makePeriod(
				PERIODS.before,
				start(month - 1 - MONTHS_BEFORE),
				start(month - 1),
				random,
				fail,
			),
			...makePeriod(PERIODS.lastMonth, start(month - 1), start(month), random, fail),
			...makePeriod(PERIODS.thisMonth, start(month), now, random, fail),
		];
		const stored = await storePayments(trx, all, 'sample');
		recordAudit(trx, SYSTEM_CONTEXT, {
			action: 'import',
			item: { kind: 'transaction', id: null, name: 'Sample transactions' },
			details: { count: stored.length },
		});
		return true;
	});
