import { type RawBuilder, sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import { NO_CODE, type TransactionFilters } from '#shared/contract/transactions-query.ts';
import { parseDay } from '#shared/east-africa-time.ts';
import { readPhone } from '#shared/phone.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/engine.ts';
import { monthFigures, seqRangeOfAge, seqRangeOfDays } from './figures.ts';
import { hasMark, waitsForAccount } from './marks.ts';
import { matchesSearch, readSearch } from './search.ts';
import { findPayment, paymentColumns, withMarks } from './store.ts';

/** Options for reading filters. */
export interface Reading {
	/** The moment by which ages are counted, in milliseconds. */
	now: number;
	/** Whether a search matches only the visible digits of phones, or a whole phone. */
	hides: boolean;
}

/** Restricts to the payments of the payer of a payment; without a phone, to that payment. */
const ofPayer = async (db: Db, id: string) => {
	const payment = await findPayment(db, id);
	return payment?.phone
		? sql<boolean>`payments.phone = ${payment.phone}`
		: sql<boolean>`payments.id = ${payment?.id ?? id}`;
};

const failedWith = (code: string) => [
	sql<boolean>`payments.status = 'failed'`,
	code === NO_CODE
		? sql<boolean>`payments.result_code is null`
		: sql<boolean>`payments.result_code = ${code}`,
];

/** Selects the payments that match filters. */
export const matchPayments = async (
	db: Db,
	filters: TransactionFilters,
	{ now, hides }: Reading,
) => {
	const { search, status, result_code, mark, phone, payer, age, to_assign, from, to } = filters;
	const conditions: RawBuilder<boolean>[] = [];
	if (phone !== undefined) conditions.push(sql`payments.phone = ${readPhone(phone) ?? phone}`);
	else if (payer !== undefined) conditions.push(await ofPayer(db, payer));
	if (mark) conditions.push(hasMark(mark, now));
	if (to_assign) conditions.push(waitsForAccount(db, to_assign));
	if (age) conditions.push(sql`payments.status = 'pending'`);
	if (result_code !== undefined) conditions.push(...failedWith(result_code));
	if (status) conditions.push(sql`payments.status = ${status}`);
	const days = seqRangeOfDays({
		...(from !== undefined && { from: parseDay(from) as number }),
		...(to !== undefined && { to: parseDay(to) as number }),
	});
	const ranges = [from || to ? [days] : [], age ? [seqRangeOfAge(age, now)] : []].flat();
	for (const range of ranges)
		conditions.push(sql`payments.seq >= ${range.from}`, sql`payments.seq < ${range.to}`);
	const alternatives = readSearch(search);
	if (alternatives) conditions.push(matchesSearch(db, alternatives, hides));
	return db.selectFrom('payments').where((eb) => eb.and(conditions));
};

/** Returns the stored number of payments with a status; undefined with another filter. */
const storedTotal = async (db: Db, { status, ...others }: TransactionFilters) => {
	if (Object.values(others).some((filter) => filter !== undefined)) return undefined;
	const months = await monthFigures(db);
	return months
		.filter((month) => status === undefined || month.status === status)
		.reduce((sum, { n }) => sum + Number(n), 0);
};

/**
 * Returns a page of payments, newest first, and how many match: in one statement, or by the stored months without a
 * filter but the status. A search counts up to `FOUND_MAX`; `more` tells that there are more.
 */
export const listTransactions = async (
	db: Db,
	filters: TransactionFilters,
	{ limit, offset }: Page,
	reading: Reading,
) => {
	const isSearch = readSearch(filters.search) !== undefined;
	const matching = (await matchPayments(db, filters, reading)).select('seq');
	const hits = isSearch ? matching.orderBy('seq', 'desc').limit(FOUND_MAX + 1) : matching;
	const stored = await storedTotal(db, filters);
	const shown = isSearch ? Math.max(0, Math.min(limit, FOUND_MAX - offset)) : limit;
	const rows = await db
		.with(
			(cte) => (isSearch ? cte('hits').materialized() : cte('hits').notMaterialized()),
			() => hits,
		)
		.selectFrom('payments')
		.select(paymentColumns)
		.select((eb) =>
			(stored === undefined
				? eb.selectFrom('hits').select(({ fn }) => fn.countAll<number>().as('n'))
				: sql<number>`${stored}`
			).as('total'),
		)
		.where('seq', 'in', (eb) =>
			eb.selectFrom('hits').select('seq').orderBy('seq', 'desc').limit(shown).offset(offset),
		)
		.orderBy('seq', 'desc')
		.execute();
	const isPastTheEnd = rows.length === 0 && offset > 0;
	const total = isPastTheEnd
		? await totalOf(db.selectFrom(hits.as('hits')))
		: Number(rows[0]?.total ?? 0);
	const data = await withMarks(db, rows, reading.now);
	return isSearch && total > FOUND_MAX
		? { data, total: FOUND_MAX, more: true as const }
		: { data, total };
};
