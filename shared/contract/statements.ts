import { component, described, openapi, z } from '../zod.ts';
import { trueOrFalse } from './choices.ts';
import { id, instant } from './fields.ts';
import { pageOf } from './lists.ts';
import { range } from './reconciliation.ts';

/** The largest statement that is read: 100,000 lines are some 20 MiB as CSV. */
export const STATEMENT_MAX_BYTES = 40 * 1024 * 1024;

/** Shillings, with cents where M-Pesa has them. */
const shillings = (description: string) => described(z.number(), `Shillings. ${description}`);

/** What `POST /statements` asks for in its address. */
export const statementQuery = z.object({
	dry_run: trueOrFalse('Dry run'),
});

const OTHER_ACCOUNTS = /settlement|charges|working|mmf/i;

/**
 * Whether payers pay into an account of a short code: into the utility or the merchant account, not into those that
 * the money is moved to (Daraja, Account Balance). Only statements of such an account say what was paid.
 */
export const isPaidInto = (account: string | null) => !OTHER_ACCOUNTS.test(account ?? '');

/** What is known of every statement that was taken in. */
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

/** A statement that was taken in. */
export const takenStatement = component('TakenStatement', {
	id: id(),
	...taken,
	lines: z.int(),
	new_lines: described(z.int(), 'Lines that no statement before it had brought.'),
});
export type TakenStatement = z.infer<typeof takenStatement>;

/** Statements that were taken in, those of the latest time first. */
export const takenStatements = pageOf(takenStatement);

/** What a statement of the M-PESA portal holds, and what of it was known before. */
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

/** How far a statement has come that is on its way: rows read, then new lines kept. */
export const statementProgress = component('StatementProgress', {
	step: z.enum(['reading', 'keeping']),
	done: z.int(),
	of: z.int(),
});
export type StatementProgress = z.infer<typeof statementProgress>;
