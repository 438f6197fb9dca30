import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { resources } from '#shared/contract/content/resources.ts';
import { EDITORS_DELETE } from '#shared/contract/platform/access.ts';
import type { Place } from '../../api/cached-rows.ts';
import { buildPreflightQuery, isChecked } from '../../api/preflight.ts';
import { readStats, useChangeLock, usePublishLock } from '../page/editors-only.ts';

/**
 * Returns why an author may not delete the item of a page, also for a draft that has published items inside. Lists do
 * not know these: there, the server refuses.
 */
export const useDeleteLock = (resource: AnyResource, place: Place, item: { id: string }) => {
	const lock = useChangeLock(item);
	const isAuthor = usePublishLock() !== undefined;
	const { data } = useQuery({
		...buildPreflightQuery(resource, { ...place, [resource.param]: item.id }),
		enabled: isAuthor && isChecked(resource),
	});
	const stats = readStats(item);
	const inside = Object.values(resources)
		.filter(({ path }) => path.includes(`:${resource.param}/`))
		.reduce((sum, { param }) => sum + (stats[param.replace(/Id$/, 'Count')] ?? 0), 0);
	return lock ?? (isAuthor && data && inside > data.drafts ? EDITORS_DELETE : undefined);
};
