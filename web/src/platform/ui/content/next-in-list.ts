import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
	type AnyResource,
	fillPath,
	getItemPlace,
	type ItemOf,
	type PlaceOf,
} from '#shared/contract/content/resource.ts';
import { buildItemAddress } from '../../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { buildAllQuery, type CrossList } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { searchParams } from '../address/search-params.ts';
import { listBehind } from '../page/back-to-list.ts';
import { filterByName, sortRows } from '../table/columns.ts';

type Search = Readonly<Record<string, string | undefined>>;

/** Returns the items under a parent, searched and sorted as the list showed them. */
const asShown = <Row extends Named>(rows: readonly Row[], search: Search) => {
	const matches = filterByName(rows, search.search ?? '');
	const [, down, field] = /^(-?)(.+)$/.exec(search.sort ?? '') ?? [];
	return field ? sortRows(matches, (row) => row[field as keyof Row], down === '-') : matches;
};

/**
 * Fetches the item after this one in a list across all courses; after the last of a page, the first of the next page.
 */
const fetchNextOnPages = async <L extends CrossList>(
	client: QueryClient,
	list: L,
	search: Search,
	id: string,
) => {
	const query = searchParams(list.query)(search) as Record<string, string>;
	const page = await client.ensureQueryData(buildAllQuery(list, query as never));
	const index = page.data.findIndex((row) => row.id === id);
	if (index < 0 || index < page.data.length - 1) return page.data[index + 1];
	const nextPage = { ...query, page: String(Number(query.page ?? 1) + 1) };
	return (await client.fetchQuery(buildAllQuery(list, nextPage as never))).data[0];
};

interface NextInListOptions<R extends AnyResource> {
	/** The item on screen; undefined for a new one, which has no next. */
	id: string | undefined;
	list: CrossList & { resource: R };
	place: PlaceOf<R>;
	/** Other addresses of the list under its parent. */
	others?: readonly string[];
}

/**
 * Returns a function that opens the next item of the list that the person came from, with the same search and order.
 * Undefined if there was no such list, or for the last item under its parent.
 */
export const useNextInList = <R extends AnyResource>(options: NextInListOptions<R>) => {
	const { id, list, place, others = [] } = options;
	const { resource } = list;
	const client = useQueryClient();
	const router = useRouter();
	const go = (item: ItemOf<R>) => {
		const itemPlace = { ...place, ...getItemPlace(resource, item) };
		const to = buildItemAddress(resource, itemPlace) as '/admin';
		return router.navigate({ to, state: { onward: true } });
	};

	if (id === undefined) return undefined;
	const previousList = listBehind(`/admin${list.path}`);
	if (previousList)
		return async () => {
			const next = await fetchNextOnPages(client, list, previousList.search, id);
			if (next) await go(next as ItemOf<R>);
			else router.history.push(previousList.href);
		};
	const rows = client.getQueryData(queryKeys.list(resource, place)) ?? [];
	const search = listBehind(`/admin${fillPath(resource.path, place)}`, ...others)?.search ?? {};
	const shown = asShown(rows as (ItemOf<R> & { name: string })[], search);
	const next = shown[shown.findIndex((row) => row.id === id) + 1];
	return next && next !== shown[0] ? () => go(next) : undefined;
};
