import { component, describeAs, openapi, z } from '../../zod.ts';
import { trueOrFalse } from '../platform/choices.ts';
import { id, instant } from '../platform/fields.ts';
import { makePageSchema } from '../platform/lists.ts';
import { missing, range } from './reconciliation.ts';

/** Maximum size of a statement: 100,000 lines are some 20 MiB as CSV. */
export const STATEMENT_MAX_BYTES = 40 * 1024 * 1024;

/** Makes the schema of an amount in shillings, with M-Pesa's cents. */
const shillings = (description: string) => describeAs(z.number(), `Shillings. ${description}`);

/** The query of `POST /statements`. */
export const statementQuery = z.object({
	dry_run: trueOrFalse('Dry run'),
});

const OTHER_ACCOUNTS = /settlement|charges|working|mmf/i;

/**
 * Returns whether payers pay into this account of a short code: into the utility or merchant account, not into those
 * that money is moved to (Daraja, Account Balance). Only statements of such an account show payments.
 */
export const isPaidInto = (account: string | null) => !OTHER_ACCOUNTS.test(account ?? '');

/** Fields of every imported statement. */
const statementFields = {
	file_name: z.string(),
	at: instant(),
	by: z.string(),
	short_code: z.nullable(z.string()),
	account: z.nullable(z.string()).register(openapi, {
		examples: ['Utility Account'],
	}),
	from: instant(),
	to: instant(),
	opening: z.nullable(shillings('The balance before its first line.')),
	closing: z.nullable(shillings('The balance after its last line.')),
	first_line_at: z.nullable(instant()),
	last_line_at: z.nullable(instant()),
	gaps: z.array(range()),
};

/** An imported statement. */
export const importedStatement = component('TakenStatement', {
	id: id(),
	...statementFields,
	lines: z.int(),
	new_lines: z.int(),
});
export type ImportedStatement = z.infer<typeof importedStatement>;

/** Imported statements, latest first. */
export const importedStatements = makePageSchema(importedStatement);

/** Sources of the end of a statement's covered time. */
const coverages = ['export_date', 'period', 'lines'] as const;
export type Coverage = (typeof coverages)[number];

/** An M-Pesa portal statement, with the number of known and new lines. */
export const statement = component('Statement', {
	id: z.nullable(id()),
	...statementFields,
	paid_in: shillings('Total paid in, including sweeps.'),
	withdrawn: shillings('Total withdrawn.'),
	lines: z.int(),
	new_lines: z.int(),
	known_lines: z.int(),
	coverage: z.enum(coverages),
	missing: z.array(missing),
	closed_months: z.array(z.string()),
	refused: z.array(z.object({ line: z.int(), text: z.string() })),
});
export type Statement = z.infer<typeof statement>;
