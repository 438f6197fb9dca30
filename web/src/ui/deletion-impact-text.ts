import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import { grouped } from '#shared/grouped.ts';

/** '3 subjects', as a list of one; an empty one for none. */
export const counted = (count: number, one: string, many = `${one}s`) =>
	count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`];

/** 'a, b and c'. */
export const joined = (parts: readonly string[]) =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/**
 * What goes with something when it is deleted: 'This also deletes 3 subjects, 41 topics and 12 past
 * papers.' Undefined stands for what could not be found out.
 */
export const deletionImpactText = (impact: DeletionImpact | undefined): string => {
	if (!impact) return 'Everything under it is deleted as well.';
	const gone = joined([
		...counted(impact.subjects, 'subject'),
		...counted(impact.topics, 'topic'),
		...counted(impact.examsets, 'exam set'),
		...counted(impact.pastpapers, 'past paper'),
	]);
	const kept = counted(impact.unlinkedPapers, 'past paper');
	return [
		gone && `This also deletes ${gone}.`,
		...kept.map((papers) => `${papers} will no longer belong to a subject.`),
	]
		.filter(Boolean)
		.join(' ');
};
