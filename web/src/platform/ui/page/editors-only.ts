import { EDITORS_CHANGE, EDITORS_PUBLISH } from '#shared/contract/platform/access.ts';
import { useMay } from '../../api/account.ts';

/** Returns whether a field publishes its item: `published`, `isPublished` or `is_published`. */
export const isPublishField = (name: string) => /^(is_?)?published$/i.test(name);

/** Returns the counts of an item. */
export const readStats = (item: object) => (item as { stats?: Record<string, number> }).stats ?? {};

/** Returns whether an item is published. A course is, if not all items in it are drafts. */
const isPublished = (item: object) => {
	const { drafts, ...counts } = readStats(item);
	const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
	if (drafts !== undefined) return total > drafts;
	return Object.entries(item).some(([name, value]) => isPublishField(name) && value === true);
};

/** Returns why an author may not publish; undefined for other roles. */
export const usePublishLock = () => {
	const [mayEdit, mayPublish] = [useMay('content:write'), useMay('content:publish')];
	return mayEdit && !mayPublish ? EDITORS_PUBLISH : undefined;
};

/** Returns why an author may not change an item; undefined for drafts and for other roles. */
export const useChangeLock = (item: object | undefined) =>
	usePublishLock() && item && isPublished(item) ? EDITORS_CHANGE : undefined;

/** Returns why an author may not change `count` items; undefined if one of them is a draft, or not known. */
export const useChangeLockOfAll = (known: readonly object[], count: number) =>
	usePublishLock() && known.length === count && known.every(isPublished)
		? EDITORS_CHANGE
		: undefined;
