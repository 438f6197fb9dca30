import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import { FOUND_MAX, type Transaction } from '#shared/contract/finance/transactions.ts';
import { type ListFilters, NO_CODE } from '#shared/contract/finance/transactions-query.ts';
import { toNumberCell, toTextCell } from '#shared/csv-cell.ts';
import { formatEastAfricaTime, getFirstDay } from '#shared/east-africa-time.ts';
import { maskPhonesIn } from '#shared/hidden-phones.ts';
import { readPhone } from '#shared/phone.ts';
import type { Page } from '../../platform/api/page.ts';
import type { Db } from '../../platform/db/database.ts';
import { countTotal } from '../../platform/db/engine.ts';
import { findPaymentAccount } from './access.ts';
import { hasMark, isWaiting } from './conditions.ts';
import {
	isBookedWithin,
	parseSpan,
	selectBookingTime,
	toSeqRange,
	toSeqRangeByAge,
} from './figures.ts';
import { buildSearchMatch, readSearch } from './search.ts';
import { isOfPhone } from './similar-phones.ts';
import { findPayment, type Payment, paymentColumns, toFields, withMarks } from './store.ts';
import type { Status } from './tables.ts';

/** Options for reading filters. */
export interface Reading {
	/** The moment by which ages are counted, in milliseconds. */
	now: number;
	/** Whether a search matches only the visible digits of phones, or a whole phone. */
	hides: boolean;
}

type PayerFilters = Pick<ListFilters, 'phone' | 'payer' | 'other_accounts'>;

/** Returns a condition: a payment is of a phone, or of the payer of a payment. */
const isOfPayer = async (db: Db, { phone, payer, other_accounts: others }: PayerFilters) => {
	const payment = phone === undefined ? await findPayment(db, payer as string) : undefined;
	const account = others === 'true' && payment && (await findPaymentAccount(db, payment.id));
	const number = phone === undefined ? payment?.phone : (readPhone(phone) ?? phone);
	if (account)
		return number
			? sql<boolean>`${await isOfPhone(db, number)} and coalesce(payments.account, '') <> ${account}`
			: sql<boolean>`1 = 0`;
	return number ? isOfPhone(db, number) : sql<boolean>`payments.id = ${payment?.id ?? payer}`;
};

/** Selects the payments that match filters. Only a search, or the filter by status, finds void ones. */
const matchPayments = async (db: Db, filters: ListFilters, { now, hides }: Reading) => {
	const {
		status,
		result_code: code,
		mark,
		age,
		to_assign,
		from,
		to,
		by: dayKind,
		updated_from,
	} = filters;
	const alternatives = readSearch(filters.search, now);
	const isFiltered = filters.phone !== undefined || filters.payer !== undefined;
	const hasDays = Boolean(from || to);
	const ranges = [
		...(hasDays && dayKind !== 'paid' ? [toSeqRange(parseSpan(filters))] : []),
		...(age ? [toSeqRangeByAge(age, now)] : []),
	];
	const conditions = [
		...(isFiltered ? [await isOfPayer(db, filters)] : []),
		...(mark ? [hasMark(mark, now)] : []),
		...(to_assign ? [isWaiting(to_assign)] : []),
		...(alternatives ? [await buildSearchMatch(db, alternatives, hides)] : []),
		...ranges.map(
			(range) => sql<boolean>`payments.seq >= ${range.from} and payments.seq < ${range.to}`,
		),
		...(hasDays && dayKind === 'paid' ? [isBookedWithin(db, parseSpan(filters))] : []),
		...(updated_from
			? [sql<boolean>`payments.updated_at >= ${new Date(updated_from).toISOString()}`]
			: []),
	];
	// Few, so that the list still skips payments in its index.
	const hidden = alternatives ? sql`merged_into is not null` : sql`status = 'void'`;
	const failures =
		code === NO_CODE
			? sql<boolean>`payments.result_code is null`
			: sql<boolean>`payments.result_code = ${code}`;
	return db
		.selectFrom('payments')
		.where((eb) => eb.and(conditions))
		.$if(status !== undefined, (query) => query.where('payments.status', '=', status as Status))
		.$if(status === 'void', (query) => query.where('payments.merged_into', 'is', null))
		.$if(status === undefined, (query) =>
			query.where(sql<boolean>`payments.seq not in (select seq from payments where ${hidden})`),
		)
		.$if(age !== undefined, (query) => query.where('payments.status', '=', 'pending'))
		.$if(code !== undefined, (query) =>
			query.where('payments.status', '=', 'failed').where(failures),
		);
};

