import { component, described, extended, openapi, z } from '../zod.ts';
import { namesOf, ofEach } from './choices.ts';
import { date, instant, reason } from './fields.ts';
import { monthFigures, range, reconciliationLine, sums } from './reconciliation.ts';
import { statuses } from './transactions-query.ts';

/** How a month stands. */
export const periodStates = {
	open: 'Open',
	review: 'In review',
	closed: 'Closed',
} as const;

/** What was done to a month: closed for all to see, asked to be closed with something left, or opened again. */
export const periodSteps = {
	review: 'Asked to close with something left',
	close: 'Closed',
	reopen: 'Opened again',
} as const;
export type PeriodStep = keyof typeof periodSteps;

/** What keeps a month from being closed. A month that is not over cannot be closed at all. */
const leftKinds = [
	'not_over',
	'unexplained',
	'missing',
	'uncovered',
	'no_receipt',
	'strays',
] as const;

/** How many lines a list of the page holds at most; the workbook has all. */
export const LISTED_MAX = 2_000;
const amount = (description: string) => described(z.number(), `Shillings. ${description}`);

const left = component('PeriodLeft', {
	kind: z.enum(leftKinds),
	count: z.int(),
	amount: z.nullable(z.number()),
	ranges: z.array(range()),
	text: described(z.string(), 'In words.'),
});
export type PeriodLeft = z.infer<typeof left>;

/** What came to a closed month after its closing, in sums: what is so now less what was so then. */
const adjustmentSums = () =>
	z.object({
		count: z.int(),
		in: amount('On statements.'),
		out: amount('On statements.'),
		books: amount('In our books.'),
		returned: amount('Given back to payers.'),
	});

/** Who closed a month, or asked for it. */
const said = () =>
	z.object({
		at: instant(),
		by: z.string(),
		reason: z.nullable(z.string()),
		mine: described(z.boolean(), 'Whether it was who asks now.'),
	});

export const period = component('Period', {
	month: z.string(),
	state: z.enum(namesOf(periodStates)),
	checksum: described(
		z.nullable(z.string()),
		'SHA-256 of the figures and of what the rows are, as text (`canonical`); of a pack also of what came for months closed before. Null in the list while a month is open.',
	),
	figures: described(monthFigures, 'Of a closed month as they were at its closing.'),
	now: described(z.nullable(monthFigures), 'What is so now, where a month is closed.'),
	left: z.array(left),
	review: z.nullable(said()),
	closed: z.nullable(z.extend(said(), { asked_by: z.nullable(z.string()) })),
	adjustments: adjustmentSums(),
});
export type Period = z.infer<typeof period>;

export const periods = z.array(period);

/** What a month comes to, and how it stands. */
export const reconciliation = extended('Reconciliation', monthFigures, {
	month: z.string(),
	period: z.omit(period, { month: true, figures: true }),
});
export type Reconciliation = z.infer<typeof reconciliation>;

/** A line that is not as it was when its month was closed. */
const adjustment = component('PeriodAdjustment', {
	month: described(z.string(), 'The closed month that it belongs to.'),
	came: described(instant(), 'When we learned of it.'),
	at: instant(),
	receipt: z.nullable(z.string()),
	phone: z.nullable(z.string()),
	payer_name: z.nullable(z.string()),
	was: described(z.nullable(z.string()), 'Its state then; null: not there.'),
	is: described(z.nullable(z.string()), 'Its state now; null: gone.'),
	in: z.number(),
	out: z.number(),
	books: z.number(),
	returned: z.number(),
	by: z.nullable(z.string()),
	reason: z.nullable(z.string()),
});
export type PeriodAdjustment = z.infer<typeof adjustment>;

const history = z.object({
	step: z.enum(namesOf(periodSteps)),
	at: instant(),
	by: z.string(),
	reason: z.nullable(z.string()),
	checksum: z.nullable(z.string()),
	unexplained: z.number(),
});

/** The figures of a month beyond what the desk shows; the checksum is of these. */
export const packFigures = z.extend(monthFigures, {
	days: z.array(
		z.object({
			day: date(),
			in: z.number(),
			out: z.number(),
			books: z.number(),
			payments: z.int(),
		}),
	),
	asked: described(ofEach(statuses, z.int), 'Payments that were begun in the month, by status.'),
	failures: z.array(
		z.object({
			result_code: z.nullable(z.union([z.number(), z.string()])),
			meaning: z.nullable(z.string()),
			total: z.int(),
		}),
	),
	exceptions: sums(),
	returned: described(sums(), 'Reversals and refunds.'),
	rows: described(
		z.optional(z.object({ count: z.int(), sha256: z.string() })),
		'The exceptions, and what was given back: SHA-256 of the lines of the sheet Rows. None of a month that was closed before the checksum had them.',
	),
	arrived: described(
		z.optional(z.object({ count: z.int(), sha256: z.string() })),
		'Of a pack, where something came in the month for months that were closed before: SHA-256 of the lines of the sheet Adjustment rows.',
	),
	net: described(z.number(), 'Books less what was returned.'),
});
export type PackFigures = z.infer<typeof packFigures>;

/** Money that was given back to a payer: a line of a statement, or what somebody noted. */
const returned = component('PeriodReturn', {
	at: instant(),
	kind: z.enum(['reversal', 'refund']),
	receipt: z.nullable(z.string()),
	of: described(z.nullable(z.string()), 'The receipt of the payment.'),
	phone: z.nullable(z.string()),
	payer_name: z.nullable(z.string()),
	amount: z.number(),
	on_statement: z.boolean(),
	by: z.nullable(z.string()),
	reason: z.nullable(z.string()),
});

/** The pack: all that a month is closed with, for its page and its workbook. */
export const periodPack = extended('PeriodPack', period, {
	figures: packFigures,
	canonical: z.string(),
	history: z.array(history),
	returns: z.array(returned),
	exceptions: z.array(reconciliationLine),
	arrived: described(
		z.array(adjustment),
		'What came in this month for months that were closed before.',
	),
	later: described(z.array(adjustment), 'What came for this month after it was closed.'),
});
export type PeriodPack = z.infer<typeof periodPack>;

const checksum = () =>
	z.optional(
		z
			.string('Checksum must be text')
			.check(z.regex(/^[0-9a-f]{64}$/, 'Checksum must be 64 hexadecimal digits'))
			.register(openapi, {
				examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
				description:
					'Of what was looked at, the month or its pack: refused with `changed` where that is not so any more.',
			}),
	);

export const periodClosing = component('PeriodClosing', {
	override_reason: z.optional(reason()),
	checksum: checksum(),
});
export type PeriodClosing = z.infer<typeof periodClosing>;

export const periodApproval = component('PeriodApproval', { checksum: checksum() });

export const periodReopening = component('PeriodReopening', { reason: reason() });
