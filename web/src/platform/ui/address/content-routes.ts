import type { QueryClient } from '@tanstack/react-query';
import {
	type AnyResource,
	findFileField,
	getItemPlace,
} from '#shared/contract/content/resource.ts';
import type { z } from '#shared/zod.ts';
import { NEW } from '../../../addresses.ts';
import type { Place } from '../../api/cached-rows.ts';
import { type AnyQuery, loadAll, loadOne } from '../../api/load.ts';
import { loadNextOrder } from '../../api/next-order.ts';
import { buildParentQuery, pickPlace } from '../../api/parent.ts';
import { buildPreflightQuery, isChecked } from '../../api/preflight.ts';
import { loadProblems } from '../../api/problems.ts';
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
		staticData: {
			title: list.resource.plural,
			loading: `Loading ${list.resource.plural.toLowerCase()}...`,
		},
		validateSearch: params,
		loaderDeps: ({ search }: { search: SearchParams<L['query']> }) => params(search),
		loader: ({ context, deps }: Context & { deps: SearchParams<L['query']> }) =>
			void context.queryClient.prefetchQuery(buildAllQuery(list, deps as z.infer<L['query']>)),
	};
};

/** A link under the pointer or the focus loads the code of its screen, but no data: a list has many links. */
const CODE_ONLY = { preload: false } as const;

/** Returns more queries that a screen waits for. */
type More = (place: Place) => AnyQuery[];

/**
 * Returns the common options of routes for the items under a parent: the list and its parent are loaded before the
 * screen is shown.
 * @example createFileRoute('…/topics/')({ ...buildListOptions(topics), component: … })
 */
export const buildListOptions = <R extends AnyResource>(resource: R, more?: More) => ({
	staticData: {
		title: resource.plural,
		loading: `Loading ${resource.plural.toLowerCase()}...`,
	},
	...CODE_ONLY,
	loader: makeLoader((client, ids) => {
		const place = pickPlace<R>(resource, ids);
		const parent = buildParentQuery(resource, place);
		return loadAll(client, parent, listQuery<R>(resource, place), ...(more?.(ids) ?? []));
	}),
});

/**
 * Returns the common options of routes for one item, or at `new` for a new one: the item with the names of its parents,
 * and its check, are loaded before the screen is shown.
 * @example createFileRoute('…/topics/$topicId')({ ...buildItemOptions(allTopics), component: … })
 */
export const buildItemOptions = <L extends CrossList>(list: L, more?: More) => ({
	staticData: {
		title: list.resource.label,
		loading: `Loading ${list.resource.label.toLowerCase()}...`,
	},
	...CODE_ONLY,
	loader: makeLoader(async (client, ids) => {
		const { resource } = list;
		const id = ids[resource.param] ?? '';
		if (id === NEW) {
			const place = pickPlace(resource, ids);
			await Promise.all([
				loadAll(client, buildParentQuery(resource, place)),
				loadNextOrder(client, resource, place),
			]);
			return;
		}
		const loadRest = (place: Place) => {
			const check = isChecked(resource) ? [buildPreflightQuery(resource, place)] : [];
			const problems = findFileField(resource) && loadProblems(client, place[resource.param]);
			return Promise.all([loadAll(client, ...check, ...(more?.(place) ?? [])), problems]);
		};
		const item = loadOne(client, buildItemByIdQuery(list, id));
		if (ids.courseId) await loadRest(ids);
		const found = await item;
		if (found && !ids.courseId) await loadRest(getItemPlace(resource, found as { id: string }));
	}),
});