/** Returns the expression by which a list is ordered, last first, before `seq`. */
const buildOrder = (db: Db, { sort, by }: ListFilters) => {
	if (sort === '-updated_at') return sql<string | number>`payments.updated_at`;
	return by === 'paid' ? selectBookingTime(db) : sql<string | number>`payments.seq`;
};

/** Whether the stored months count what matches: there is no filter but the status. */
const isCounted = ({ status, sort: _, by: __, ...others }: ListFilters) =>
	status !== 'void' && Object.values(others).every((filter) => filter === undefined);

const hasStatus = ({ status }: ListFilters) =>
	status === undefined ? sql<boolean>`1 = 1` : sql<boolean>`status = ${status}`;

/**
 * Finds the last months that end before a place in the list, by the stored months, so that a page far down does not count
 * all payments above it: returns their first `seq`, and how many payments they have.
 */
const skipMonths = async (db: Db, filters: ListFilters, offset: number) => {
	const isBySeq = filters.sort !== '-updated_at' && filters.by !== 'paid';
	if (offset === 0 || !isBySeq || !isCounted(filters)) return undefined;
	const skipped = await db
		.selectFrom(
			db
				.selectFrom('payment_months')
				.select(['month', sql<number>`sum(sum(n)) over (order by month desc)`.as('n')])
				.where(hasStatus(filters))
				.groupBy('month')
				.as('months'),
		)
		.selectAll()
		.where('n', '<=', offset)
		.orderBy('month')
		.executeTakeFirst();
	if (!skipped) return undefined;
	return { from: toSeqRange({ from: getFirstDay(skipped.month) }).from, n: Number(skipped.n) };
};

/**
 * Returns a page of payments, newest first, and how many match: in one statement, by the stored months without a filter
 * but the status. A search counts up to `FOUND_MAX`; `more` tells that there are more.
 */
export const listTransactions = async (
	db: Db,
	filters: ListFilters,
	{ limit, offset }: Page,
	reading: Reading,
) => {
	const isSearch = readSearch(filters.search, reading.now) !== undefined;
	const place = buildOrder(db, filters);
	const matching = (await matchPayments(db, filters, reading)).select(['seq', place.as('place')]);
	const hits = isSearch
		? matching
				.orderBy(place, 'desc')
				.orderBy('seq', 'desc')
				.limit(FOUND_MAX + 1)
		: matching;
	const shown = isSearch ? Math.max(0, Math.min(limit, FOUND_MAX - offset)) : limit;
	const skipped = await skipMonths(db, filters, offset);
	const rows = await db
		.with(
			(cte) => (isSearch ? cte('hits').materialized() : cte('hits').notMaterialized()),
			() => hits,
		)
		.selectFrom('payments')
		.select(paymentColumns)
		.select((eb) =>
			(isCounted(filters)
				? eb
						.selectFrom('payment_months')
						.select(sql<number>`coalesce(sum(n), 0)`.as('n'))
						.where(hasStatus(filters))
				: eb.selectFrom('hits').select(({ fn }) => fn.countAll<number>().as('n'))
			).as('total'),
		)
		.where('seq', 'in', (eb) =>
			eb
				.selectFrom('hits')
				.select('seq')
				.$if(skipped !== undefined, (query) => query.where('seq', '<', skipped?.from as number))
				.orderBy('place', 'desc')
				.orderBy('seq', 'desc')
				.limit(shown)
				.offset(offset - (skipped?.n ?? 0)),
		)
		.orderBy(place, 'desc')
		.orderBy('seq', 'desc')
		.execute();
	const isPastTheEnd = rows.length === 0 && offset > 0;
	const total = isPastTheEnd
		? await countTotal(db.selectFrom(hits.as('hits')))
		: Number(rows[0]?.total ?? 0);
	const data = await withMarks(db, rows, reading.now);
	return isSearch && total > FOUND_MAX
		? { data, total: FOUND_MAX, more: true as const }
		: { data, total };
};

