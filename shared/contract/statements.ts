import { openapi, z } from '../zod.ts';
import { id, instant } from './fields.ts';
import { range } from './reconciliation.ts';

/** The largest statement that is read: 100,000 lines are some 20 MiB as CSV. */
export const STATEMENT_MAX_BYTES = 40 * 1024 * 1024;

/** Shillings, with cents where M-Pesa has them. */
const shillings = (description: string) =>
	z.number().register(openapi, { description: `Shillings. ${description}` });

/** What `POST /statements` asks for in its address. */
export const statementQuery = z.object({
	dry_run: z.optional(z.enum(['true', 'false'], 'Dry run must be true or false')),
});

/** What a statement of the M-PESA portal holds, and what of it was known before. */
export const statement = z
	.object({
		id: z.nullable(id()).register(openapi, { description: 'Null where it was only looked at.' }),
		file_name: z.string(),
		at: instant(),
		by: z.string(),
		short_code: z.nullable(z.string()),
		account: z.nullable(z.string()).register(openapi, {
			description: "Which of the short code's accounts, where the file says so.",
			examples: ['Utility Account'],
		}),
		from: instant(),
		to: instant().register(openapi, { description: 'The first instant that it does not cover.' }),
		opening: z.nullable(shillings('The balance before its first line.')),
		closing: z.nullable(shillings('The balance after its last line.')),
		paid_in: shillings('All that came in, sweeps among it.'),
		withdrawn: shillings('All that went out.'),
		lines: z.int(),
		new_lines: z.int(),
		known_lines: z
			.int()
			.register(openapi, { description: 'Lines that other statements had brought before.' }),
		gaps: z.array(range()).register(openapi, {
			description: 'The time between it and the statement before it that no statement covers.',
		}),
		refused: z.array(z.object({ line: z.int(), text: z.string() })).register(openapi, {
			description: 'Lines that are not taken, and why; at most 200.',
		}),
	})
	.register(openapi, { id: 'Statement' });
export type Statement = z.infer<typeof statement>;
