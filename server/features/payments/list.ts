import { type RawBuilder, sql } from 'kysely';
import {
	NO_CODE,
	type Status,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { parseDay } from '#shared/east-africa-time.ts';
import { readPhone } from '#shared/phone.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/total.ts';
import { placesOfAge, placesOfDays, storedTotal } from './figures.ts';
import { hasMark, waitsForAccount } from './marks.ts';
import { findPayments, type PaymentSearch, readSearch } from './search.ts';
import { findPayment, paymentRows, withMarks } from './store.ts';

/** All places of the list. */
const EVERYWHERE = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Which payments a list is of. */
export interface Range {
	status: Status | undefined;
	/** Places in the list: from the first up to, but without, the second. */
	from: number;
	to: number;
	/** Further conditions on `payments`. */
	conditions: RawBuilder<boolean>[];
	/** Whether the stored months have the total: no filter but the status. */
	isStored: boolean;
}

const ofCode = (code: string) =>
	code === NO_CODE
		? sql<boolean>`payments.result_code is null`
		: sql<boolean>`payments.result_code = ${code}`;

/** Reads the filters as of `now`, in milliseconds, by which ages are counted. */
export const readRange = (db: Db, filters: TransactionFilters, now: number): Range => {
	const { status, result_code, mark, phone, payer, age, to_assign } = filters;
	const conditions: RawBuilder<boolean>[] = [];
	if (phone !== undefined) conditions.push(sql`payments.phone = ${readPhone(phone) ?? phone}`);
	else if (payer !== undefined) conditions.push(sql`payments.id = ${payer}`);
	if (mark) conditions.push(hasMark(mark, now));
	if (to_assign) conditions.push(waitsForAccount(db, to_assign));
	if (age) conditions.push(sql`payments.status = 'pending'`);
	if (result_code !== undefined)
		conditions.push(sql`payments.status = 'failed'`, ofCode(result_code));
	if (status) conditions.push(sql`payments.status = ${status}`);
	const days = placesOfDays({
		...(filters.from !== undefined && { from: parseDay(filters.from) as number }),
		...(filters.to !== undefined && { to: parseDay(filters.to) as number }),
	});
	const waiting = age ? placesOfAge(age, now) : EVERYWHERE;
	const { status: _, search: __, ...others } = filters;
	return {
		status,
		conditions,
		isStored: Object.values(others).every((filter) => filter === undefined),
		from: Math.max(days.from, waiting.from),
		to: Math.min(days.to, waiting.to),
	};
};

/** Payments by their places, newest first. */
export const rowsAt = async (db: Db, seqs: readonly number[]) =>
	seqs.length === 0
		? []
		: await paymentRows(db).where('seq', 'in', seqs).orderBy('seq', 'desc').execute();

/** The filters with the number of the payer that they name by a payment; no payment, no payer. */
export const withPayer = async (
	db: Db,
	filters: TransactionFilters,
): Promise<TransactionFilters> => {
	const { payer, ...rest } = filters;
	if (payer === undefined) return filters;
	const payment = await findPayment(db, payer);
	if (!payment?.phone) return { ...rest, payer: payment?.id ?? payer };
	return { ...rest, phone: payment.phone };
};

/** The filters as the search index understands them; undefined where nothing is searched for. */
export const readPaymentSearch = (
	{ search }: TransactionFilters,
	range: Range,
	hides: boolean,
): PaymentSearch | undefined => {
	const terms = readSearch(search);
	return terms && { ...terms, ...range, hides };
};

/** Selects the payments of a range. */
const paymentsIn = (db: Db, { from, to, conditions }: Range) => {
	let query = db.selectFrom('payments').where('seq', '>=', from).where('seq', '<', to);
	for (const condition of conditions) query = query.where(condition);
	return query;
};

/** Selects the newest payments of a range that are older than a place in the list. */
export const paymentsBefore = (db: Db, range: Range, before: number, limit: number) => {
	let query = paymentRows(db).where('seq', '>=', range.from);
	for (const condition of range.conditions) query = query.where(condition);
	return query.where('seq', '<', Math.min(before, range.to)).orderBy('seq', 'desc').limit(limit);
};

/** Reads a page without a search, and how many payments there are in all, in one statement. */
const readListPage = async (db: Db, range: Range, { limit, offset }: Page) => {
	const total = range.isStored
		? storedTotal(db, range.status)
		: paymentsIn(db, range).select(({ fn }) => fn.countAll<number>().as('total'));
	const page = paymentsIn(db, range)
		.select('seq')
		.orderBy('seq', 'desc')
		.limit(limit)
		.offset(offset);
	const rows = await paymentRows(db)
		.select(total.as('total'))
		.where('seq', 'in', page)
		.orderBy('seq', 'desc')
		.execute();
	const [first] = rows;
	if (first) return { rows, total: Number(first.total) };
	return { rows, total: offset === 0 ? 0 : await totalOf(paymentsIn(db, range)) };
};

/** Runs reads that must agree with each other, as of one moment. */
const asOfOneMoment = <T>(of: Db, work: (db: Db) => Promise<T>) =>
	of.transaction().setIsolationLevel('repeatable read').execute(work);

/**
 * Returns one page of the list, newest first, and how many there are in all; of a search, up to `FOUND_MAX`. With
 * `hides` a search finds by what is shown of phones, or by a whole one.
 */
export const listTransactions = async (
	read: Db,
	asked: TransactionFilters,
	page: Page,
	now: number,
	hides = false,
) => {
	const filters = await withPayer(read, asked);
	const range = readRange(read, filters, now);
	const search = readPaymentSearch(filters, range, hides);
	if (!search) {
		const { rows, total } = await readListPage(read, range, page);
		return { data: await withMarks(read, rows, now), total };
	}
	return asOfOneMoment(read, async (db) => {
		const { seqs, ...count } = await findPayments(db, search, page);
		return { data: await withMarks(db, await rowsAt(db, seqs), now), ...count };
	});
};
