import { z } from '#shared/zod.ts';

/** How much at once, and from where on, is the screen's to say, not the address's. */
type OfScreen = 'limit' | 'before';

/** What an address may say to a route whose parameters are those of `Query`. */
export type SearchParams<Query extends z.ZodMiniObject> = {
	[Name in keyof Query['shape'] as Exclude<Name, OfScreen>]?:
		| Exclude<z.output<Query['shape'][Name]>, undefined>
		| undefined;
};

/**
 * The search parameters of a route by the contract's query, for its `validateSearch`. What is empty, or
 * what the query does not accept, counts as not given: an old or mistyped link still shows something.
 * @example validateSearch: searchParams(auditQuery)
 */
export const searchParams =
	<Query extends z.ZodMiniObject>({ shape }: Query) =>
	(search: Record<string, unknown>): SearchParams<Query> =>
		Object.fromEntries(
			Object.entries(shape)
				.filter(([name]) => name !== 'limit' && name !== 'before')
				.map(([name, schema]) => {
					const { data } = z.safeParse(schema, search[name]);
					return [name, data === '' ? undefined : data];
				}),
		) as SearchParams<Query>;
