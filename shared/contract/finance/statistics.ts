import { component, z } from '../../zod.ts';
import { date, day, inOrder, instant } from '../platform/fields.ts';
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

/** Figures for finance, in addition to the cards. Days and months are those of East Africa Time. */
export const trends = component('Trends', {
	days: z.array(z.object({ day: date(), ...counts })),
	months: z.array(z.object({ month: z.string(), first: z.string(), last: z.string(), ...counts })),
	sameDays: z.extend(period, {
		from: date(),
		to: date(),
	}),
	failures: z.array(failure),
	pendingByAge: z.array(z.object({ age: z.enum(pendingAges), total: z.int() })),
	lastDelivery: z.nullable(instant()),
	unheard: z.int(),
	overdue: z.int(),
	at: instant(),
	marked: z.int(),
	booked: z.int(),
	changed_months: z.array(z.extend(periodDifference(), { month: z.string() })),
	reveals: z.array(
		z.object({
			name: z.string(),
			count: z.int(),
			exported: z.boolean(),
			at: instant(),
		}),
	),
	unassigned: z.int(),
	unknown_accounts: z.int(),
	unmatched: z.int(),
});
export type Trends = z.infer<typeof trends>;

/** From this number of requests without any delivery, a single lost delivery is not the cause. */
export const UNHEARD_MANY = 3;
