import type { QueryClient } from '@tanstack/react-query';
import type { z } from '#shared/zod.ts';
import { buildAllQuery, type CrossList } from '../../api/queries.ts';
import { type SearchParams, searchParams } from './search-params.ts';

interface LoaderArgs<L extends CrossList> {
	context: { queryClient: QueryClient };
	deps: SearchParams<L['query']>;
}

/**
 * Returns the common options of routes for lists across courses: the query comes from the address, and rows are
 * requested while the screen's code is loading.
 * @example createFileRoute('/admin/topics/')({ ...crossListRoute(allTopics), component: AllTopics })
 */
export const buildCrossListRoute = <L extends CrossList>(list: L) => {
	const params = searchParams(list.query as L['query']);
	return {
		validateSearch: params,
		loaderDeps: ({ search }: { search: SearchParams<L['query']> }) => params(search),
		loader: ({ context, deps }: LoaderArgs<L>) =>
			void context.queryClient.prefetchQuery(buildAllQuery(list, deps as z.infer<L['query']>)),
	};
};
