import { sql } from 'kysely';
import { toAccountKey } from '#shared/account.ts';
import type { AccountAccess, StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { findFailure } from '#shared/contract/finance/result-codes.ts';
import type { Status } from '#shared/contract/finance/transactions-query.ts';
import { addMonths, formatDay, parseDay, toDayNumber } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import type { Db } from '../../platform/db/database.ts';
import { selectActive } from '../decisions/store.ts';
import { isExistingAccount, keepAccounts } from './existing-accounts.ts';
import { findPayment, type NewPayment, selectPayments, UNREQUESTED_ORIGINS } from './store.ts';
import { fromSeq, toSeq, type Uncounted } from './tables.ts';
import type { Work } from './unit-of-work.ts';
import { computeValidity } from './validity.ts';

/** Months of access from a day on. */
export interface Period {
	first: number;
	months: number;
}

/**
 * Returns the runs of access. A period that starts on or before the last day so far adds its months to the run; any
 * other starts a new run.
 */
export const findRuns = (periods: readonly Period[]) => {
	const runs: (Period & { last: number })[] = [];
	for (const { first, months } of periods.toSorted((a, b) => a.first - b.first)) {
		const run = runs.at(-1);
		if (run && first <= run.last) {
			run.months += months;
			run.last = addMonths(run.first, run.months);
		} else runs.push({ first, months, last: addMonths(first, months) });
	}
	return runs;
};

const selectAccountPayments = (db: Db, key: string) =>
	selectPayments(db).where('account', '=', key);

/** Columns that decide about access: an account may have thousands of payments. */
const ACCESS_COLUMNS = [
	'id',
	'seq',
	'receipt',
	'phone',
	'origin',
	'status',
	'amount',
	'months',
	'paid_at',
	'start_date',
	'assigned_months',
	'uncounted',
] as const;

/** Returns the account of a payment in comparable form; undefined for an unknown payment. */
export const findPaymentAccount = async (db: Db, paymentId: string) => {
	const payment = await findPayment(db, paymentId);
	const ofPayment = db
		.selectFrom('payments')
		.select('account')
		.where('id', '=', payment?.id ?? '');
	return (await ofPayment.executeTakeFirst())?.account;
};

/** Returns the plan with a price. */
export const findPlan = (plans: readonly Plan[], amount: number) =>
	plans.find((plan) => plan.amount === amount);

/**
 * Adds the validity of a payment to book. A paybill payment without months for an existing account gets those of the plan
 * with its price.
 */
export const withPlanMonths = async (
	{ trx, plans }: Work,
	payment: NewPayment,
	at: number,
): Promise<NewPayment> => {
	const key = toAccountKey(payment.account_reference ?? null);
	const plan = UNREQUESTED_ORIGINS.includes(payment.origin) && findPlan(plans, payment.amount);
	if (plan) await keepAccounts(trx);
	const isBought = plan && key !== null && (await isExistingAccount(trx, key));
	const months = payment.months ?? (isBought ? plan.months : null);
	return { ...payment, months, ...computeValidity(months, at) };
};

type Entry = Omit<StaffAccess['payments'][number], 'why'> & {
	why: Uncounted | null;
	/** The first day, if it counts. */
	first: number | null;
};

const SHOWN = 50;

/** True for a payment of the table that counts for its account. */
const isCounted = sql<boolean>`payments.status = 'completed' and payments.uncounted is null`;

/** Reads the newest payments of an account, and all that count. */
const readPayments = async (db: Db, key: string) => {
	const paid = db
		.selectFrom('payments')
		.select(ACCESS_COLUMNS)
		.where('account', '=', key)
		.where('status', 'in', ['completed', 'written_off'])
		.orderBy('seq', 'desc');
	const newest = await paid.limit(SHOWN).execute();
	if (newest.length < SHOWN) return newest;
	const oldest = newest.at(-1)?.seq ?? 0;
	return [...newest, ...(await paid.where('seq', '<', oldest).where(isCounted).execute())];
};

const describePayments = async (db: Db, key: string): Promise<Entry[]> =>
	(await readPayments(db, key)).map((payment) => {
		const { amount, receipt, start_date, uncounted: why } = payment;
		const paidAtMs = payment.paid_at === null ? fromSeq(payment.seq) : Date.parse(payment.paid_at);
		return {
			kind: 'payment',
			amount,
			paid_at: new Date(paidAtMs).toISOString(),
			months: payment.assigned_months ?? payment.months,
			counts: why === null,
			why,
			receipt,
			transaction_id: payment.id,
			id: null,
			first: why === null ? (parseDay(start_date ?? '') ?? toDayNumber(paidAtMs)) : null,
		};
	});

/** Selects the payments that count for their account. */
export const selectCounting = (db: Db) => db.selectFrom('payments').where(isCounted);

/**
 * Returns whether a payment counts for an account, in comparable form: any, or the one with a receipt (decision 0142).
 */
export const isCounting = async (db: Db, key: string, receipt?: string) => {
	let counting = selectCounting(db).select('id').where('account', '=', key);
	if (receipt !== undefined) counting = counting.where('receipt', '=', receipt);
	return (await counting.limit(1).executeTakeFirst()) !== undefined;
};

const describeGrants = async (db: Db, account: string): Promise<Entry[]> => {
	const rows = await selectActive(db)
		.where('d.about_kind', '=', 'account')
		.where('d.about_id', '=', account)
		.where('d.what', '=', 'grant')
		.execute();
	return rows.map(({ id, months, created_at: at }) => ({
		kind: 'grant',
		amount: null,
		paid_at: at,
		months,
		counts: true,
		why: null,
		receipt: null,
		transaction_id: null,
		id: String(id),
		first: toDayNumber(Date.parse(at)),
	}));
};

/** Returns the newest request of the last day, in words. */
const findRequest = async (db: Db, key: string, now: number): Promise<AccountAccess['request']> => {
	const request = await selectAccountPayments(db, key)
		.where('origin', '=', 'stk')
		.where('status', '<>', 'void')
		.where('seq', '>', toSeq(now - 24 * 3_600_000))
		.orderBy('seq', 'desc')
		.limit(1)
		.executeTakeFirst();
	if (!request) return null;
	const { result_code, result_desc, seq, amount, reported_message } = request;
	// A person wrote off only what was paid.
	const status = request.status === 'written_off' ? 'completed' : (request.status as Status);
	const known = findFailure(result_code, result_desc);
	const failed = known ? `${known.meaning}.` : (result_desc ?? 'Not paid.');
	const pending =
		reported_message === null
			? 'Waiting for the payer.'
			: 'M-Pesa reported another payment than we asked for. Our staff will check it.';
	const completed = {
		no_plan: `Paid KSh ${formatWhole(amount)}, which is not the price of a plan. Our staff will check it.`,
		given_back: 'Paid, and given back.',
		unassigned: 'Paid. Our staff will assign it.',
		written_off: 'Paid, and does not count.',
	};
	const { uncounted } = request;
	const words = { pending, failed, completed: uncounted ? completed[uncounted] : 'Paid.' };
	return { status, words: words[status], at: new Date(fromSeq(seq)).toISOString() };
};

/** Returns the access of an account as of `now` (milliseconds), with what staff see. Nothing of this is stored. */
export const readAccess = async (
	db: Db,
	account: string,
	now: number,
): Promise<Omit<StaffAccess, 'devices' | 'missing'>> => {
	const key = toAccountKey(account) ?? '';
	const all = [...(await describePayments(db, key)), ...(await describeGrants(db, key))];
	const periods = all.flatMap(({ first, months }) =>
		first !== null && months !== null ? [{ first, months }] : [],
	);
	const today = toDayNumber(now);
	const begun = findRuns(periods).filter(({ first }) => first <= today);
	const last = begun.at(-1)?.last;
	return {
		account: key,
		open: last !== undefined && last >= today,
		until: last === undefined ? null : formatDay(last),
		payments: all
			.toSorted((a, b) => Number(b.paid_at > a.paid_at) - Number(b.paid_at < a.paid_at))
			.slice(0, SHOWN)
			.map(({ first: _, ...entry }) => entry),
		request: await findRequest(db, key, now),
	};
};

/** Returns an access without receipts and ids, for apps of learners. */
export const hideDetails = ({
	payments,
	...access
}: Omit<StaffAccess, 'devices' | 'missing'>): AccountAccess => ({
	...access,
	payments: payments.map(({ receipt: _r, transaction_id: _t, id: _i, ...entry }) => entry),
});
