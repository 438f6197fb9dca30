import type { TransactionFilters } from '#shared/contract/transactions.ts';
import type { Db, Reads } from '../../db/database.ts';
import type { PaymentSearch } from '../../db/payment-schema.ts';
import { findPayments } from '../../db/payment-search.ts';
import { type Payment, paymentRows, withMarks } from '../payments/store.ts';
import { conditions, locate, places, type Range, readRange, type Start } from './range.ts';
import { readSearch } from './search.ts';

/** Runs reads that must agree with each other, as of one moment. */
const asOfOneMoment = <T>(from: Reads, work: (db: Db) => Promise<T>) =>
	from.read.transaction().setIsolationLevel('repeatable read').execute(work);

/** What a list without a search needs: the range's rows from a place on, newest first. */
export const rowsBefore = (
	db: Db,
	range: Range,
	start: Start,
	limit: number,
): Promise<Payment[]> => {
	const { from, to } = places(range);
	let query = paymentRows(db)
		.where('seq', '>=', from)
		.where('seq', '<', Math.min(start.before, to))
		.orderBy('seq', 'desc')
		.limit(limit)
		.offset(start.skip);
	for (const condition of conditions(range)) query = query.where(condition);
	return query.execute();
};

/** Payments by their places, newest first. */
export const rowsAt = async (db: Db, seqs: readonly number[]): Promise<Payment[]> =>
	seqs.length === 0
		? []
		: await paymentRows(db).where('seq', 'in', seqs).orderBy('seq', 'desc').execute();

/** The filters as the search index understands them; undefined where nothing is searched for. */
export const readPaymentSearch = (
	filters: TransactionFilters,
	now: number,
): PaymentSearch | undefined => {
	const terms = readSearch(filters.search);
	const range = readRange(filters, now);
	return terms && { ...terms, ...places(range), conditions: conditions(range) };
};

/** One page of the list, newest first, and how many there are in all. */
export const listTransactions = (
	from: Reads,
	filters: TransactionFilters,
	page: number,
	limit: number,
	now: number,
) =>
	asOfOneMoment(from, async (db) => {
		const offset = (page - 1) * limit;
		const search = readPaymentSearch(filters, now);
		if (search) {
			const { seqs, total } = await findPayments(db, search, limit, offset);
			return { data: await withMarks(db, await rowsAt(db, seqs), now), total };
		}
		const range = readRange(filters, now);
		const { total, start } = await locate(db, range, offset);
		const rows = start ? await rowsBefore(db, range, start, limit) : [];
		return { data: await withMarks(db, rows, now), total };
	});
