import type { DeletionImpact } from '#shared/contract/deletion-impact.ts';
import { counted, countedResources, joined } from '../counted.ts';
import { DAY, inEastAfrica } from '../dates/dates.ts';

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
