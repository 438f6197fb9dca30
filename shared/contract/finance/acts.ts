import { describeAs, openapi, z } from '../../zod.ts';
import { BULK_IDS_MAX } from '../content/bulk.ts';
import { among, listNames } from '../platform/choices.ts';
import { makeRequiredErrors, reason, whole } from '../platform/fields.ts';
import { assignmentsInput, grantInput } from './accounts.ts';
import { adjustmentInput, assignmentInput } from './adjustments.ts';
import { type AboutKind, aboutKinds } from './decisions.ts';
import { expectedReceiptInput } from './receipts.ts';
import { lineAttachment, lineSettlements } from './reconciliation.ts';
import { writeOffInput } from './write-offs.ts';

const returned = z.omit(adjustmentInput, { kind: true });
const justified = z.object({ reason: reason() });

/** What counts a message of M-Pesa or a statement line as a payment. */
const bookingInput = z.object({
	transaction_id: z.nullish(z.string('Transaction must be one id')),
	months: z.nullish(whole('Months', { min: 1, max: 36 })),
	anyway: z.optional(z.boolean('Anyway must be true or false')),
	reason: z.optional(reason()),
});

interface Act {
	/** What it may be done to. */
	about: readonly AboutKind[];
	/** What it takes. */
	input: z.ZodMiniObject;
}

/**
 * The decisions that people make about money, by `what`: what each may be about, and what it takes (decision 0145).
 */
export const decisionActs = {
	refund: { about: ['payment', 'decision'], input: returned },
	reversal: { about: ['payment', 'decision'], input: returned },
	assignment: {
		about: ['payment'],
		input: z.extend(assignmentInput, { together: assignmentsInput.shape.together }),
	},
	grant: { about: ['account'], input: grantInput },
	write_off: { about: ['payment'], input: writeOffInput },
	book: { about: ['line', 'delivery'], input: bookingInput },
	attach: {
		about: ['line', 'delivery'],
		input: z.extend(lineAttachment, { anyway: bookingInput.shape.anyway }),
	},
	decided: {
		about: ['line', 'delivery', 'payment'],
		input: z.object({
			as: among('As', listNames(lineSettlements), 'What it is must be said'),
			transaction_id: bookingInput.shape.transaction_id,
			reason: reason(),
		}),
	},
	same: {
		about: ['line', 'payment'],
		input: z.object({
			decision: z.optional(z.int('Decision must be its id')),
			line_id: z.optional(z.string('Line must be one id')),
			reason: reason(),
		}),
	},
	expected: { about: ['receipt'], input: z.omit(expectedReceiptInput, { receipt: true }) },
	note: { about: ['payment'], input: justified },
	seen: { about: ['payment', 'account', 'change'], input: justified },
} as const satisfies Record<string, Act>;
export type DecisionAct = keyof typeof decisionActs;
export type ActInput<What extends DecisionAct> = z.infer<(typeof decisionActs)[What]['input']>;
export const decisionActNames = listNames(decisionActs);

const about = z.object(
	{
		kind: among('Kind', aboutKinds, 'Kind is required'),
		id: z.string(makeRequiredErrors('Id is required', 'Id must be text')),
	},
	'About must be an object, or a list of them',
);
export type About = z.infer<typeof about>;

const fields: Record<string, z.ZodMiniType> = Object.assign(
	{},
	...Object.values(decisionActs).map(({ input }) => input.shape),
);

/** A decision: what it is about, one or up to 200 of a kind, and what its act takes. */
export const decisionInput = z
	.object({
		...Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, z.optional(field as z.ZodMiniAny)]),
		),
		what: among('What', decisionActNames, 'What was decided must be said'),
		about: z.union(
			[
				about,
				z
					.array(about)
					.check(
						z.minLength(1, 'About must name at least one'),
						z.maxLength(BULK_IDS_MAX, `About must be at most ${BULK_IDS_MAX}`),
					),
			],
			'About must name what is decided, or a list of them',
		),
		amount: z.nullish(returned.shape.amount),
		months: bookingInput.shape.months,
		as: describeAs(z.optional(z.string('As must be text')), 'What it is: see the acts.'),
	})
	.register(openapi, {
		id: 'NewDecision',
		examples: [
			{
				what: 'note',
				about: { kind: 'payment', id: '019b7810-9f40-723d-8611-a6f6f8e3ef87' },
				reason: 'Calls again on Monday',
			},
		],
	});
