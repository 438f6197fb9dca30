import { type CopySource, deriveCopy } from '#shared/contract/content/copies.ts';
import type { Series } from '#shared/contract/content/exam-sets.ts';
import { foldCase } from '#shared/contract/platform/fields.ts';

/** The item to copy. */
export interface Source extends CopySource {
	id: string;
	/** The year and series of the copy, unless it is the same series a year later. */
	next?: { year: number; series: Series | null };
}

/** Returns whether the name is taken, ignoring case. */
export const isTaken = (name: string, names: readonly string[]) =>
	names.some((each) => foldCase(each) === foldCase(name));

/**
 * Proposes the name, year and series of a copy: the first year whose name is free among `names`, else a number after
 * the name. `instead` is the name of the first proposal, if it is taken.
 */
export const proposeCopy = (source: Source, names: readonly string[]) => {
	const first = deriveCopy(source, source.next);
	let proposal = first;
	while (proposal.year !== undefined && isTaken(proposal.name, names)) {
		const next = deriveCopy(source, { ...source.next, year: proposal.year + 1 });
		if (next.name === proposal.name) break;
		proposal = next;
	}
	for (let number = 2; isTaken(proposal.name, names); number++)
		proposal = { ...first, name: `${first.name} (${number})` };
	return { ...proposal, ...(proposal.name !== first.name && { instead: first.name }) };
};
