import { queryOptions } from '@tanstack/react-query';
import type { Preflight } from '#shared/contract/preflight.ts';
import { type AnyResource, fillPath, itemPath } from '#shared/contract/resource.ts';
import type { Place } from './cached-rows.ts';
import { fetchData } from './client.ts';

/** The address of an item's calls, under /api. */
export const pathOf = (resource: AnyResource, place: Place) => fillPath(itemPath(resource), place);

/**
 * What would embarrass once an item is published with all that lies under it. It lies among what is known of courses,
 * as whatever changes under one is told there.
 */
export const preflightQuery = (resource: AnyResource, place: Place) =>
	queryOptions({
		queryKey: ['courses', 'preflight', resource.key, place],
		queryFn: fetchData<Preflight>(`${pathOf(resource, place)}/preflight`),
	});
