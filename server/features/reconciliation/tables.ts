import type { LineKind } from '../../mpesa/statement/lines.ts';

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
