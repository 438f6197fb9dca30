import { queryOptions } from '@tanstack/react-query';
import type { Preflight } from '#shared/contract/preflight.ts';
import { type AnyResource, fillPath, itemPath } from '#shared/contract/resource.ts';
import type { Place } from './cached-rows.ts';
import { fetchData } from './client.ts';

/** Returns the address of an item's calls, under /api. */
export const pathOf = (resource: AnyResource, place: Place) => fillPath(itemPath(resource), place);

/** Returns whether items of a kind have a check. */
export const isChecked = ({ key }: AnyResource) =>
	['courses', 'subjects', 'examSets'].includes(key);

/**
 * Checks an item before it is published, with or without the drafts inside. The key begins with `courses`, which every
 * change under a course invalidates.
 */
export const preflightQuery = (resource: AnyResource, place: Place, drafts = true) =>
	queryOptions({
		queryKey: ['courses', 'preflight', resource.key, place, drafts],
		queryFn: fetchData<Preflight>(
			`${pathOf(resource, place)}/preflight${drafts ? '' : '?drafts=false'}`,
		),
	});
