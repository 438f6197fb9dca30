import { component, describeAs, z } from '../zod.ts';
import { date, day, inOrder, instant } from './fields.ts';
import { periodDifference } from './periods.ts';
import { byPaid, pendingAges } from './transactions-query.ts';

const period = z.object({ total: z.int(), amount: z.int() });

/** The spec's MPesa stats. Amounts are money received: completed payments only, whole shillings. */
export const statistics = component('Statistics', {
	total: z.int(),
	completed: z.int(),
	pending: z.int(),
	failed: z.int(),
	totalAmount: z.int(),
	lastMonth: period,
	thisMonth: period,
});
export type Statistics = z.infer<typeof statistics>;

/** Query of the totals. */
export const statisticsQuery = z.object({ by: byPaid('Months') });

const counts = {
	total: z.int(),
	completed: z.int(),
	pending: z.int(),
	failed: z.int(),
	amount: z.int(),
};

const failure = z.object({
	result_code: z.nullable(z.union([z.number(), z.string()])),
	meaning: z.nullable(z.string()),
	action: z.nullable(z.string()),
	total: z.int(),
});

/** The range of days for failures, both included; by default all days. */
export const failuresQuery = inOrder(z.object({ from: day('From'), to: day('To') }));
export const failures = z.array(failure);
export type Failure = z.infer<typeof failure>;

/** Figures for finance, in addition to the cards. Days and months are those of East Africa Time. */
export const trends = component('Trends', {
	days: describeAs(
		z.array(z.object({ day: date(), ...counts })),
		'The last 30, oldest first; today is the last.',
	),
	months: describeAs(
		z.array(z.object({ month: z.string(), first: z.string(), last: z.string(), ...counts })),
		'The last 12 (yyyy-MM), oldest first, each with its first and last day.',
	),
	sameDays: describeAs(
		z.extend(period, {
			from: date(),
			to: date(),
		}),
		'The same days of last month, to compare with this unfinished month.',
	),
	failures: describeAs(
		z.array(failure),
		'Failed payments of those 30 days by result code, most frequent first.',
	),
	pendingByAge: z.array(z.object({ age: z.enum(pendingAges), total: z.int() })),
	lastDelivery: describeAs(z.nullable(instant()), 'Time of the last delivery by Safaricom.'),
	unheard: describeAs(
		z.int(),
		'Number of requests since then without a delivery, more than five minutes old (at most 1,000).',
	),
	overdue: describeAs(z.int(), 'Number of requests pending for more than a day (at most 1,000).'),
	at: describeAs(instant(), "Time of these figures, by the server's clock."),
	marked: describeAs(z.int(), 'Number of payments that need checking.'),
	booked: describeAs(
		z.int(),
		'Completed payments of this month by M-Pesa’s time. `thisMonth` goes by the day of the request.',
	),
	changed_months: describeAs(
		z.array(z.extend(periodDifference(), { month: z.string() })),
		'Closed months with later entries, of the last three closed; for callers who may reopen them.',
	),
	reveals: describeAs(
		z.array(
			z.object({
				name: z.string(),
				count: z.int(),
				exported: z.boolean(),
				at: instant(),
			}),
		),
		'People who revealed many masked phone numbers in the last week; for callers who may read the audit trail.',
	),
	unassigned: describeAs(z.int(), 'Number of manual payments without an assigned account.'),
	new_references: describeAs(z.int(), 'Number of these with an account that no other payment has.'),
	unmatched: describeAs(
		z.int(),
		'Number of deliveries that changed no payment and need a decision.',
	),
});
export type Trends = z.infer<typeof trends>;

/** From this number of requests without any delivery, a single lost delivery is not the cause. */
export const UNHEARD_MANY = 3;
