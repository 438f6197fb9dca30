import { type CopySource, proposedCopy } from '#shared/contract/copies.ts';
import type { Series } from '#shared/contract/exam-sets.ts';
import { folded } from '#shared/contract/fields.ts';

/** What is copied. */
export interface Source extends CopySource {
	id: string;
	/** What the copy is of, where that is not the same series of the year after. */
	next?: { year: number; series: Series | null };
}

/** Whether one of these names is this name, to people. */
export const isTaken = (name: string, names: readonly string[]) =>
	names.some((each) => folded(each) === folded(name));

/**
 * What a copy is called and of which year and series it is among others of these names: the first year whose name
 * is free, or else the first number. `instead` is the name that the proposal would have had, where that is taken.
 */
export const proposeCopy = (source: Source, names: readonly string[]) => {
	const first = proposedCopy(source, source.next);
	let proposal = first;
	while (proposal.year !== undefined && isTaken(proposal.name, names)) {
		const next = proposedCopy(source, { ...source.next, year: proposal.year + 1 });
		if (next.name === proposal.name) break;
		proposal = next;
	}
	for (let number = 2; isTaken(proposal.name, names); number++)
		proposal = { ...first, name: `${first.name} (${number})` };
	return { ...proposal, ...(proposal.name !== first.name && { instead: first.name }) };
};
