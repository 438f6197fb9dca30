import { component, describeAs, z } from '../../zod.ts';
import { resources } from '../content/resources.ts';
import { id, instant, makeCheckedText } from './fields.ts';
import { pageLimit } from './lists.ts';

/** The age at which a reader must start again, in days. */
export const CHANGES_DAYS = 400;

/** Kinds of changes, by the words of their lists. */
export const changeKinds = [
	...Object.values(resources).map(({ slug }) => slug),
	'transactions' as const,
];
export type ChangeKind = (typeof changeKinds)[number];

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const changesQuery = z.object({
	after: z.optional(
		makeCheckedText(
			'After must be the `next` of an answer',
			(text) => ID.test(text),
			'After must be one id',
		),
	),
	kinds: describeAs(
		z.optional(
			makeCheckedText(
				`Kinds must be some of ${changeKinds.join(', ')}`,
				(text) => text.split(',').every((kind) => changeKinds.some((each) => each === kind)),
				'Kinds must be text',
			),
		),
		`Some of ${changeKinds.join(', ')}, comma-separated; all that the caller may read if omitted.`,
	),
	limit: pageLimit(),
});

/** A page of changes. */
export const changes = component('Changes', {
	changes: z.array(
		z.object({
			id: id(),
			at: instant(),
			kind: z.enum(changeKinds),
			item_id: z.nullable(id()),
			action: z.string(),
		}),
	),
	next: id(),
});
export type Changes = z.infer<typeof changes>;