const ZONE = '(EAT UTC+03:00)';
const origins: Record<Payment['origin'], string> = {
	stk: 'Prompt',
	c2b: 'Paid by hand',
	sample: 'Sample',
	statement: 'Statement',
};

/** Formats an instant for Excel: 2026-11-22 19:09:12. The heading names the zone. */
const formatTimeCell = (instant: string | null) => {
	const text = instant === null ? '' : formatEastAfricaTime(Date.parse(instant));
	return `${text.slice(0, 10)} ${text.slice(11, 19)}`.trim();
};

type CsvRow = Omit<Transaction, 'reported'> & Pick<Payment, 'origin'>;

const columns: [heading: string, cell: (row: CsvRow) => string][] = [
	[`Transaction Date ${ZONE}`, (row) => formatTimeCell(row.created_at)],
	['Receipt Number', (row) => toTextCell(row.mpesa_receipt_number)],
	['Phone Number', (row) => toTextCell(row.phone_number)],
	['Amount (KSh)', (row) => toNumberCell(row.amount)],
	['Status', (row) => row.status],
	['Valid From', (row) => row.start_date ?? ''],
	['Valid To', (row) => row.end_date ?? ''],
	['Account Reference', (row) => toTextCell(row.account_reference)],
	['Result Code', (row) => toTextCell(row.result_code === null ? null : String(row.result_code))],
	['Result Description', (row) => toTextCell(row.result_desc)],
	['Checkout Request ID', (row) => toTextCell(row.checkout_request_id)],
	['Merchant Request ID', (row) => toTextCell(row.merchant_request_id)],
	[`Updated ${ZONE}`, (row) => formatTimeCell(row.updated_at)],
	['Transaction ID', (row) => row.id],
	[`M-Pesa Time ${ZONE}`, (row) => formatTimeCell(row.paid_at)],
	['Months', (row) => toNumberCell(row.months)],
	['Marks', (row) => row.marks.join(' ')],
	['Origin', (row) => origins[row.origin]],
	["Payer's Name", (row) => toTextCell(row.payer_name)],
	['Assigned Reference', (row) => toTextCell(row.assigned_reference)],
	['Adjusted (KSh)', (row) => toNumberCell(row.adjusted)],
];

const formatCsvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

const BATCH = 500;

/** Streams the filtered payments as CSV, in the order of the list, one batch in memory at a time. */
export async function* exportCsv(db: Db, filters: ListFilters, reading: Reading) {
	// Spreadsheets read UTF-8 only after a byte order mark.
	yield `\ufeff${formatCsvLine(columns.map(([heading]) => heading))}`;
	const place = buildOrder(db, filters);
	const ordered = (await matchPayments(db, filters, reading))
		.select(paymentColumns)
		.select(place.as('place'))
		.orderBy(place, 'desc')
		.orderBy('seq', 'desc')
		.limit(BATCH);
	for (let last: { place: string | number; seq: number } | undefined; ; ) {
		const isBelow =
			last &&
			sql<boolean>`${place} <= ${last.place} and (${place} < ${last.place} or payments.seq < ${last.seq})`;
		const rows = await ordered
			.$if(isBelow !== undefined, (query) => query.where(isBelow as NonNullable<typeof isBelow>))
			.execute();
		const shown = rows.map((row) => ({ ...toFields(row, reading.now), origin: row.origin }));
		yield (reading.hides ? maskPhonesIn(shown) : shown)
			.map((row) => formatCsvLine(columns.map(([, cell]) => cell(row))))
			.join('');
		last = rows.at(-1);
		if (rows.length < BATCH || !last) return;
		await yieldToOthers();
	}
}
