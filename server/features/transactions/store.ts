import type { SelectQueryBuilder } from 'kysely';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { findPayment, paymentRows, withMarks } from '../payments/store.ts';
import { findPayments, type PaymentSearch } from './find.ts';
import { firstPage } from './first-page.ts';
import { locate, type Range, readRange, type Start } from './range.ts';
import { readSearch } from './search.ts';

/** Runs reads that must agree with each other, as of one moment. */
const asOfOneMoment = <T>(of: Db, work: (db: Db) => Promise<T>) =>
	of.transaction().setIsolationLevel('repeatable read').execute(work);

/** What a list without a search needs: the range's rows from a place on, newest first. */
export const rowsBefore = <Row>(
	rows: SelectQueryBuilder<Schema, 'payments', Row>,
	{ from, to, conditions }: Range,
	{ before, skip }: Start,
	limit: number,
): Promise<Row[]> => {
	let query = rows
		.where('seq', '>=', from)
		.where('seq', '<', Math.min(before, to))
		.orderBy('seq', 'desc')
		.limit(limit)
		.offset(skip);
	for (const condition of conditions) query = query.where(condition);
	return query.execute() as Promise<Row[]>;
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

/**
 * One page of the list, newest first, and how many there are in all; of a search, up to `FOUND_MAX`. With `hides` a
 * search finds by what is shown of phones, or by a whole one.
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
	const first = search ? undefined : await firstPage(read, range, page);
	if (first) return { data: await withMarks(read, first.rows, now), total: first.total };
	return asOfOneMoment(read, async (db) => {
		if (search) {
			const { seqs, ...count } = await findPayments(db, search, page);
			return { data: await withMarks(db, await rowsAt(db, seqs), now), ...count };
		}
		const { total, start } = await locate(db, range, page.offset);
		const rows = start ? await rowsBefore(paymentRows(db), range, start, page.limit) : [];
		return { data: await withMarks(db, rows, now), total };
	});
};
