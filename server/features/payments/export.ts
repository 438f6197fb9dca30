import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Mark, TransactionFilters } from '#shared/contract/transactions-query.ts';
import { numberCell, textCell } from '#shared/csv-cell.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { withoutPhones } from '#shared/hidden-phones.ts';
import type { Db } from '../../db/database.ts';
import { matchPayments, type Reading } from './list.ts';
import { findFacts, marksOf } from './marks.ts';
import { inForce, standing } from './standing.ts';
import { type Payment, paymentColumns } from './store.ts';
import { momentOf } from './tables.ts';

/** A payment with the fields that its entries determine: see `standing`. */
export type CsvRow = Payment & { assigned_reference: string | null; adjusted: number };

const ZONE = '(EAT UTC+03:00)';
const origins: Record<Payment['origin'], string> = {
	stk: 'Prompt',
	c2b: 'Paid by hand',
	sample: 'Sample',
	statement: 'Statement',
};

/** Formats a time for Excel: 2026-11-22 19:09:12. The heading names the zone. */
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

async function* batches(db: Db, filters: TransactionFilters, reading: Reading) {
	const matching = await matchPayments(db, filters, reading);
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const rows = await matching
			.select(paymentColumns)
			.where('seq', '<', before)
			.orderBy('seq', 'desc')
			.limit(BATCH)
			.execute();
		yield rows;
		if (rows.length < BATCH) return;
		before = rows.at(-1)?.seq ?? 0;
	}
}

/** Streams the filtered payments as CSV, in the order of the list, one batch in memory at a time. */
export async function* exportCsv(db: Db, filters: TransactionFilters, reading: Reading) {
	yield csvHead;
	for await (const rows of batches(db, filters, reading)) {
		const facts = await findFacts(db, rows, reading.now);
		const shown = rows.map((row) => ({ ...row, ...standing(row, inForce(row, facts)) }));
		yield (reading.hides ? withoutPhones(shown) : shown)
			.map((row) => csvRow(row, marksOf(facts.get(row.id))))
			.join('');
		await yieldToOthers();
	}
}
