import type { Attachment } from './attachments.ts';
import { entities, type Kind, type Reference } from './entities.ts';
import { placeName } from './report.ts';

/** A row that has passed, or that others may refer to although it has not. */
export interface Candidate {
	kind: Kind;
	file: string;
	row: number;
	refused: boolean;
	parent: Candidate | undefined;
	/** The row that it is about besides its parent: the subject of a past paper. */
	about: Candidate | undefined;
	attachment: Attachment | undefined;
	/** The input of its create call, but for ids and for the link to its own file. */
	input: Record<string, unknown>;
}

/** The rows met so far, by their keys. */
export interface References {
	/** Takes a key for a row; says why not when another has it. */
	claim: (candidate: Candidate, key: unknown) => string | undefined;
	/** The row that a cell refers to; told to `refuse` when there is none, or none that is accepted. */
	resolve: (
		reference: Reference,
		cell: unknown,
		refuse: (message: string) => void,
	) => Candidate | undefined;
}

/** Keys compare as trimmed text, so that 7 in a sheet and 7 in JSON are one key. */
const textOf = (cell: unknown) =>
	cell === undefined || cell === null
		? ''
		: (typeof cell === 'string' ? cell : JSON.stringify(cell)).trim().normalize('NFC');

export const references = (): References => {
	const rows = new Map<string, Candidate>();
	const nameOf = (kind: Kind, key: string) => `${kind} ${key}`;
	return {
		claim: (candidate, cell) => {
			const key = textOf(cell);
			const name = nameOf(candidate.kind, key);
			const first = rows.get(name);
			if (first) return `The key “${key}” is already that of ${placeName(first)}`;
			if (key !== '') rows.set(name, candidate);
			return undefined;
		},
		resolve: ({ kind }, cell, refuse) => {
			const key = textOf(cell);
			const { label } = entities[kind].resource;
			const noun = label.toLowerCase();
			const found = rows.get(nameOf(kind, key));
			if (key === '') refuse(`${label} is required`);
			else if (!found) refuse(`There is no ${noun} with the key “${key}”`);
			else if (found.refused) refuse(`Its ${noun} “${key}” (${placeName(found)}) is refused`);
			return found;
		},
	};
};
