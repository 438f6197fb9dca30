import type { Contents } from '#shared/contract/contents.ts';
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
export const inContents = (contents: Contents | undefined): string => {
	if (!contents) return 'Everything under it is deleted as well.';
	const gone = joined([
		...counted(contents.subjects, 'subject'),
		...counted(contents.topics, 'topic'),
		...counted(contents.examsets, 'exam set'),
		...counted(contents.pastpapers, 'past paper'),
	]);
	const kept = counted(contents.unlinkedPapers, 'past paper');
	return [
		gone && `This also deletes ${gone}.`,
		...kept.map((papers) => `${papers} will no longer belong to a subject.`),
	]
		.filter(Boolean)
		.join(' ');
};
