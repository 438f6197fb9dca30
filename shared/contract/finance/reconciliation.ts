import { component, describeAs, openapi, z } from '../../zod.ts';
import { among, listNames, ofEach } from '../platform/choices.ts';
import { id, instant, makeRequiredErrors, reason } from '../platform/fields.ts';
import { makePageSchema } from '../platform/lists.ts';
import { lineRowStates, lineStateNames } from './reconciliation-query.ts';

/** Decisions about a line or payment. */
export const lineSettlements = {
	not_ours: 'Not ours',
	duplicate: 'Duplicate',
	to_return: 'Will be given back',
	other: 'Leave it, with a reason',
} as const;

/** Makes the schema of a time range that excludes its end. */
export const range = () =>
	z
		.array(instant())
		.check(z.length(2))
		.register(openapi, { examples: [['2026-09-30T21:00:00.000Z', '2026-10-31T21:00:00.000Z']] });

/** Makes the schema of a number and a sum. */
const sums = () => z.object({ count: z.int(), amount: z.number() });

/** Money that moved between two statements of one account without a line in either. */
export const missing = component('MissingMoney', {
	from: instant(),
	to: instant(),
	amount: z.number(),
	text: z.string(),
});

/** Figures of a month. Amounts are shillings, below 0 if our books have more. */
export const monthFigures = z.object({
	statement: z.object({
		in: z.number(),
		out: z.number(),
		covered: z.array(range()),
		gaps: z.array(range()),
		missing: z.array(missing),
	}),
	books: z.object({ in: z.number() }),
	difference: z.number(),
	not_covered: z.number(),
	explained: z.number(),
	unexplained: z.number(),
	net: z.number(),
	states: ofEach(lineStateNames, sums),
});
export type MonthFigures = z.infer<typeof monthFigures>;

const decision = z.object({
	id: z.int(),
	as: z.string(),
	reason: z.string(),
	by: z.string(),
	at: instant(),
	transaction_id: z.nullable(id()),
});

/**
 * A possible match of an open line or payment, to be confirmed by `POST /reconciliation/lines/{line_id}/attach` with
 * this `transaction_id`. Receipt, time, amount and payer are those of the other side.
 */
const suggestion = component('ReconciliationSuggestion', {
	line_id: id(),
	transaction_id: id(),
	same: z.nullable(z.int()),
	receipt: z.nullable(z.string()),
	at: instant(),
	amount: z.number(),
	payer: z.string(),
	likely: z.boolean(),
	reason: z.string(),
});
export type ReconciliationSuggestion = z.infer<typeof suggestion>;

/** A statement line with its payment, or either of them alone. */
const reconciliationLine = component('ReconciliationLine', {
	id: id(),
	of: z.enum(['statement', 'books', 'note']),
	at: instant(),
	state: z.enum(listNames(lineRowStates)),
	kind: z.string(),
	receipt: z.nullable(z.string()),
	details: z.nullable(z.string()),
	payer_name: z.nullable(z.string()),
	phone: z.nullable(z.string()),
	account_reference: z.nullable(z.string()),
	paid_in: z.nullable(z.number()),
	withdrawn: z.nullable(z.number()),
	linked_receipt: z.nullable(z.string()),
	transaction: z.nullable(
		z.object({
			id: id(),
			amount: z.int(),
			at: instant(),
			booked_at: z.nullable(instant()),
			status: z.string(),
			receipt: z.nullable(z.string()),
		}),
	),
	counts: z.object({ in: z.number(), books: z.number() }),
	reason: z.string(),
	second_line: z.boolean(),
	decision: z.nullable(decision),
	suggestions: z.array(suggestion),
	warning: z.nullable(z.string()),
});
export type ReconciliationLine = z.infer<typeof reconciliationLine>;

export const reconciliationLines = makePageSchema(reconciliationLine);

export const lineSettlement = component('LineSettlement', {
	as: among('As', listNames(lineSettlements), 'What it is must be said'),
	reason: reason(),
});

export const lineBooking = component('LineBooking', { reason: z.optional(reason()) });

export const lineAttachment = component('LineAttachment', {
	transaction_id: z.string(
		makeRequiredErrors('Transaction is required', 'Transaction must be one id'),
	),
	same: describeAs(
		z.nullish(z.int('Same must be the id of a decision')),
		'For a line that gave money back: the decision that recorded the same money without a receipt, or null if this is another return. Required if the payment has such a decision.',
	),
	reason: z.optional(reason()),
});
