import { eastAfricaText } from '#shared/east-africa-time.ts';
import { momentOf } from '../../db/payment-seq.ts';
import type { Payment } from '../payments/store.ts';

/** What the file needs of a payment: half of its columns, which is a third of the time. */
export const csvColumns = [
	...(['id', 'seq', 'status', 'amount', 'phone', 'receipt', 'start_date', 'end_date'] as const),
	...(['account_reference', 'result_code', 'result_desc', 'updated_at'] as const),
	...(['checkout_request_id', 'merchant_request_id', 'payer_name'] as const),
] satisfies (keyof Payment)[];

/** A payment as far as the file shows it. */
export type CsvPayment = Pick<Payment, (typeof csvColumns)[number]>;

/**
 * A cell that no spreadsheet runs as a formula: what begins like one, after quotes and blanks, gets
 * an apostrophe before it (OWASP, CSV injection); the rest is RFC 4180.
 */
const cell = (value: string | number | null) => {
	if (value === null) return '';
	if (typeof value === 'number') return String(value);
	const safe = /^["'\s]*[=+\-@|\t\r\n\0]/.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const columns: [heading: string, value: (payment: CsvPayment) => string | number | null][] = [
	['Transaction Date', ({ seq }) => eastAfricaText(momentOf(seq))],
	['Receipt Number', ({ receipt }) => receipt],
	['Phone Number', ({ phone }) => phone],
	['Amount (KSh)', ({ amount }) => amount],
	['Status', ({ status }) => status],
	['Valid From', ({ start_date }) => start_date],
	['Valid To', ({ end_date }) => end_date],
	['Account Reference', ({ account_reference }) => account_reference],
	['Result Code', ({ result_code }) => result_code],
	['Result Description', ({ result_desc }) => result_desc],
	['Checkout Request ID', ({ checkout_request_id }) => checkout_request_id],
	['Merchant Request ID', ({ merchant_request_id }) => merchant_request_id],
	['Updated', ({ updated_at }) => eastAfricaText(Date.parse(updated_at))],
	['Transaction ID', ({ id }) => id],
];

const END = '\r\n';

/** What a CSV file begins with: the byte order mark that spreadsheets want, and the headings. */
export const csvHead = `\ufeff${columns.map(([heading]) => cell(heading)).join(',')}${END}`;

export const csvRow = (payment: CsvPayment) =>
	`${columns.map(([, value]) => cell(value(payment))).join(',')}${END}`;
