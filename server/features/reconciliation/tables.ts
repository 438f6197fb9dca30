import type { LineState } from '#shared/contract/reconciliation-query.ts';
import { dayStart, firstDayOf } from '#shared/east-africa-time.ts';
import type { LineKind } from '../../mpesa/statement/lines.ts';
import { momentOf } from '../payments/tables.ts';

/** A statement that was taken in. Append-only; amounts are cents of a shilling. */
export interface StatementRow {
	id: string;
	at: string;
	file_name: string;
	sha256: string;
	short_code: string | null;
	account: string | null;
	/** The instants that it covers; the second is the first that it does not. */
	covers_from: string;
	covers_to: string;
	opening: number | null;
	closing: number | null;
	/** When its first and its last line were completed; null where it has none. */
	first_line_at: string | null;
	last_line_at: string | null;
	/** How many lines it has, and how many of them it brought. */
	lines: number;
	new_lines: number;
	actor: string;
	actor_name: string;
}

/** A completed movement of money, once, whichever statements it stands in. Append-only. */
export interface StatementLineRow {
	id: string;
	/** The statement that brought it, and its line there. */
	statement: string;
	line: number;
	/** See `identitiesOf`. */
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
}

/** What a person decided about a line, or about a payment that no line is about. */
export interface DecisionRow {
	id: string;
	item_id: string;
	at: string;
	decided: 'booked' | 'attached' | 'not_ours' | 'duplicate' | 'to_return' | 'other';
	payment_id: string | null;
	reason: string;
	actor: string;
	actor_name: string;
	withdrawn_at: string | null;
	withdrawn_by: string | null;
}

/** A month by its instants: from the first, up to but without the second. */
export interface Month {
	from: number;
	to: number;
}

/** The month that `yyyy-MM` names, in East Africa Time. */
export const monthOfText = (text: string): Month => {
	const month = Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
	return { from: dayStart(firstDayOf(month)), to: dayStart(firstDayOf(month + 1)) };
};

/** A line or a payment of a month, as the database has it. Amounts are cents, but `payment_amount`: shillings. */
export interface Item {
	id: string;
	of: 'statement' | 'books';
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
	state: LineState;
}

/** When the payment of an item was made: by M-Pesa's clock where it gave a time, else by ours. */
export const paidAtOf = ({ payment_paid_at, payment_seq }: Item) =>
	payment_paid_at ?? new Date(momentOf(Number(payment_seq))).toISOString();
/** When an item was, by the same. */
export const timeOf = ({ at, payment_seq }: Item) =>
	at ?? new Date(momentOf(Number(payment_seq))).toISOString();

/** Cents of a row as shillings of an answer. */
export const shillings = <Cents extends number | null>(cents: Cents) =>
	(cents === null ? null : Number(cents) / 100) as Cents;

declare module '../../db/schema.ts' {
	interface Schema {
		statements: StatementRow;
		/** A view: the lines of statements that are there. */
		statement_lines: StatementLineRow;
		/** Beside them, those of statements that are being taken in, or never came whole. */
		statement_line_rows: StatementLineRow;
		reconciliation_decisions: DecisionRow;
	}
}
