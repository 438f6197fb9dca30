import type { QueryClient } from '@tanstack/react-query';
import { type AnyResource, getItemPlace } from '#shared/contract/resource.ts';
import type { z } from '#shared/zod.ts';
import { NEW } from '../../addresses.ts';
import type { Place } from '../../api/cached-rows.ts';
import { loadAll, loadOne } from '../../api/load.ts';
import { buildParentQuery, pickPlace } from '../../api/parent.ts';
import { buildPreflightQuery, isChecked } from '../../api/preflight.ts';
import { buildAllQuery, buildItemByIdQuery, type CrossList, listQuery } from '../../api/queries.ts';
import { type SearchParams, searchParams } from './search-params.ts';

interface Context {
	context: { queryClient: QueryClient };
}

/** Types a loader so that the route still takes its params from its address. */
const makeLoader =
	(load: (client: QueryClient, ids: Place) => Promise<void>) =>
	// biome-ignore lint/suspicious/noExplicitAny: any other type would replace the params of the route
	({ context, params }: any) =>
		load(context.queryClient, params);

/**
 * Returns the common options of routes for lists across courses: the query comes from the address, and rows are
 * requested while the screen's code is loading.
 * @example createFileRoute('/admin/topics/')({ ...buildCrossListRoute(allTopics), component: AllTopics })
 */
export const buildCrossListRoute = <L extends CrossList>(list: L) => {
	const params = searchParams(list.query as L['query']);
	return {
		validateSearch: params,
		loaderDeps: ({ search }: { search: SearchParams<L['query']> }) => params(search),
		loader: ({ context, deps }: Context & { deps: SearchParams<L['query']> }) =>
			void context.queryClient.prefetchQuery(buildAllQuery(list, deps as z.infer<L['query']>)),
	};
};

/**
 * Returns the common options of routes for the items under a parent: the list and its parent are loaded before the
 * screen is shown.
 * @example createFileRoute('…/topics/')({ ...buildListOptions(topics), component: … })
 */
export const buildListOptions = <R extends AnyResource>(resource: R) => ({
	staticData: { loading: `Loading ${resource.plural.toLowerCase()}...` },
	loader: makeLoader((client, ids) => {
		const place = pickPlace<R>(resource, ids);
		return loadAll(client, buildParentQuery(resource, place), listQuery<R>(resource, place));
	}),
});

/**
 * Returns the common options of routes for one item, or at `new` for a new one: the item with the names of its parents,
 * and its check, are loaded before the screen is shown.
 * @example createFileRoute('…/topics/$topicId')({ ...buildItemOptions(allTopics), component: … })
 */
export const buildItemOptions = <L extends CrossList>(list: L) => {
	const { resource } = list;
	return {
		staticData: { loading: `Loading ${resource.label.toLowerCase()}...` },
		loader: makeLoader(async (client, ids) => {
			const id = ids[resource.param] ?? '';
			if (id === NEW) return loadAll(client, buildParentQuery(resource, pickPlace(resource, ids)));
			const check = async (place: Place) => {
				if (isChecked(resource)) await loadOne(client, buildPreflightQuery(resource, place));
			};
			const item = loadOne(client, buildItemByIdQuery(list, id));
			await (ids.courseId ? check(ids) : undefined);
			const found = await item;
			if (found && !ids.courseId) await check(getItemPlace(resource, found as { id: string }));
		}),
	};
};
