import type { QueryClient } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
import { type PageOf, resourceKey, type Shape } from './query-keys.ts';

interface Row {
	id: string;
	name: string;
}

/** Changes all of a shape of a resource that the cache holds. */
const shapesOf =
	(client: QueryClient, resource: AnyResource) =>
	<Cached>(shape: Shape, update: (cached: Cached) => Cached) =>
		client.setQueriesData<Cached>(
			{ queryKey: resourceKey(resource, shape) },
			(cached) => cached && update(cached),
		);

/** Has every row of a resource that the cache holds go through `patch`: in lists, pages and alone. */
const patchEach = (client: QueryClient, resource: AnyResource, patch: (row: Row) => Row) => {
	const inShape = shapesOf(client, resource);
	inShape<Row[]>('list', (rows) => rows.map(patch));
	inShape<PageOf<Row>>('page', (of) => ({ ...of, data: of.data.map(patch) }));
	inShape('item', patch);
	inShape('found', patch);
};

/**
 * Changes fields of one item wherever the cache holds it: in lists, pages and alone.
 * Answers what those fields were before, so that the change can be taken back.
 */
export const patchCached = (
	client: QueryClient,
	resource: AnyResource,
	id: string,
	change: object,
): object => {
	let before: object = {};
	patchEach(client, resource, (row) => {
		if (row.id !== id) return row;
		const names = Object.keys(change) as (keyof Row)[];
		before = Object.fromEntries(names.map((name) => [name, row[name]]));
		return { ...row, ...change };
	});
	return before;
};

/** The same of many at once, in one pass. */
export const patchManyCached = (
	client: QueryClient,
	resource: AnyResource,
	ids: ReadonlySet<string>,
	change: object,
) => patchEach(client, resource, (row) => (ids.has(row.id) ? { ...row, ...change } : row));

/** Takes items that are gone out of all lists and pages that show them. */
export const takeFromLists = (
	client: QueryClient,
	resource: AnyResource,
	ids: ReadonlySet<string>,
) => {
	const left = (rows: Row[]) => rows.filter(({ id }) => !ids.has(id));
	const inShape = shapesOf(client, resource);
	inShape<Row[]>('list', left);
	inShape<PageOf<Row>>('page', (page) => {
		const data = left(page.data);
		return { ...page, data, total: page.total - (page.data.length - data.length) };
	});
};
