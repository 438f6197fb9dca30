import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import { counted, countedResources, joined } from '../counted.ts';
import { DAY, inEastAfrica } from '../dates/dates.ts';

/**
 * Describes what a deletion includes: 'This also deletes 3 subjects, 41 topics and 12 past papers.' Undefined: the
 * counts could not be loaded.
 */
export const deletionImpactText = (impact: DeletionImpact | undefined): string => {
	if (!impact) return 'This also deletes everything inside.';
	const deleted = joined(countedResources(impact));
	const kept = counted(impact.unlinkedPapers, 'past paper');
	return [
		deleted && `This also deletes ${deleted}.`,
		...kept.map((papers) => `${papers} will no longer belong to a subject.`),
	]
		.filter(Boolean)
		.join(' ');
};

/** Describes until when deleted items can be restored; undefined: the date could not be loaded. */
export const inTrashUntil = (until: string | undefined, several = false): string => {
	const go = several ? 'They go' : 'It goes';
	return until
		? `${go} to the trash and can be restored until ${inEastAfrica(until, DAY)}.`
		: `${go} to the trash and can be restored from there.`;
};
