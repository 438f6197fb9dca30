import type { RowState } from '#shared/contract/finance/reconciliation-query.ts';
import { getDayStart, getFirstDay } from '#shared/east-africa-time.ts';
import type { LineKind } from '../mpesa/statement/lines.ts';
import { fromSeq } from '../payments/tables.ts';

/** An imported statement. Append-only; amounts are cents of a shilling. */
export interface StatementRow {
	id: string;
	at: string;
	file_name: string;
	sha256: string;
	short_code: string | null;
	account: string | null;
	/** The covered period: from the first instant up to, but without, the second. */
	covers_from: string;
	covers_to: string;
	opening: number | null;
	closing: number | null;
	/** Times of its first and last line; null without lines. */
	first_line_at: string | null;
	last_line_at: string | null;
	/** The time, without both ends, of which its balances prove that it has every line; null without. */
	complete_after: string | null;
	complete_before: string | null;
	/** The end of the period that the file names, if its lines stop days earlier. */
	stated_to: string | null;
	/** The number of its lines, and of those that no earlier statement had. */
	lines: number;
	new_lines: number;
	actor: string;
	actor_name: string;
}

/** A completed movement of money of an account, stored once even if several statements have it. Append-only. */
export interface StatementLineRow {
	id: string;
	/** One of the statements with this line, and the number of the line in the first one. */
	statement: string;
	line: number;
	/** See `identifyLines`. */
	identity: string;
	completed_at: string;
	receipt: string;
	kind: LineKind;
	details: string;
	paid_in: number;
	withdrawn: number;
	phone: string | null;
	payer_name: string | null;
	account_reference: string | null;
	linked_receipt: string | null;
	/** The line of another account that shows the same movement and counts. */
	duplicate_of: string | null;
}

/** A line of a statement. */
export interface StatementContentRow {
	statement: string;
	line_id: string;
	/** The receipt of the payment that the statement says the line reverses. */
	linked_receipt: string | null;
}

/** A month as instants: from the first up to, but without, the second. */
export interface Month {
	from: number;
	to: number;
}

/** Parses a month `yyyy-MM` in East Africa Time. */
export const parseMonth = (text: string): Month => {
	const month = Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
	return { from: getDayStart(getFirstDay(month)), to: getDayStart(getFirstDay(month + 1)) };
};

/** A line or a payment of a month, as the database has it. Amounts are cents, except `payment_amount` in shillings. */
export interface Item {
	id: string;
	of: 'statement' | 'books' | 'note';
	at: string | null;
	kind: string;
	receipt: string | null;
	details: string | null;
	payer_name: string | null;
	phone: string | null;
	account_reference: string | null;
	paid_in: number | null;
	withdrawn: number | null;
	linked_receipt: string | null;
	payment_id: string | null;
	payment_amount: number | null;
	payment_seq: number | null;
	payment_paid_at: string | null;
	payment_status: string | null;
	payment_receipt: string | null;
	decided: string | null;
	reason: string | null;
	decided_by: string | null;
	decided_at: string | null;
	decision_id: number | null;
	state: RowState;
}

/** Returns the time of an item's payment: M-Pesa's, or else ours. */
export const getPaidAt = ({ payment_paid_at, payment_seq }: Item) =>
	payment_paid_at ?? new Date(fromSeq(Number(payment_seq))).toISOString();
/** Returns the time of an item: M-Pesa's, or else ours. */
export const getItemTime = ({ at, payment_seq }: Item) =>
	at ?? new Date(fromSeq(Number(payment_seq))).toISOString();

/** Converts cents to shillings. */
export const toShillings = <Cents extends number | null>(cents: Cents) =>
	(cents === null ? null : Number(cents) / 100) as Cents;

declare module '../../platform/db/schema.ts' {
	interface Schema {
		statements: StatementRow;
		statement_contents: StatementContentRow;
		/** A view: the movements of imported statements, each once. */
		statement_lines: StatementLineRow;
		/** All lines, also those of imports that are running or were not completed. */
		statement_line_rows: StatementLineRow;
	}
}
