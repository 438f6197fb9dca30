import type { QueryClient } from '@tanstack/react-query';
import { nameKey } from '#shared/contract/fields.ts';
import type { AnyResource, ItemOf, PlaceOf } from '#shared/contract/resource.ts';
import { keys } from './keys.ts';

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
		keys.list(resource, place),
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
	client.setQueryData<Row[]>(keys.list(resource, place), (rows) =>
		rows?.filter((row) => row.id !== id),
	);
};

type Cached = Row[] | { data: Row[] } | { item: Row; etag: string | null } | undefined;

/**
 * Changes fields of one item wherever the cache holds it: in lists, pages and alone.
 * Answers what those fields were before, so that the change can be taken back.
 */
export const patchCached = (
	client: QueryClient,
	resource: AnyResource,
	id: string,
	change: object,
	etag?: string | null,
): object => {
	let before: object = {};
	const patch = (row: Row): Row => {
		if (row.id !== id) return row;
		const names = Object.keys(change) as (keyof Row)[];
		before = Object.fromEntries(names.map((name) => [name, row[name]]));
		return { ...row, ...change };
	};
	client.setQueriesData<Cached>({ queryKey: keys.of(resource) }, (cached) => {
		if (Array.isArray(cached)) return cached.map(patch);
		if (cached && 'data' in cached) return { ...cached, data: cached.data.map(patch) };
		if (cached?.item?.id === id) {
			return { item: patch(cached.item), etag: etag === undefined ? cached.etag : etag };
		}
		return cached;
	});
	return before;
};
