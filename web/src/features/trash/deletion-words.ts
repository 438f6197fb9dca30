import { byWord } from '#shared/contract/resources.ts';
import type { Deletion } from '#shared/contract/trash.ts';
import { dayOf } from '#shared/east-africa-time.ts';
import { numberOf } from '#shared/grouped.ts';
import { countedResources, joined } from '../../ui/counted.ts';

/** Returns the label of a deletion's kind: 'Exam set'. */
export const labelOf = ({ kind }: Pick<Deletion, 'kind'>) => byWord[kind].label;

/** Returns the name of a deleted item, or its kind. */
export const nameOf = ({ name, kind }: Pick<Deletion, 'name' | 'kind'>) =>
	name ?? byWord[kind].label;

/** Returns 'with 9 topics'; '' if nothing was deleted with the item. */
export const wentWith = ({ counts }: Pick<Deletion, 'counts'>) => {
	const things = joined(countedResources(counts));
	return things && `with ${things}`;
};

/** Returns '29 days left', by the calendar of East Africa. */
export const timeLeft = ({ until }: Pick<Deletion, 'until'>, now = Date.now()) => {
	const days = dayOf(Date.parse(until)) - dayOf(now);
	if (days < 1) return 'Last day';
	return `${numberOf(days, 'day')} left`;
};
