import { component, described, openapi, z } from '../zod.ts';
import { operation } from './bulk.ts';
import { among, namesOf, separated } from './choices.ts';
import { id, reason } from './fields.ts';
import { resourceWord } from './resource-word.ts';

/**
 * What can be wrong with something that is to be published. `stops`: a learner would meet something broken;
 * `warns`: somebody may publish it all the same, and says why.
 */
export const findingCodes = {
	nothing_in_it: 'stops',
	no_file: 'stops',
	file_missing: 'stops',
	unreadable: 'warns',
	scan: 'warns',
	pages_missing: 'warns',
	other_type: 'warns',
	only_drafts: 'warns',
	under_draft: 'warns',
	same_file: 'warns',
	same_order: 'warns',
	no_price: 'warns',
	nothing_free: 'warns',
} as const satisfies Record<string, 'stops' | 'warns'>;
export type FindingCode = keyof typeof findingCodes;

/** How many findings are told one by one. */
export const FINDINGS_MAX = 500;

const named = z.object({ kind: resourceWord(), id: id(), name: z.string() });

const finding = component('Finding', {
	severity: z.enum(['stops', 'warns']),
	code: z.enum(namesOf(findingCodes)),
	...named.shape,
	text: z.string().register(openapi, {
		description: 'A sentence that begins with its name, and says the way out.',
		examples: ['“Paper 1” in “2024 July Series” has no file. Add one.'],
	}),
	draft: described(
		z.boolean(),
		'It is a draft itself: learners meet this only once it is published too.',
	),
	path: described(z.array(named), 'What it lies under, outermost first.'),
});
export type Finding = z.infer<typeof finding>;

const report = z.object({
	ready: described(
		z.boolean(),
		'Nothing stops it and all that lies under it, drafts too, from being published.',
	),
	findings: described(
		z.array(finding),
		`What stops first, then in display order; at most ${FINDINGS_MAX}.`,
	),
	more: described(z.int(), 'How many findings there are beside these.'),
	drafts: described(
		z.object({
			ready: z.int(),
			warned: z.int(),
		}),
		'How many drafts, itself among them, can be published: `ready` as they are, `warned` beside them with a reason.',
	),
});

/** What would embarrass once something is published with all that lies under it. */
export const preflight = report.register(openapi, { id: 'Preflight' });
export type Preflight = z.infer<typeof preflight>;

/** The same of one of several that are published alone, what lies under them staying as it is. */
export const preflightOfOne = z
	.extend(report, named.shape)
	.register(openapi, { id: 'PreflightOfOne' });
export type PreflightOfOne = z.infer<typeof preflightOfOne>;

/** So many can be asked about at once. */
export const PREFLIGHTS_MAX = 100;

/** What is looked at before it is published: what holds something. */
const preflightWords = ['courses', 'subjects', 'examsets'] as const;

/** What is asked about several. */
export const preflightQuery = z.object({
	kind: among('Kind', preflightWords),
	ids: separated('Ids', PREFLIGHTS_MAX, 'Ids are required'),
});

/** How something is published that was looked at first: why, where it only warns. The audit trail keeps that. */
export const publishRequest = component('PublishRequest', {
	reason: z.optional(reason()),
});

/** What came of publishing all that is ready: one operation for each kind, to be taken back from the last on. */
export const publishedAll = component('PublishedAll', { operations: z.array(operation) });
export type PublishedAll = z.infer<typeof publishedAll>;

/** Whether it would be met: by learners, were the item with this id published alone. */
export const isMet = ({ id, draft }: Pick<Finding, 'id' | 'draft'>, itemId: string) =>
	id === itemId || !draft;
