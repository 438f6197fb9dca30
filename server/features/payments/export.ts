import { setImmediate as othersFirst } from 'node:timers/promises';
import { sql } from 'kysely';
import { FOUND_MAX } from '#shared/contract/transactions.ts';
import type { Mark, TransactionFilters } from '#shared/contract/transactions-query.ts';
import { numberCell, textCell } from '#shared/csv-cell.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { withoutPhones } from '#shared/hidden-phones.ts';
import { portions } from '#shared/portions.ts';
import type { Database } from '../../db/database.ts';
import { paymentsBefore, readPaymentSearch, readRange, rowsAt } from './list.ts';
import { lookBeside, marksOf } from './marks.ts';
import { findPayments, isFound } from './search.ts';
import { inForce, standing } from './standing.ts';
import type { Payment } from './store.ts';
import { momentOf } from './tables.ts';

/** A payment with what was noted beside it: see `standing`. */
export type CsvRow = Payment & { assigned_reference: string | null; adjusted: number };

const ZONE = '(EAT UTC+03:00)';
const origins: Record<Payment['origin'], string> = {
	stk: 'Prompt',
	c2b: 'Paid by hand',
	sample: 'Sample',
	statement: 'Statement',
};

/** A time as Excel takes one: 2026-11-22 19:09:12. The heading says the zone. */
const time = (ms: number) => {
	const text = eastAfricaText(ms);
	return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
};

type Cell = (payment: CsvRow, marks: readonly Mark[]) => string;

const columns: [heading: string, cell: Cell][] = [
	[`Transaction Date ${ZONE}`, ({ seq }) => time(momentOf(seq))],
	['Receipt Number', ({ receipt }) => textCell(receipt)],
	['Phone Number', ({ phone }) => textCell(phone)],
	['Amount (KSh)', ({ amount }) => numberCell(amount)],
	['Status', ({ status }) => status],
	['Valid From', ({ start_date }) => start_date ?? ''],
	['Valid To', ({ end_date }) => end_date ?? ''],
	['Account Reference', ({ account_reference }) => textCell(account_reference)],
	['Result Code', ({ result_code }) => textCell(result_code)],
	['Result Description', ({ result_desc }) => textCell(result_desc)],
	['Checkout Request ID', ({ checkout_request_id }) => textCell(checkout_request_id)],
	['Merchant Request ID', ({ merchant_request_id }) => textCell(merchant_request_id)],
	[`Updated ${ZONE}`, ({ updated_at }) => time(Date.parse(updated_at))],
	['Transaction ID', ({ id }) => id],
	[`M-Pesa Time ${ZONE}`, ({ paid_at }) => (paid_at === null ? '' : time(Date.parse(paid_at)))],
	['Months', ({ months }) => numberCell(months)],
	['Marks', (_, marks) => marks.join(' ')],
	['Origin', ({ origin }) => origins[origin]],
	["Payer's Name", ({ payer_name }) => textCell(payer_name)],
	['Assigned Reference', ({ assigned_reference }) => textCell(assigned_reference)],
	['Adjusted (KSh)', ({ adjusted }) => numberCell(adjusted)],
];

const END = '\r\n';

/** Start of a CSV file: the byte order mark for spreadsheets, and the headings. */
const csvHead = `\ufeff${columns.map(([heading]) => heading).join(',')}${END}`;

const csvRow = (payment: CsvRow, marks: readonly Mark[]) =>
	`${columns.map(([, cell]) => cell(payment, marks)).join(',')}${END}`;

const BATCH = 500;

/** The moment of an export: ages are counted by `now`, in milliseconds. */
export interface Moment {
	now: number;
	/** Whether phones are masked in it. */
	masks: boolean;
}

async function* batches(
	database: Database,
	filters: TransactionFilters,
	{ now, masks }: Moment,
): AsyncGenerator<Payment[]> {
	const range = readRange(database.read, filters, now);
	const search = readPaymentSearch(filters, range, masks);
	const found =
		search && (await findPayments(database.read, search, { limit: FOUND_MAX, offset: 0 }));
	if (found && !found.more) {
		for (const seqs of portions(found.seqs, BATCH)) yield await rowsAt(database.read, seqs);
		return;
	}
	// So much is found that it is met on a walk through the list.
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const isWanted = search ? isFound(database.read, search) : sql<boolean>`1 = 1`;
		const rows = await paymentsBefore(database.read, range, before, BATCH)
			.select(isWanted.as('wanted'))
			.execute();
		yield rows.filter(({ wanted }) => wanted);
		if (rows.length < BATCH) return;
		before = rows.at(-1)?.seq ?? 0;
	}
}

/**
 * Returns the filtered payments as CSV, in the order of the list, a batch at a time: never more than one in
 * memory, and other requests run in between.
 */
export async function* exportCsv(database: Database, filters: TransactionFilters, moment: Moment) {
	yield csvHead;
	for await (const rows of batches(database, filters, moment)) {
		const beside = await lookBeside(database.read, rows);
		const marks = await marksOf(database.read, rows, beside, moment.now);
		const shown = rows.map((row) => ({ ...row, ...standing(row, inForce(row, beside)) }));
		yield (moment.masks ? withoutPhones(shown) : shown)
			.map((row) => csvRow(row, marks.get(row.id) ?? []))
			.join('');
		await othersFirst();
	}
}
