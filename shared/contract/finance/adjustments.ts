import { parseDay } from '../../east-africa-time.ts';
import { component, describeAs, openapi, z } from '../../zod.ts';
import { among, listNames } from '../platform/choices.ts';
import {
	accountReference,
	isInstant,
	makeCheckedText,
	makeRequiredErrors,
	reason,
	receiptText,
	whole,
} from '../platform/fields.ts';

/** Kinds of returned money: M-Pesa reversed the payment, or we paid a refund. */
export const adjustmentKinds = { reversal: 'Reversal', refund: 'Refund' } as const;
const kindNames = listNames(adjustmentKinds);

/** Upper bound above any payment; the amount of the payment itself is checked elsewhere. */
const AMOUNT_MAX = 1_000_000;
/** Maximum length of an account number of a paybill (Daraja, `BillRefNumber`). */
const REFERENCE_MAX = 20;

const NO_INSTANT = 'Time must be one such as 2026-01-31T09:30:00Z, or a day such as 2026-01-31';

/** A refund or reversal of a payment. */
export const adjustmentInput = component('NewAdjustment', {
	kind: among('Kind', kindNames, 'What it is must be said'),
	amount: whole('Amount', { required: 'Amount is required', min: 1, max: AMOUNT_MAX }),
	receipt: z.nullish(receiptText()),
	at: makeCheckedText(
		NO_INSTANT,
		(text) => parseDay(text) !== undefined || isInstant(text),
		makeRequiredErrors('Time is required', NO_INSTANT),
	).register(openapi, { format: 'date-time' }),
	reason: reason(),
});
export type AdjustmentInput = z.infer<typeof adjustmentInput>;

/** Placeholder for the payment's current account, where a reference is named by id. */
export const PRESENT = 'present';

/** The account of a payment, whatever the payer typed. */
export const assignmentInput = component('NewAssignment', {
	account_reference: z.optional(accountReference(REFERENCE_MAX)),
	reference_id: describeAs(
		z.optional(z.string('Reference id must be text')),
		`Instead of \`account_reference\`: the \`id\` of a suggestion, or \`${PRESENT}\` for the current account. Works for masked numbers too.`,
	),
	months: z.nullish(whole('Months', { min: 1, max: 36 })),
	reason: reason(),
});
export type AssignmentInput = z.infer<typeof assignmentInput>;
