import { openapi, z } from '../zod.ts';
import { day, inOrder, instant } from './fields.ts';
import { pendingAges } from './transactions-query.ts';

const period = z.object({ total: z.int(), amount: z.int() });

/** The spec's MPesa stats. Amounts are money received: completed payments only, whole shillings. */
export const statistics = z
	.object({
		total: z.int(),
		completed: z.int(),
		pending: z.int(),
		failed: z.int(),
		totalAmount: z.int(),
		lastMonth: period,
		thisMonth: period,
	})
	.register(openapi, { id: 'Statistics' });
export type Statistics = z.infer<typeof statistics>;

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

/** The days, both included, of which failures are counted; all there are without any. */
export const failuresQuery = inOrder(z.object({ from: day('From'), to: day('To') }));
export const failures = z.array(failure);
export type Failure = z.infer<typeof failure>;

/** What a finance person looks for beyond the cards. Days and months are those of East Africa Time. */
export const trends = z
	.object({
		days: z
			.array(z.object({ day: z.string().register(openapi, { format: 'date' }), ...counts }))
			.register(openapi, { description: 'The last 30, oldest first; today is the last.' }),
		months: z
			.array(z.object({ month: z.string(), first: z.string(), last: z.string(), ...counts }))
			.register(openapi, {
				description: 'The last 12 (yyyy-MM), oldest first, each with its first and last day.',
			}),
		sameDays: z
			.extend(period, {
				from: z.string().register(openapi, { format: 'date' }),
				to: z.string().register(openapi, { format: 'date' }),
			})
			.register(openapi, {
				description:
					"Last month's days up to today's, to compare this month with, which is not over.",
			}),
		failures: z.array(failure).register(openapi, {
			description: 'Failed payments of those 30 days by result code, most frequent first.',
		}),
		pendingByAge: z.array(z.object({ age: z.enum(pendingAges), total: z.int() })),
		lastDelivery: z
			.nullable(instant())
			.register(openapi, { description: 'When Safaricom last delivered anything.' }),
		unheard: z.int().register(openapi, {
			description:
				'Requests since then, more than five minutes old, about which nothing was delivered (1,000 at most).',
		}),
		overdue: z.int().register(openapi, {
			description: 'Requests that have been pending for more than a day (1,000 at most).',
		}),
		at: z.string().register(openapi, {
			format: 'date-time',
			description: "When all this was so, by the server's clock.",
		}),
		marked: z.int().register(openapi, { description: 'Payments that a person should look at.' }),
		reviews: z.array(z.object({ month: z.string(), by: z.string() })).register(openapi, {
			description:
				'Months that somebody else asked to close with something left; for who may approve it.',
		}),
		reveals: z
			.array(
				z.object({
					name: z.string(),
					count: z.int(),
					exported: z.boolean(),
					at: z.string().register(openapi, { format: 'date-time' }),
				}),
			)
			.register(openapi, {
				description:
					'Who saw many whole phone numbers within the last week, where they are masked; for who may read the audit trail.',
			}),
		strays: z.int().register(openapi, {
			description: 'Deliveries that changed no payment and wait for a person.',
		}),
	})
	.register(openapi, { id: 'Trends' });
export type Trends = z.infer<typeof trends>;

/** From so many requests on without any delivery it is no longer one that got lost. */
export const UNHEARD_MANY = 3;
