import { component, extendComponent, z } from '../../zod.ts';
import { among, listNames, oneOf } from '../platform/choices.ts';
import { id, instant, paragraphs } from '../platform/fields.ts';
import { paged } from '../platform/lists.ts';
import { idList, rowResult } from './bulk.ts';
import { resourceSlug } from './resources.ts';

const TEXT_MAX = 500;

/** Kinds of problems that learners report about a file. */
export const problemWords = {
	wrong_file: 'Wrong file',
	unreadable: 'Unreadable',
	missing_pages: 'Missing pages',
	wrong_answer: 'Wrong answer',
	other: 'Other',
} as const;

/** Outcomes with which editors close a problem. */
export const closingWords = { fixed: 'Fixed', no_problem: 'No problem found' } as const;

const kind = (required?: string) => among('Kind', listNames(problemWords), required);
const closedAs = (required?: string) => among('As', listNames(closingWords), required);

/** A problem that a learner reports. */
export const problemInput = component('NewProblem', {
	item_id: z.string('Item is required'),
	kind: kind('Kind is required'),
	text: z.optional(paragraphs('Text', TEXT_MAX)),
});
export type ProblemInput = z.infer<typeof problemInput>;

/** The answer of an editor to a problem. */
export const problemClosing = component('ProblemClosing', {
	as: closedAs('As is required'),
	reason: z.optional(paragraphs('Reason', TEXT_MAX)),
});
export type ProblemClosing = z.infer<typeof problemClosing>;

/** The answer of an editor to many problems. */
export const problemsClosing = extendComponent('ProblemsClosing', problemClosing, {
	ids: idList(),
});
export type ProblemsClosing = z.infer<typeof problemsClosing>;

/** Problems to open again. */
export const problemsReopening = component('ProblemsReopening', { ids: idList() });
export type ProblemsReopening = z.infer<typeof problemsReopening>;

/** What became of each problem. */
export const problemsClosed = component('ProblemsClosed', {
	done: z.int(),
	failed: z.int(),
	results: z.array(rowResult),
});
export type ProblemsClosed = z.infer<typeof problemsClosed>;

const item = z.object({
	kind: resourceSlug(),
	id: id(),
	name: z.string(),
	path: z.array(z.object({ kind: resourceSlug(), id: id(), name: z.string() })),
});

/** A reported problem. */
export const problem = component('Problem', {
	id: id(),
	item,
	kind: kind(),
	text: z.nullable(z.string()),
	created_at: instant(),
	closed: z.nullable(
		z.object({
			as: closedAs(),
			reason: z.nullable(z.string()),
			at: instant(),
			by: z.string(),
		}),
	),
});
export type Problem = z.infer<typeof problem>;

export const problemsQuery = z.object({
	state: z.optional(oneOf('State', ['open', 'closed'])),
	kind: z.optional(kind()),
	item_id: z.optional(z.string('Item must be one id')),
	...paged,
});
export type ProblemsQuery = z.infer<typeof problemsQuery>;
