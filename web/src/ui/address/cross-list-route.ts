import type { QueryClient } from '@tanstack/react-query';
import type { z } from '#shared/zod.ts';
import { allQuery, type CrossList } from '../../api/queries.ts';
import { type SearchParams, searchParams } from './search-params.ts';

interface Asked<L extends CrossList> {
	context: { queryClient: QueryClient };
	deps: SearchParams<L['query']>;
}

/**
 * What the routes of the lists across all courses have in common: the address says what is asked for, and the rows are
 * asked for while the screen itself is still on its way.
 * @example createFileRoute('/admin/topics/')({ ...crossListRoute(allTopics), component: AllTopics })
 */
export const crossListRoute = <L extends CrossList>(list: L) => {
	const params = searchParams(list.query as L['query']);
	return {
		validateSearch: params,
		loaderDeps: ({ search }: { search: SearchParams<L['query']> }) => params(search),
		loader: ({ context, deps }: Asked<L>) =>
			void context.queryClient.prefetchQuery(allQuery(list, deps as z.infer<L['query']>)),
	};
};
