import { formatWhole } from '../../grouped.ts';
import { component, describeAs, openapi, z } from '../../zod.ts';
import { makeCheckedText } from '../platform/fields.ts';
import { resources } from './resources.ts';

const searchKinds = [
	...Object.values(resources).map(({ slug }) => slug),
	...(['payments', 'people', 'text'] as const),
];
export type SearchKind = (typeof searchKinds)[number];

const SHORTEST = 2;
/** Fits a whole M-Pesa message. */
const SEARCH_MAX = 1_000;
/** Number of items listed for each kind. */
export const NAMED = 5;
/** Maximum count of matches of a kind. */
export const COUNTED_MAX = 10_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const BLANK = /[\s\u0000-\u001f\u007f-\u009f]+/g;
/** Characters without a width, which are often part of copied text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const countCharacters = (text: string) => [...text].length;

const isKinds = (text: string) =>
	text.split(',').every((kind) => (searchKinds as readonly string[]).includes(kind));

/** `kinds` is a comma-separated list; the default is all kinds that the caller may see. */
export const searchQuery = z.object({
	q: z
		.string('Search is required')
		.check(
			z.overwrite((text) =>
				text.toWellFormed().replace(INVISIBLE, '').replace(BLANK, ' ').trim().normalize('NFC'),
			),
			z.refine(
				(text) => countCharacters(text) >= SHORTEST,
				`Search must be at least ${SHORTEST} characters`,
			),
			z.refine(
				(text) => countCharacters(text) <= SEARCH_MAX,
				`Search must be at most ${formatWhole(SEARCH_MAX)} characters`,
			),
		)
		.register(openapi, {
			minLength: SHORTEST,
			maxLength: SEARCH_MAX,
		}),
	kinds: describeAs(
		z.optional(
			makeCheckedText(
				`Kinds must be some of ${searchKinds.join(', ')}`,
				isKinds,
				'Kinds must be text',
			),
		),
		`Some of ${searchKinds.join(', ')}, comma-separated.`,
	),
});

const kind = () => z.enum(searchKinds);

const searchHit = component('SearchHit', {
	id: z.string(),
	kind: kind(),
	name: z.string(),
	path: z.array(z.object({ kind: kind(), id: z.string(), name: z.string() })),
	published: z.nullable(z.boolean()),
	visible_from: z.optional(z.nullable(z.string())),
	note: z.nullable(z.string()),
	paper: z.optional(z.object({ kind: kind(), id: z.string(), name: z.string() })),
	url: z.optional(z.string()),
	page: z.optional(z.int()),
	snippet: z.optional(z.string()),
	marks: z.optional(z.array(z.object({ from: z.int(), to: z.int() }))),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchAnswer = component('SearchAnswer', {
	corrected: z.nullable(z.string()),
	groups: describeAs(
		z.array(
			z.object({
				kind: kind(),
				total: z.int(),
				more: z.optional(z.literal(true)),
				items: z.array(searchHit),
			}),
		),
		`Kinds with matches, best first; at most ${NAMED} items of each.`,
	),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
export type SearchGroup = SearchAnswer['groups'][number];
