import { component, described, openapi, z } from '../zod.ts';
import { trueOrFalse } from './choices.ts';
import { id, instant } from './fields.ts';
import { pageOf } from './lists.ts';
import { range } from './reconciliation.ts';

/** Maximum size of a statement: 100,000 lines are some 20 MiB as CSV. */
export const STATEMENT_MAX_BYTES = 40 * 1024 * 1024;

/** Makes the schema of an amount in shillings, with M-Pesa's cents. */
const shillings = (description: string) => described(z.number(), `Shillings. ${description}`);

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
const taken = {
	file_name: z.string(),
	at: instant(),
	by: z.string(),
	short_code: z.nullable(z.string()),
	account: z.nullable(z.string()).register(openapi, {
		description: "Which of the short code's accounts, where the file says so.",
		examples: ['Utility Account'],
	}),
	from: instant(),
	to: described(instant(), 'The first instant that it does not cover.'),
	opening: z.nullable(shillings('The balance before its first line.')),
	closing: z.nullable(shillings('The balance after its last line.')),
	first_line_at: described(z.nullable(instant()), 'Null where it has no completed line.'),
	last_line_at: z.nullable(instant()),
	gaps: described(
		z.array(range()),
		'The time beside it, up to the next statement, that none covers.',
	),
};

/** An imported statement. */
export const takenStatement = component('TakenStatement', {
	id: id(),
	...taken,
	lines: z.int(),
	new_lines: described(z.int(), 'Lines that no statement before it had brought.'),
});
export type TakenStatement = z.infer<typeof takenStatement>;

/** Imported statements, latest first. */
export const takenStatements = pageOf(takenStatement);

/** An M-PESA portal statement, with the number of known and new lines. */
export const statement = component('Statement', {
	id: described(z.nullable(id()), 'Null where it was only looked at.'),
	...taken,
	paid_in: shillings('All that came in, sweeps among it.'),
	withdrawn: shillings('All that went out.'),
	lines: z.int(),
	new_lines: z.int(),
	known_lines: described(z.int(), 'Lines that other statements had brought before.'),
	refused: described(
		z.array(z.object({ line: z.int(), text: z.string() })),
		'Lines that are not taken, and why; at most 200.',
	),
});
export type Statement = z.infer<typeof statement>;

/** Progress of a statement import: rows read, then new lines stored. */
export const statementProgress = component('StatementProgress', {
	step: z.enum(['reading', 'keeping']),
	done: z.int(),
	of: z.int(),
});
export type StatementProgress = z.infer<typeof statementProgress>;
