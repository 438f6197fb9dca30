import { MONTH } from '../../east-africa-time.ts';
import { openapi, z } from '../../zod.ts';
import { among, listNames } from '../platform/choices.ts';
import { searchText } from '../platform/fields.ts';
import { paged, pageLimit } from '../platform/lists.ts';

/** State of a statement line, or of a payment without a line; derived, never stored. */
export const lineStates = {
	matched: 'Agrees',
	only_statement: 'Not in our records',
	only_books: 'Not on the statement',
	amount_differs: 'Amount differs',
	paid_out: 'Paid out',
	reversal_open: 'Reversal without a payment',
	waiting: 'Waiting for a statement',
	reversed: 'Reversed',
	charge: 'Charge',
	sweep: 'Moved to our other accounts or a bank',
	not_ours: 'Not ours',
	settled: 'Decided',
} as const;
export type LineState = keyof typeof lineStates;
export const lineStateNames = listNames(lineStates);

/** States of the rows of the desk: of lines and payments, and of refunds and reversals that no line shows. */
export const lineRowStates = { ...lineStates, returned: 'Refund or reversal recorded' } as const;
export type RowState = keyof typeof lineRowStates;

/** Parts of the money that went out on statements; together they are the statement's "out". */
export const outParts = {
	given_back: 'Given back to payers',
	not_in_records: 'Given back, and not in our records',
	paid_out: 'Paid out',
	charges: 'Charges',
	to_bank: 'To our bank',
	not_ours: 'Not ours',
} as const;
export type OutPart = keyof typeof outParts;

/** The states that need a decision. */
export const OPEN_STATES = [
	'only_statement',
	'only_books',
	'amount_differs',
	'paid_out',
	'reversal_open',
] as const;

const monthCalled = (label: string) => {
	const refusal = `${label} must be a month such as 2026-10`;
	return z.optional(
		z
			.string(refusal)
			.check(z.regex(MONTH, refusal))
			.register(openapi, { examples: ['2026-10'] }),
	);
};
const month = () => monthCalled('Month');

export const reconciliationQuery = z.object({ month: month() });

export const periodsQuery = z.object({
	before: monthCalled('Before'),
	limit: pageLimit(),
});

export const reconciliationLinesQuery = z.object({
	month: month(),
	state: z.optional(among('State', ['open', ...listNames(lineRowStates)])),
	out: z.optional(among('Out', listNames(outParts))),
	search: searchText(),
	...paged,
});
export type ReconciliationLinesQuery = z.infer<typeof reconciliationLinesQuery>;

/** The query of `GET /statements`. */
export const statementsQuery = z.object({ ...paged });
