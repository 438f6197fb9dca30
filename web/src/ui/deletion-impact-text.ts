import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import { type ResourceWord, resources } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';
import { DAY, inEastAfrica } from './dates.ts';

/** '3 subjects', as a list of one; an empty one for none. */
export const counted = (count: number, one: string, many = `${one}s`) =>
	count === 0 ? [] : [`${grouped(count)} ${count === 1 ? one : many}`];

/** 'a, b and c'. */
export const joined = (parts: readonly string[]) =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** '3 subjects', '41 topics': as many of each kind of content as a record says, none left out. */
export const countedResources = (counts: { [Word in ResourceWord]?: unknown }) =>
	Object.values(resources).flatMap(({ word, label, plural }) =>
		counted(Number(counts[word] ?? 0), label.toLowerCase(), plural.toLowerCase()),
	);

/**
 * What goes with something when it is deleted: 'This also deletes 3 subjects, 41 topics and 12 past
 * papers.' Undefined stands for what could not be found out.
 */
export const deletionImpactText = (impact: DeletionImpact | undefined, several = false): string => {
	if (!impact) return `Everything under ${several ? 'them' : 'it'} is deleted as well.`;
	const gone = joined(countedResources(impact));
	const kept = counted(impact.unlinkedPapers, 'past paper');
	return [
		gone && `This also deletes ${gone}.`,
		...kept.map((papers) => `${papers} will no longer belong to a subject.`),
	]
		.filter(Boolean)
		.join(' ');
};

/** Where what is deleted goes, and for how long; undefined stands for what could not be found out. */
export const inTrashUntil = (until: string | undefined, several = false): string => {
	const go = several ? 'They go' : 'It goes';
	return until
		? `${go} to the trash and can be restored until ${inEastAfrica(until, DAY)}.`
		: `${go} to the trash and can be restored from there.`;
};
