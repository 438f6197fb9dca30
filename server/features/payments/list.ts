import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import { FOUND_MAX, type Transaction } from '#shared/contract/transactions.ts';
import {
	NO_CODE,
	type Status,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { numberCell, textCell } from '#shared/csv-cell.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { withoutPhones } from '#shared/hidden-phones.ts';
import { readPhone } from '#shared/phone.ts';
import type { Page } from '../../api/page.ts';
import type { Db } from '../../db/database.ts';
import { totalOf } from '../../db/engine.ts';
import { monthFigures, seqRangeOfAge, seqRangeOfDays, spanOf } from './figures.ts';
import { hasMark, waitsForAccount } from './payment-state.ts';
import { matchesSearch, readSearch } from './search.ts';
import { findPayment, type Payment, paymentColumns, withMarks } from './store.ts';

/** Options for reading filters. */
export interface Reading {
	/** The moment by which ages are counted, in milliseconds. */
	now: number;
	/** Whether a search matches only the visible digits of phones, or a whole phone. */
	hides: boolean;
}

/** Returns a condition: a payment is of a phone, or of the payer of a payment. */
const isOfPayer = async (db: Db, { phone, payer }: Pick<TransactionFilters, 'phone' | 'payer'>) => {
	const payment = phone === undefined ? await findPayment(db, payer as string) : undefined;
	const number = phone === undefined ? payment?.phone : (readPhone(phone) ?? phone);
	return number
		? sql<boolean>`payments.phone = ${number}`
		: sql<boolean>`payments.id = ${payment?.id ?? payer}`;
};

/** Selects the payments that match filters. */
const matchPayments = async (db: Db, filters: TransactionFilters, { now, hides }: Reading) => {
	const { status, result_code: code, mark, age, to_assign, from, to } = filters;
	const alternatives = readSearch(filters.search);
	const isFiltered = filters.phone !== undefined || filters.payer !== undefined;
	const ranges = [
		...(from || to ? [seqRangeOfDays(spanOf(filters))] : []),
		...(age ? [seqRangeOfAge(age, now)] : []),
	];
	const conditions = [
		...(isFiltered ? [await isOfPayer(db, filters)] : []),
		...(mark ? [hasMark(mark, now)] : []),
		...(to_assign ? [waitsForAccount(db, to_assign)] : []),
		...(alternatives ? [matchesSearch(db, alternatives, hides)] : []),
		...ranges.map(
			(range) => sql<boolean>`payments.seq >= ${range.from} and payments.seq < ${range.to}`,
		),
	];
	const failures =
		code === NO_CODE
			? sql<boolean>`payments.result_code is null`
			: sql<boolean>`payments.result_code = ${code}`;
	return db
		.selectFrom('payments')
		.where((eb) => eb.and(conditions))
		.$if(status !== undefined, (query) => query.where('payments.status', '=', status as Status))
		.$if(age !== undefined, (query) => query.where('payments.status', '=', 'pending'))
		.$if(code !== undefined, (query) =>
			query.where('payments.status', '=', 'failed').where(failures),
		);
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

const ZONE = '(EAT UTC+03:00)';
const origins: Record<Payment['origin'], string> = {
	stk: 'Prompt',
	c2b: 'Paid by hand',
	sample: 'Sample',
	statement: 'Statement',
};

/** Formats an instant for Excel: 2026-11-22 19:09:12. The heading names the zone. */
const timeCell = (instant: string | null) => {
	const text = instant === null ? '' : eastAfricaText(Date.parse(instant));
	return `${text.slice(0, 10)} ${text.slice(11, 19)}`.trim();
};

type CsvRow = Transaction & Pick<Payment, 'origin'>;

const columns: [heading: string, cell: (row: CsvRow) => string][] = [
	[`Transaction Date ${ZONE}`, (row) => timeCell(row.created_at)],
	['Receipt Number', (row) => textCell(row.mpesa_receipt_number)],
	['Phone Number', (row) => textCell(row.phone_number)],
	['Amount (KSh)', (row) => numberCell(row.amount)],
	['Status', (row) => row.status],
	['Valid From', (row) => row.start_date ?? ''],
	['Valid To', (row) => row.end_date ?? ''],
	['Account Reference', (row) => textCell(row.account_reference)],
	['Result Code', (row) => textCell(row.result_code === null ? null : String(row.result_code))],
	['Result Description', (row) => textCell(row.result_desc)],
	['Checkout Request ID', (row) => textCell(row.checkout_request_id)],
	['Merchant Request ID', (row) => textCell(row.merchant_request_id)],
	[`Updated ${ZONE}`, (row) => timeCell(row.updated_at)],
	['Transaction ID', (row) => row.id],
	[`M-Pesa Time ${ZONE}`, (row) => timeCell(row.paid_at)],
	['Months', (row) => numberCell(row.months)],
	['Marks', (row) => row.marks.join(' ')],
	['Origin', (row) => origins[row.origin]],
	["Payer's Name", (row) => textCell(row.payer_name)],
	['Assigned Reference', (row) => textCell(row.assigned_reference)],
	['Adjusted (KSh)', (row) => numberCell(row.adjusted)],
];

const csvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

const BATCH = 500;

/** Streams the filtered payments as CSV, in the order of the list, one batch in memory at a time. */
export async function* exportCsv(db: Db, filters: TransactionFilters, reading: Reading) {
	// Spreadsheets read UTF-8 only after a byte order mark.
	yield `\ufeff${csvLine(columns.map(([heading]) => heading))}`;
	const matching = (await matchPayments(db, filters, reading)).select(paymentColumns);
	for (let upperBound = Number.MAX_SAFE_INTEGER; ; ) {
		const rows = await matching
			.where('seq', '<', upperBound)
			.orderBy('seq', 'desc')
			.limit(BATCH)
			.execute();
		const shown = await withMarks(db, rows, reading.now);
		yield (reading.hides ? withoutPhones(shown) : shown)
			.map((row, n) => {
				const csvRow = { ...row, origin: (rows[n] as Payment).origin };
				return csvLine(columns.map(([, cell]) => cell(csvRow)));
			})
			.join('');
		if (rows.length < BATCH) return;
		upperBound = rows.at(-1)?.seq ?? 0;
		await yieldToOthers();
	}
}
