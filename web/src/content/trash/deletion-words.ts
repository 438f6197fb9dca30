import { now } from '#shared/clock.ts';
import { bySlug } from '#shared/contract/content/resources.ts';
import type { Deletion } from '#shared/contract/content/trash.ts';
import { toDayNumber } from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import { joinParts, listCounts } from '../../platform/ui/format/counted.ts';

/** Returns the label of a deletion's kind: 'Exam Set'. */
export const getDeletionLabel = ({ kind }: Pick<Deletion, 'kind'>) => bySlug[kind].label;

/** Returns the name of a deleted item, or its kind. */
export const getDeletionName = ({ name, kind }: Pick<Deletion, 'name' | 'kind'>) =>
	name ?? bySlug[kind].label;

/** Returns 'with 9 topics'; '' if nothing was deleted with the item. */
export const describeCounts = ({ counts }: Pick<Deletion, 'counts'>) => {
	const things = joinParts(listCounts(counts));
	return things && `with ${things}`;
};

/** Returns '29 days left', by the calendar of East Africa. */
export const formatTimeLeft = ({ until }: Pick<Deletion, 'until'>, at = now()) => {
	const days = toDayNumber(Date.parse(until)) - toDayNumber(at);
	if (days < 1) return 'Last day';
	return `${formatCount(days, 'day')} left`;
};
