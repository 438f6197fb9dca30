import type { Generated } from 'kysely';
import type { accessReasons } from '#shared/contract/finance/accounts.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import type { EventCause } from '#shared/contract/finance/transactions.ts';
import type { ShownStatus, ToAssign } from '#shared/contract/finance/transactions-query.ts';
import type { WriteOff } from '#shared/contract/finance/write-offs.ts';

/** Status of a payment as stored. */
export type Status = ShownStatus;

/** Why a completed payment does not count for its account. */
export type Uncounted = (typeof accessReasons)[number];

const TIES = 1024;

/**
 * Returns the order of a payment as one number: milliseconds times 1,024, plus a tie-breaker for payments of the same
 * millisecond. Below 2^53 until the year 2248.
 */
export const toSeq = (ms: number, tie = 0) => ms * TIES + tie;

/** Returns the time of a payment in milliseconds: its `created_at`. */
export const fromSeq = (seq: number) => Math.floor(seq / TIES);

/** Returns a random tie-breaker, so that two writers of one millisecond rarely collide. */
export const pickTie = () => Math.floor(Math.random() * TIES);

/** A payment. Money is whole shillings; `phone` of a request of ours is `254` and nine digits. */
export interface PaymentRow {
	/** The order of the list: see `toSeq`. */
	seq: number;
	id: string;
	/** Source: our own prompt, a paybill payment by hand, sample data, or a statement alone. */
	origin: 'stk' | 'c2b' | 'sample' | 'statement';
	status: Status;
	amount: number;
	phone: string | null;
	receipt: string | null;
	checkout_request_id: string | null;
	merchant_request_id: string | null;
	account_reference: string | null;
	/** From M-Pesa's confirmation; null without one. */
	payer_name: string | null;
	description: string | null;
	/** Length of the subscription; null if unknown. */
	months: number | null;
	result_code: string | null;
	result_desc: string | null;
	/** Time of the payment by M-Pesa's clock. */
	paid_at: string | null;
	/** Plain dates of East Africa Time, yyyy-MM-dd. */
	start_date: string | null;
	end_date: string | null;
	requested_by: string | null;
	version: Generated<number>;
	updated_at: string;
	/** Folded texts for searches: the whole text, and the visible text while phones are masked. See `buildPaymentKeys`. */
	search_key: Generated<string>;
	search_shown: Generated<string>;
	/** The account, assigned or typed, in comparable form. */
	account: string | null;
	/** The payment that this one was merged into; it is void. */
	merged_into: string | null;
	/** The state: see `refreshPayments`, which alone writes these columns. When we first heard of the payment. */
	received_at: string | null;
	/** Whole shillings that were refunded or reversed, also above the amount. */
	returned_shillings: Generated<number>;
	over_returned: 'given_back_twice' | 'more_back_than_paid' | null;
	/** The newest assignment: its decision, account and months. */
	assignment_id: number | null;
	assigned_reference: string | null;
	assigned_months: number | null;
	/** The decision that wrote the payment off. */
	write_off_id: number | null;
	written_off: WriteOff | null;
	/** Why a completed payment waits for a person. */
	to_assign: ToAssign | null;
	/** Why a completed or written-off payment does not count for its account; null if it counts. */
	uncounted: Uncounted | null;
	/** Names of marks, separated by spaces. */
	marks: Generated<string>;
	/** When a payment that is pending and unchecked gets one more mark, `unresolved`. */
	unresolved_at: string | null;
	/** Whether a person checked the payment in its present status. */
	checked: Generated<boolean>;
	/** The last message that reports the payment as paid and changed nothing. */
	reported_message: number | null;
	/** Another payment that is probably the same money. */
	paid_twice: string | null;
}

export type MessageKind = TransactionWithEvidence['evidence'][number]['kind'];

/** A message between M-Pesa and us, as it came. Append-only. */
export interface MessageRow {
	id: Generated<number>;
	at: string;
	kind: MessageKind;
	/** The CheckoutRequestID or TransID that the message names. */
	key: string | null;
	/** Address of the sender. */
	peer: string | null;
	/** False for a delivery from an address that is not trusted. */
	trusted: boolean;
	http_status: number | null;
	body: Buffer;
	/** What a delivery says: see `readMessageFacts`. */
	receipt: string | null;
	amount: number | null;
	paid_at: string | null;
}

/** The effect of a message, a row for each time it was applied. Append-only. */
export interface OutcomeRow {
	id: Generated<number>;
	message_id: number;
	payment_id: string | null;
	outcome: string;
	at: string;
}

/** A change of a payment, and its cause. Append-only. */
export interface EventRow {
	id: Generated<number>;
	payment_id: string;
	at: string;
	from_status: Status | null;
	to_status: Status;
	cause: EventCause;
	message_id: number | null;
	actor: string | null;
	note: string | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		payments: PaymentRow;
		mpesa_messages: MessageRow;
		/** Deliveries that are stored and not yet applied. */
		payment_queue: { message_id: number };
		payment_outcomes: OutcomeRow;
		payment_events: EventRow;
		/** Time of the next status query about a pending payment. */
		payment_checks: { payment_id: string; due_at: string; tries: number };
		/** Number and sum of the payments of a month, by status: see `figures.ts`. */
		payment_months: { month: number; status: Status; n: number; amount: number };
	}
}
