import { component, describeAs, z } from '../zod.ts';
import { operation } from './bulk.ts';
import { listNames } from './choices.ts';
import { id, instant, reason, visibleFrom } from './fields.ts';
import { resourceSlug } from './resources.ts';

/** Rules of the check. `broken`: broken for learners; `warns`: probably wrong. */
export const findingCodes = {
	no_file: 'broken',
	file_damaged: 'broken',
	pages_missing: 'warns',
	nothing_published: 'broken',
	under_draft: 'warns',
	no_price: 'warns',
	same_order: 'warns',
} as const satisfies Record<string, 'broken' | 'warns'>;
export type FindingCode = keyof typeof findingCodes;

const finding = component('Finding', {
	severity: z.enum(['broken', 'warns']),
	live: z.boolean(),
	mended: describeAs(z.boolean(), 'Publishing mends it, so it does not count for `ready`.'),
	code: z.enum(listNames(findingCodes)),
	kind: resourceSlug(),
	id: id(),
	name: z.string(),
	text: describeAs(z.string(), 'Starts with the name of the item and ends with the advice.'),
	advice: describeAs(z.string(), 'What to do: the end of the text.'),
});
export type Finding = z.infer<typeof finding>;

/** The result of the check. */
export const preflight = component('Preflight', {
	ready: describeAs(z.boolean(), 'True if publishing mends all findings, or there are none.'),
	published: z.boolean(),
	visible_from: describeAs(
		z.nullable(instant()),
		'When learners first see the item, once it is published; null means now.',
	),
	drafts: describeAs(z.int(), 'Number of drafts inside.'),
	findings: describeAs(
		z.array(finding),
		'Live findings first, then broken ones, in display order; those that publishing mends are last.',
	),
});
export type Preflight = z.infer<typeof preflight>;

/** With `drafts=false`, the drafts inside stay drafts. */
export const preflightQuery = z.object({
	drafts: z.optional(z.enum(['true', 'false'], 'Drafts must be true or false')),
});

/** Publishes despite findings with `anyway`; with `drafts: false` the drafts inside stay drafts. */
export const publishRequest = component('PublishRequest', {
	anyway: z.optional(z.boolean('Anyway must be true or false')),
	reason: z.optional(reason()),
	drafts: z.optional(z.boolean('Drafts must be true or false')),
	visible_from: describeAs(
		z.optional(visibleFrom()),
		'Learners see the published items from this moment on; now if omitted.',
	),
});
export type PublishRequest = z.infer<typeof publishRequest>;

/** Operations, one for each kind; undo them from last to first. */
export const publishedAll = component('PublishedAll', { operations: z.array(operation) });
export type PublishedAll = z.infer<typeof publishedAll>;
