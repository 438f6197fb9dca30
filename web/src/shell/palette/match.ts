import { folded } from '#shared/contract/fields.ts';
import type { Entry } from './entry.ts';

/** Maximum number of entries; more would push the server's results out of view. */
const ENTRIES_MAX = 6;

const wordsOf = (text: string) =>
	folded(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/**
 * Returns the entries in which each word of the text begins a word, in their order, but first those whose name begins
 * with the text; all entries for an empty text.
 */
export const matching = (entries: readonly Entry[], text: string): readonly Entry[] => {
	const typed = wordsOf(text);
	if (typed.length === 0) return text === '' ? entries : [];
	const matches = entries.filter(({ name, words = '' }) => {
		const entryWords = wordsOf(`${name} ${words}`);
		return typed.every((word) => entryWords.some((each) => each.startsWith(word)));
	});
	const nameBegins = ({ name }: Entry) => folded(name).startsWith(folded(text));
	return [...matches.filter(nameBegins), ...matches.filter((entry) => !nameBegins(entry))].slice(
		0,
		ENTRIES_MAX,
	);
};
