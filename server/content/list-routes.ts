import { pageOf } from '#shared/contract/lists.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { z } from '#shared/zod.ts';
import { readPage } from '../api/page.ts';
import type { Database } from '../db/database.ts';
import { isId } from '../db/ids.ts';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api.ts';
import { operationNoun } from '../http/described.ts';
import { setVersion } from '../http/etag.ts';
import { type ListQuery, listItem, listingOf, listPage } from './list-page.ts';
import type { ContentStore } from './store.ts';

/** What stands in the address of a list, checked. */
export interface Query {
	search?: string;
	[above_id: `${string}_id`]: string;
	published?: 'true' | 'false';
	free?: 'true' | 'false';
	sort?: string;
	page?: string;
	limit?: string;
}

const choice = (value: 'true' | 'false' | undefined) =>
	value === undefined ? undefined : value === 'true';

/** What a list is asked for. */
export const readQuery = (query: Query): ListQuery => ({
	search: query.search ?? '',
	under: Object.fromEntries(Object.entries(query).filter(([name]) => name.endsWith('_id'))),
	published: choice(query.published),
	free: choice(query.free),
	narrowed: query as Record<string, string>,
	sort: query.sort ?? 'name',
	...readPage(query),
});

/** A list of one kind of content across all courses, and one of it by its id alone. */
export const listRoutes = (
	api: Api,
	database: Database,
	list: { path: string; resource: AnyResource; query: z.ZodMiniObject; item: z.ZodMiniObject },
	store: ContentStore,
) => {
	const { label, plural, key } = list.resource;
	const listing = listingOf(list, store);
	const tags = [key];
	const [name, names] = [operationNoun(label), operationNoun(plural)];

	api.get(list.path, {
		schema: {
			operationId: `search${names}`,
			tags,
			summary: `Lists ${plural.toLowerCase()} of all courses`,
			querystring: list.query,
			response: { 200: pageOf(list.item) },
		},
		handler: async (request) =>
			(await listPage(database.read, listing, readQuery(request.query as Query))) as never,
	});

	api.get(`${list.path}/:id`, {
		schema: {
			operationId: `find${name}`,
			tags,
			summary: `Retrieves a single ${label.toLowerCase()} by its id alone`,
			response: { 200: list.item },
		},
		handler: async (request, reply) => {
			const { id } = request.params as { id: string };
			const found = isId(id) ? await listItem(database.read, listing, id) : undefined;
			if (!found) throw notFound(label);
			setVersion(reply, found.version);
			return found as never;
		},
	});
};
