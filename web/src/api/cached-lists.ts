import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { nameKey } from '#shared/contract/fields.ts';
import type { AnyResource, ItemOf, PlaceOf } from '#shared/contract/resource.ts';
import { type PageOf, queryKeys, resourceKey, type Shape } from './query-keys.ts';

interface Row {
	id: string;
	name: string;
	order_num: number;
}

const inDisplayOrder = (a: Row, b: Row) =>
	a.order_num - b.order_num ||
	(nameKey(a.name) < nameKey(b.name) ? -1 : nameKey(a.name) > nameKey(b.name) ? 1 : 0);

/** Shows a saved item in its cached list at once, where the server will have it too. */
export const putIntoLists = <R extends AnyResource>(
	client: QueryClient,
	resource: R,
	place: PlaceOf<R>,
	item: ItemOf<R>,
) => {
	const row = item as unknown as Row;
	client.setQueryData<Row[]>(
		queryKeys.list(resource, place) as QueryKey,
		(rows) => rows && [...rows.filter(({ id }) => id !== row.id), row].sort(inDisplayOrder),
	);
};

/** Takes a deleted item out of its cached list. */
export const takeFromLists = <R extends AnyResource>(
	client: QueryClient,
	resource: R,
	place: PlaceOf<R>,
	id: string,
) => {
	client.setQueryData<Row[]>(queryKeys.list(resource, place) as QueryKey, (rows) =>
		rows?.filter((row) => row.id !== id),
	);
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
	const patch = (row: Row): Row => {
		if (row.id !== id) return row;
		const names = Object.keys(change) as (keyof Row)[];
		before = Object.fromEntries(names.map((name) => [name, row[name]]));
		return { ...row, ...change };
	};
	const inShape = <Cached>(shape: Shape, update: (cached: Cached) => Cached) =>
		client.setQueriesData<Cached>(
			{ queryKey: resourceKey(resource, shape) },
			(cached) => cached && update(cached),
		);
	const page = (of: PageOf<Row>) => ({ ...of, data: of.data.map(patch) });
	inShape<Row[]>('list', (rows) => rows.map(patch));
	inShape('page', page);
	inShape<{ pages: PageOf<Row>[] }>('pages', (of) => ({ ...of, pages: of.pages.map(page) }));
	inShape('item', patch);
	inShape('found', patch);
	return before;
};
