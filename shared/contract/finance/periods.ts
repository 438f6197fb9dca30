import { component, describeAs, extendComponent, openapi, z } from '../../zod.ts';
import { instant, reason } from '../platform/fields.ts';
import { monthFigures, range } from './reconciliation.ts';

/** States of a month. */
export const periodStates = { open: 'Open', closed: 'Closed' } as const;

/** Reasons why a month cannot be closed yet. A month that is not over cannot be closed at all. */
const leftKinds = [
	'not_over',
	'unexplained',
	'missing',
	'uncovered',
	'no_receipt',
	'strays',
] as const;

const left = component('PeriodLeft', {
	kind: z.enum(leftKinds),
	count: z.int(),
	amount: z.nullable(z.number()),
	ranges: z.array(range()),
	text: z.string(),
});
export type PeriodLeft = z.infer<typeof left>;

/** A change inside a month after it was closed. */
const laterChange = component('PeriodChange', {
	/** The month and an id of its own. */
	id: z.optional(z.string()),
	at: instant(),
	by: z.string(),
	text: z.string(),
	amount: z.nullable(z.number()),
});
export type PeriodChange = z.infer<typeof laterChange>;

/** Today's figures of a closed month less those stored when it was closed, in shillings. */
export const periodDifference = () =>
	z.object({
		in: z.number(),
		out: z.number(),
		books: z.number(),
		returned: z.number(),
		changes: z.array(laterChange),
	});

export const period = component('Period', {
	month: z.string(),
	state: z.enum(['open', 'closed']),
	figures: monthFigures,
	now: z.nullable(monthFigures),
	since: z.nullable(periodDifference()),
	left: z.array(left),
	closed: z.nullable(
		z.object({
			at: instant(),
			by: z.string(),
			reason: describeAs(z.nullable(z.string()), 'Why the month was closed with open items.'),
		}),
	),
});
export type Period = z.infer<typeof period>;

export const periods = z.array(period);

/** The closed months, such as `2026-10`. */
export const closedMonths = z
	.array(z.string())
	.register(openapi, { examples: [['2026-09', '2026-10']] });

/** A part of a figure of a month. */
const part = component('PeriodPart', {
	code: z.string(),
	text: z.string(),
	count: z.int(),
	amount: z.number(),
	list: z.string(),
});
export type PeriodPart = z.infer<typeof part>;

/** A month with the parts of its figures, and what changed in it after it was closed. */
export const periodDetail = extendComponent('PeriodDetail', period, {
	parts: z.array(part),
	changed_since: z.array(laterChange),
});
export type PeriodDetail = z.infer<typeof periodDetail>;

/** Figures of a month, and its state. */
export const reconciliation = extendComponent('Reconciliation', monthFigures, {
	month: z.string(),
	listed: z.number(),
	period: z.omit(period, { month: true, figures: true }),
});
export type Reconciliation = z.infer<typeof reconciliation>;

export const periodClosing = component('PeriodClosing', {
	override_reason: z.optional(reason()),
	expected: z.optional(
		z
			.object(
				{ statement: z.number(), books: z.number(), unexplained: z.number() },
				'Expected must be an object',
			)
			.register(openapi, {
				examples: [{ statement: 4006, books: 4006, unexplained: 0 }],
			}),
	),
});
export type PeriodClosing = z.infer<typeof periodClosing>;

export const periodReopening = component('PeriodReopening', { reason: reason() });
