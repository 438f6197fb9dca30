import { queryOptions } from '@tanstack/react-query';
import type { Preflight } from '#shared/contract/content/preflight.ts';
import { type AnyResource, buildItemPath, fillPath } from '#shared/contract/content/resource.ts';
import type { Place } from './cached-rows.ts';
import { fetchData } from './client.ts';

/** Returns the address of an item's calls, under /api. */
export const buildItemPathBelowApi = (resource: AnyResource, place: Place) =>
	fillPath(buildItemPath(resource), place);

/** Returns whether items of a kind have a check. */
export const isChecked = ({ key }: AnyResource) =>
	['courses', 'subjects', 'examSets'].includes(key);

/**
 * Checks an item before it is published, with or without the drafts inside. The key begins with `courses`, which every
 * change under a course invalidates.
 */
export const buildPreflightQuery = (resource: AnyResource, place: Place, drafts = true) =>
	queryOptions({
		queryKey: ['courses', 'preflight', resource.key, place, drafts],
		queryFn: fetchData<Preflight>(
			`${buildItemPathBelowApi(resource, place)}/preflight${drafts ? '' : '?drafts=false'}`,
		),
	});
