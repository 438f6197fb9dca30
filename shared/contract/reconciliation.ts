import { component, describeAs, openapi, z } from '../zod.ts';
import { idList } from './bulk.ts';
import { among, listNames, ofEach } from './choices.ts';
import { id, instant, makeRequiredErrors, reason } from './fields.ts';
import { makePageSchema } from './lists.ts';
import { lineRowStates, lineStateNames } from './reconciliation-query.ts';

/** Decisions about a line or payment. */
export const lineSettlements = {
	not_ours: 'Not ours',
	duplicate: 'Duplicate',
	to_return: 'To be returned',
	other: 'Something else',
} as const;

/** Makes the schema of a time range that excludes its end. */
export const range = () =>
	z
		.array(instant())
		.check(z.length(2))
		.register(openapi, { examples: [['2026-09-30T21:00:00.000Z', '2026-10-31T21:00:00.000Z']] });

/** Makes the schema of a number and a sum. */
const sums = () => z.object({ count: z.int(), amount: z.number() });

const missing = component('MissingMoney', {
	from: describeAs(instant(), 'The last line of the earlier statement.'),
	to: describeAs(instant(), 'The first line of the later statement.'),
	amount: describeAs(z.number(), 'Shillings. Below 0 if more money left than the lines show.'),
	text: describeAs(z.string(), 'Description in words.'),
});

/** Figures of a month. Amounts are shillings, below 0 if our books have more. */
export const monthFigures = z.object({
	statement: z.object({
		in: describeAs(z.number(), 'Paid to us, without sweeps.'),
		out: z.number(),
		covered: z.array(range()),
		gaps: describeAs(z.array(range()), 'Past time of the month that no statement covers.'),
		missing: describeAs(
			z.array(missing),
			'Money that moved between two statements of one account without a line in either. Its time is also in `gaps`.',
		),
	}),
	books: z.object({ in: z.number() }),
	difference: describeAs(
		z.number(),
		'Statement less books: `not_covered` plus `explained` plus `unexplained`.',
	),
	not_covered: describeAs(
		z.number(),
		'The part of the difference whose time no statement covers yet.',
	),
	explained: describeAs(z.number(), 'The part of the difference that someone decided about.'),
	unexplained: describeAs(
		z.number(),
		'The part of the difference that is open. Open amounts may cancel each other out; `states` has their number.',
	),
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
	receipt: z.nullable(z.string()),
	at: instant(),
	amount: z.number(),
	payer: z.string(),
	likely: describeAs(z.boolean(), 'True if no other suggestion fits as well.'),
	reason: z.string(),
});
export type ReconciliationSuggestion = z.infer<typeof suggestion>;

/** A statement line with its payment, or either of them alone. */
const reconciliationLine = component('ReconciliationLine', {
	id: id(),
	of: describeAs(
		z.enum(['statement', 'books', 'note']),
		'`statement` for a line of a statement, `books` for a payment without a line, `note` for a refund or reversal that no line shows.',
	),
	at: describeAs(instant(), "By M-Pesa's clock if known."),
	state: z.enum(listNames(lineRowStates)),
	kind: z.string(),
	receipt: z.nullable(z.string()),
	details: z.nullable(z.string()),
	payer_name: z.nullable(z.string()),
	phone: z.nullable(z.string()),
	account_reference: z.nullable(z.string()),
	paid_in: z.nullable(z.number()),
	withdrawn: z.nullable(z.number()),
	linked_receipt: describeAs(z.nullable(z.string()), 'The reversed receipt, for a reversal.'),
	transaction: z.nullable(
		z.object({
			id: id(),
			amount: z.int(),
			at: instant(),
			booked_at: describeAs(
				z.nullable(instant()),
				'Time of booking, by our clock; null until the payment is completed.',
			),
			status: z.string(),
			receipt: z.nullable(z.string()),
		}),
	),
	counts: describeAs(
		z.object({ in: z.number(), books: z.number() }),
		'Shillings that the row adds to `statement.in` and to `books.in`.',
	),
	reason: describeAs(z.string(), 'Reason for the state, in words.'),
	second_line: describeAs(
		z.boolean(),
		'True if the payment with this receipt is matched to another line.',
	),
	decision: z.nullable(decision),
	suggestions: describeAs(
		z.array(suggestion),
		'Possible matches of an open line or payment, likeliest first; at most 3. A decided line keeps one whose receipt is almost the same.',
	),
	warning: describeAs(
		z.nullable(z.string()),
		'Why an open line may be a second payment of the same money, in words.',
	),
});
export type ReconciliationLine = z.infer<typeof reconciliationLine>;

export const reconciliationLines = makePageSchema(reconciliationLine);

export const lineSettlement = component('LineSettlement', {
	as: among('As', listNames(lineSettlements), 'What it is must be said'),
	reason: reason(),
});

export const lineBooking = component('LineBooking', { reason: z.optional(reason()) });

/** Books many lines with one reason. */
export const lineBookings = component('LineBookings', { ids: idList(), reason: reason() });

export const lineAttachment = component('LineAttachment', {
	transaction_id: z.string(
		makeRequiredErrors('Transaction is required', 'Transaction must be one id'),
	),
	reason: z.optional(reason()),
});
