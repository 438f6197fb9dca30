import { folded } from '#shared/contract/fields.ts';
import type { Entry } from './entry.ts';

/** Maximum number of entries; more would push the server's results out of view. */
const AT_MOST = 6;

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
	const begins = ({ name }: Entry) => folded(name).startsWith(folded(text));
	return [...matches.filter(begins), ...matches.filter((entry) => !begins(entry))].slice(
		0,
		AT_MOST,
	);
};
