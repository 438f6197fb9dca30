import { z } from '#shared/zod.ts';

/** Query parameters that the screen sets, not the address. */
type OfScreen = 'limit' | 'before';

/** Search parameters of a route with the query schema `Query`. */
export type SearchParams<Query extends z.ZodMiniObject> = {
	[Name in keyof Query['shape'] as Exclude<Name, OfScreen>]?:
		| Exclude<z.output<Query['shape'][Name]>, undefined>
		| undefined;
};

/**
 * Returns a `validateSearch` for a route from the contract's query schema. Empty or invalid values are left out, so
 * that an old or mistyped link still shows something.
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
