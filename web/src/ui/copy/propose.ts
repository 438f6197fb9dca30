import { proposedCopy } from '#shared/contract/copies.ts';
import { folded } from '#shared/contract/fields.ts';

/** What is copied: of some kinds there is one a year. */
export interface Source {
	id: string;
	name: string;
	year?: number;
}

/** Whether one of these names is this name, to people. */
export const isTaken = (name: string, names: readonly string[]) =>
	names.some((each) => folded(each) === folded(name));

/**
 * What a copy is called and of which year it is among others of these names: the first year after whose name is
 * free, or else the first number. `instead` is the name that the proposal would have had, where that is taken.
 */
export const proposeCopy = (source: Source, names: readonly string[]) => {
	const first = proposedCopy(source);
	let proposal = first;
	while (proposal.year !== undefined && isTaken(proposal.name, names)) {
		const next = proposedCopy(source, proposal.year + 1);
		if (next.name === proposal.name) break;
		proposal = next;
	}
	for (let number = 2; isTaken(proposal.name, names); number++)
		proposal = { ...first, name: `${first.name} (${number})` };
	return { ...proposal, ...(proposal.name !== first.name && { instead: first.name }) };
};
