import { editsBetween } from '#shared/edits.ts';

/** Words of letters; a number or a code is never put right. */
const WORD = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{M}]{3,}(?![\p{L}\p{N}\p{M}])/gu;
/** Longer ones are allowed two edits. */
const TWO_EDITS_FROM = 8;
/** A sentence with more that nobody knows is no slip of the hand. */
const UNKNOWN_MAX = 4;
/** Other ways to read a search that are tried. */
const READINGS_MAX = 4;

/** The words of a folded text that can be put right, or help to. */
export const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

/** The words nearest to one that nobody knows, the best first: fewest edits, then the same beginning. */
const nearest = (word: string, vocabulary: Iterable<string>): string[] => {
	const most = word.length >= TWO_EDITS_FROM ? 2 : 1;
	const near: { word: string; edits: number; begins: number }[] = [];
	for (const each of vocabulary) {
		const edits = editsBetween(word, each, most);
		if (edits !== undefined) near.push({ word: each, edits, begins: each[0] === word[0] ? 0 : 1 });
	}
	near.sort((a, b) => a.edits - b.edits || a.begins - b.begins || (a.word < b.word ? -1 : 1));
	return near.map((each) => each.word);
};

const isKnown = (word: string, vocabulary: Iterable<string>) => {
	for (const each of vocabulary) if (each.includes(word)) return true;
	return false;
};

/**
 * The ways in which a folded text can be meant that nothing was found for: each word that is in no word of the
 * vocabulary put right, the likeliest first. None where one cannot be, or where all are known.
 */
export const readings = (text: string, vocabulary: ReadonlySet<string>): string[] => {
	const unknown = [...new Set(wordsIn(text))].filter((word) => !isKnown(word, vocabulary));
	if (unknown.length === 0 || unknown.length > UNKNOWN_MAX) return [];
	const right = unknown.map((word) => nearest(word, vocabulary).slice(0, READINGS_MAX));
	const read = (choice: ReadonlyMap<string, string>) =>
		text.replace(WORD, (word) => choice.get(word) ?? word);
	let choices: Map<string, string>[] = [new Map()];
	for (const [at, words] of right.entries())
		choices = words.flatMap((word) =>
			choices.map((choice) => new Map([...choice, [unknown[at] as string, word]])),
		);
	return choices.slice(0, READINGS_MAX).map(read);
};
