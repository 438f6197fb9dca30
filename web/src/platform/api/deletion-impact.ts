import { queryOptions } from '@tanstack/react-query';
import { BULK_IDS_MAX } from '#shared/contract/content/bulk.ts';
import {
	type DeletionForecast,
	type DeletionImpact,
	deletionImpact,
} from '#shared/contract/content/deletion-impact.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { fetchCall } from './calls.ts';

const addForecasts = (a: DeletionForecast, b: DeletionForecast): DeletionForecast => {
	const names = Object.keys(deletionImpact.shape) as (keyof DeletionImpact)[];
	const sums = Object.fromEntries(names.map((name) => [name, a[name] + b[name]]));
	return { ...a, ...sums };
};

/**
 * Fetches the items that a deletion would also remove, for given items or for all results of a query across courses.
 * Never served from the cache, because a warning shows it.
 */
export const buildDeletionImpactQuery = (
	{ key, slug: kind }: AnyResource,
	which: { ids: readonly string[] } | { where: Readonly<Record<string, string>> },
) =>
	queryOptions({
		queryKey: ['deletion-impact', key, which],
		queryFn: async ({ signal }) => {
			const ask = (of: Record<string, string>) =>
				fetchCall('GET /deletion-impact', { query: { kind, ...of }, signal });
			if ('where' in which) return ask({ where: new URLSearchParams(which.where).toString() });
			let sum: DeletionForecast | undefined;
			for (const ids of splitIntoPortions(which.ids, BULK_IDS_MAX)) {
				const portion = await ask({ ids: ids.join() });
				sum = sum ? addForecasts(sum, portion) : portion;
			}
			return sum;
		},
		staleTime: 0,
		gcTime: 0,
	});
