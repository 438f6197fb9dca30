import { component, z } from '../../zod.ts';
import { listNames } from '../platform/choices.ts';
import { id, instant, reason, visibleFrom } from '../platform/fields.ts';
import { operation } from './bulk.ts';
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
	mended: z.boolean(),
	code: z.enum(listNames(findingCodes)),
	kind: resourceSlug(),
	id: id(),
	name: z.string(),
	text: z.string(),
	advice: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** The result of the check. */
export const preflight = component('Preflight', {
	ready: z.boolean(),
	published: z.boolean(),
	visible_from: z.nullable(instant()),
	drafts: z.int(),
	findings: z.array(finding),
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
	visible_from: z.optional(visibleFrom()),
});
export type PublishRequest = z.infer<typeof publishRequest>;

/** The operation on the item and the drafts inside, or none where nothing was a draft. */
export const publishedAll = component('PublishedAll', { operations: z.array(operation) });
export type PublishedAll = z.infer<typeof publishedAll>;
