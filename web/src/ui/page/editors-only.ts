import { EDITORS_CHANGE, EDITORS_PUBLISH } from '#shared/contract/access.ts';
import { useMay } from '../../api/account.ts';

/** Returns whether a field publishes its item: `published`, `isPublished` or `is_published`. */
export const isPublishField = (name: string) => /^(is_?)?published$/i.test(name);

/** Returns whether an item is published. A course is, if not all items in it are drafts. */
const isPublished = (item: object) => {
	const { drafts, ...counts } = (item as { stats?: Record<string, number> }).stats ?? {};
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
