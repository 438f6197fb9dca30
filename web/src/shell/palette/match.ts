import { folded } from '#shared/contract/fields.ts';
import type { Entry } from './entry.ts';

/** More would push what the server finds out of sight. */
const AT_MOST = 6;

const wordsOf = (text: string) =>
	folded(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/**
 * Lines of which every word of a text begins a word, in their order, those first whose name begins with the
 * text; of no text all of them.
 */
export const matching = (entries: readonly Entry[], text: string): readonly Entry[] => {
	const typed = wordsOf(text);
	if (typed.length === 0) return text === '' ? entries : [];
	const found = entries.filter(({ name, words = '' }) => {
		const there = wordsOf(`${name} ${words}`);
		return typed.every((word) => there.some((each) => each.startsWith(word)));
	});
	const begins = ({ name }: Entry) => folded(name).startsWith(folded(text));
	return [...found.filter(begins), ...found.filter((entry) => !begins(entry))].slice(0, AT_MOST);
};
