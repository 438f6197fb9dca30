import { defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { operation } from '../content/bulk.ts';
import { assignmentsInput } from './accounts.ts';
import { decisionInput } from './acts.ts';
import { adjustmentInput, assignmentInput } from './adjustments.ts';
import { decision, decisionPage, decisions, decisionsQuery, withdrawalInput } from './decisions.ts';
import { transactionWithEvidence } from './evidence.ts';
import { payer, revealed, revealRequest, suggestions } from './payers.ts';
import { paymentRequest } from './payment-requests.ts';
import { receiptHint } from './receipts.ts';
import { lineAttachment, lineBooking, lineSettlement } from './reconciliation.ts';
import { deliverySettlement } from './settlements.ts';
import { failures, failuresQuery, statistics, statisticsQuery, trends } from './statistics.ts';
import { toCheckPage, toCheckQuery } from './to-check.ts';
import { FOLLOWED_MAX, transaction, transactionsPage } from './transactions.ts';
import { exportQuery, followingQuery } from './transactions-query.ts';
import { writeOffInput } from './write-offs.ts';

declare module '../../call.ts' {
	interface DeclaredCalls {
		payments: typeof paymentCalls;
		live: typeof liveCalls;
		transactions: typeof transactionCalls;
		receipts: typeof receiptCalls;
		payers: typeof payerCalls;
		statistics: typeof statisticsCalls;
		toCheck: typeof toCheckCalls;
		decisions: typeof decisionCalls;
		otherDecisions: typeof otherDecisionCalls;
	}
}

/** The calls that ask M-Pesa. */
export const paymentCalls = defineCalls({
	requestPayment: {
		at: 'POST /payments',
		permission: 'payments:act',
		summary: 'Sends a payment request to a phone; returns when M-Pesa has accepted it',
		description: 'A payer is never prompted twice for the same key.',
		body: paymentRequest,
		status: 202,
		answer: transaction,
		failures: ['payment_refused', 'payment_unanswered', 'payments_off', 'unknown_account'],
		repeatable: true,
		versioned: true,
	},
	checkTransaction: {
		at: 'POST /transactions/:id/check',
		permission: 'payments:act',
		summary: 'Asks M-Pesa for the result of a payment',
		answer: transactionWithEvidence,
		failures: ['conflict', 'payment_unanswered', 'payments_off'],
		versioned: true,
	},
});

export const liveCalls = defineCalls({
	watchTransactions: {
		at: 'GET /transactions/:id/events',
		permission: 'payments:read',
		summary: 'Streams changes of pending payments as server-sent events',
		description: `\`id\` is the id of a payment, or up to ${FOLLOWED_MAX} ids separated by commas. Each \`state\` event is a LiveState. After the \`end\` event, close the connection.`,
		produces: ['text/event-stream'],
		answer: z.any(),
		whole: true,
	},
});

/** The list of payments, its export, and a payment with its evidence. */
export const transactionCalls = defineCalls({
	listTransactions: {
		at: 'GET /transactions',
		permission: 'payments:read',
		summary: 'Lists payments, newest first',
		description:
			'A payment that M-Pesa delivers late stands at its own time. To miss nothing, follow changes by `sort=-updated_at` and `updated_from`.',
		query: followingQuery,
		answer: transactionsPage,
	},
	exportTransactions: {
		at: 'GET /transactions/export.csv',
		permission: 'payments:export',
		fresh: true,
		summary: 'Exports the same payments as CSV',
		query: exportQuery,
		produces: ['text/csv'],
		answer: z.any(),
		whole: true,
		limits: { also: 'exports' },
	},
	getTransaction: {
		at: 'GET /transactions/:id',
		permission: 'payments:read',
		summary: 'Retrieves a payment with its evidence',
		description: 'Its `ETag` changes whenever a field of the transaction itself changes.',
		answer: transactionWithEvidence,
		versioned: true,
	},
});

export const receiptCalls = defineCalls({
	getReceiptHint: {
		at: 'GET /receipts/:receipt',
		permission: 'payments:read',
		summary: 'Retrieves the day of an unknown receipt, and whether M-Pesa delivered anything then',
		answer: receiptHint,
	},
});

export const payerCalls = defineCalls({
	getPayer: {
		at: 'GET /transactions/:id/payer',
		permission: 'payments:read',
		summary: 'Retrieves a summary of the account of a payment, without one of its payer',
		answer: payer,
	},
	listAccountSuggestions: {
		at: 'GET /transactions/:id/suggestions',
		permission: 'payments:read',
		summary: 'Lists accounts that a payment may be meant for, with reasons',
		answer: suggestions,
	},
	revealPhone: {
		at: 'POST /transactions/:id/reveal',
		permission: 'payments:act',
		summary: 'Reveals a masked phone number; the audit trail keeps who asked and why',
		body: revealRequest,
		answer: revealed,
		limits: { also: 'reveals' },
		revealsPhones: true,
	},
});

export const statisticsCalls = defineCalls({
	getStatistics: {
		at: 'GET /statistics',
		permission: 'payments:read',
		summary: 'Retrieves payment totals: all time, last month and this month',
		query: statisticsQuery,
		answer: statistics,
	},
	listFailures: {
		at: 'GET /statistics/failures',
		permission: 'payments:read',
		summary: 'Lists failed payments by result code, most frequent first',
		query: failuresQuery,
		answer: failures,
	},
	getTrends: {
		at: 'GET /statistics/trends',
		permission: 'payments:read',
		summary: 'Retrieves payments by day and month, failures by reason, and pending payments by age',
		answer: trends,
	},
});

export const toCheckCalls = defineCalls({
	listToCheck: {
		at: 'GET /transactions/to-check',
		permission: 'payments:read',
		summary: 'Lists payments, lines and messages that need a person, oldest first',
		query: toCheckQuery,
		answer: toCheckPage,
	},
});

/** The call that makes decisions, their lists, and the call that takes one back. */
export const decisionCalls = defineCalls({
	createDecision: {
		at: 'POST /decisions',
		permission: 'payments:act',
		summary: 'Makes a decision about money, or the same one about many things',
		description:
			'`refund`, `reversal`: money was given back. `assignment`: a payment is for an account; with `together`, several are parts of one plan. `grant`: an account gets months. `write_off`: a payment is no income. `book`, `attach`: a message or a statement line is a payment. `decided`: it is none, or will be given back. `same`: a line and a return without a receipt are the same money. `expected`: a caller named a receipt. `note`, `seen`: nothing else changes. One thing answers 201 with the decision; a list answers 200 with an operation, each decided on its own, which `POST /api/operations/{id}/undo` takes back. The tag is that of the payment.',
		body: decisionInput,
		answer: operation,
		others: { 201: decision },
		failures: ['not_found', 'unknown_account'],
		guarded: true,
		repeatable: true,
		versioned: true,
	},
	listAllDecisions: {
		at: 'GET /decisions',
		permission: 'payments:read',
		summary: 'Lists the decisions about money that count, newest first',
		query: decisionsQuery,
		answer: decisionPage,
	},
	listDecisions: {
		at: 'GET /transactions/:id/decisions',
		permission: 'payments:read',
		summary: 'Lists the decisions about a payment, withdrawn ones too, oldest first',
		answer: decisions,
	},
	takeBackDecision: {
		at: 'DELETE /decisions/:id',
		permission: 'payments:act',
		summary: 'Takes a decision back and restores what was before it',
		description:
			'Answers 409 `in_use` with what rests on it in `data`. The tag is that of the payment.',
		body: withdrawalInput,
		answer: z.null(),
		failures: ['in_use'],
		guarded: true,
		repeatable: true,
	},
});

const other = {
	permission: 'payments:act',
	description: 'Another address of `POST /api/decisions`.',
	repeatable: true,
} as const;
const onPayment = {
	...other,
	status: 201,
	answer: transactionWithEvidence,
	guarded: true,
	versioned: true,
} as const;
const paid = z.nullable(transaction);

/** Other addresses of one decision about the thing that the path names. */
export const otherDecisionCalls = defineCalls({
	createAdjustment: {
		...onPayment,
		at: 'POST /transactions/:id/adjustments',
		summary: 'Records a reversal or refund of a payment; its status does not change',
		body: adjustmentInput,
	},
	writeOffTransaction: {
		...onPayment,
		at: 'POST /transactions/:id/write-off',
		summary: 'Takes a completed payment out of revenue, books and access; it stays listed',
		body: writeOffInput,
	},
	createAssignment: {
		...onPayment,
		at: 'POST /transactions/:id/assignments',
		summary: 'Assigns a payment to an account for a number of months; the newest assignment counts',
		body: assignmentInput,
		failures: ['unknown_account'],
	},
	settleDelivery: {
		...other,
		at: 'POST /transactions/unmatched/:id/settle',
		summary: 'Decides about a message of M-Pesa without a payment; as a payment, it is counted',
		body: deliverySettlement,
		answer: paid,
		failures: ['not_ready'],
		versioned: true,
	},
	bookLine: {
		...other,
		at: 'POST /reconciliation/lines/:id/book',
		summary: 'Creates the payment of a statement line',
		body: lineBooking,
		status: 201,
		answer: paid,
		versioned: true,
	},
	attachLine: {
		...other,
		at: 'POST /reconciliation/lines/:id/attach',
		summary:
			'Matches a statement line to a payment: completes an open one, or records what the line gave back',
		body: lineAttachment,
		status: 201,
		answer: paid,
		versioned: true,
	},
	settleLine: {
		...other,
		at: 'POST /reconciliation/lines/:id/settle',
		summary: 'Explains a statement line, or a payment that is on no statement',
		body: lineSettlement,
		answer: z.null(),
	},
});

/** Other addresses of decisions about many payments, and of one that is taken back. */
export const manyDecisionCalls = defineCalls({
	assignPayments: {
		...other,
		at: 'POST /transactions/assignments',
		summary: 'Assigns many payments to one account, or each to the account that was typed',
		description:
			'Another address of `POST /api/decisions`. Each payment is assigned on its own. With `together`, the payments are parts of one plan, of one account: the newest gets the months, the others count with it, and they are taken back together; 422 unless their sum is the price of a plan. Undo the operation with `POST /api/operations/{id}/undo`.',
		body: assignmentsInput,
		answer: operation,
		failures: ['unknown_account'],
	},
	withdrawDecision: {
		at: 'DELETE /reconciliation/lines/:id/decision',
		permission: 'payments:act',
		summary: 'Takes the decision about a line back',
		answer: z.null(),
		failures: ['conflict', 'in_use'],
	},
});
