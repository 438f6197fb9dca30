import { foldCase } from '#shared/contract/platform/fields.ts';

const SMALL = new Set('and of in the for to a an with on'.split(' '));
const NUMBER = /^(?:i{1,3}|iv|v|vi|\d{1,2})$/;
/** Words in most names or files, which do not identify a course. */
const COMMON = new Set(
	'diploma craft certificate artisan higher course option module level stage paper theory knec cdacc'.split(
		' ',
	),
);

/** Returns the significant words of a name: folded, without numbers, small words and plural endings. */
const splitWords = (text: string) =>
	foldCase(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '' && !SMALL.has(word) && !NUMBER.test(word))
		.map((word) => (word.length > 4 ? word.replace(/s$/, '') : word));

const isSimilar = (one: string, other: string) =>
	one === other ||
	(Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)));

/** An item with a name, and the words of the name. */
export interface Named {
	id: string;
	name: string;
	words: readonly string[];
}

export const addWords = <Row extends { id: string; name: string }>(row: Row): Row & Named => ({
	...row,
	words: splitWords(row.name),
});

/** Scores how well a name matches a text; 0 unless all words of one are in the other. */
const calculateScore = (textWords: readonly string[], words: readonly string[]) => {
	const hits = words.filter((word) => textWords.some((one) => isSimilar(one, word)));
	if (hits.length === 0 || hits.every((word) => COMMON.has(word))) return 0;
	const isWhole = hits.length === words.length;
	const isPart = textWords.every((one) => words.some((word) => isSimilar(one, word)));
	if (!isWhole && !isPart) return 0;
	return hits.length - Math.abs(words.length - textWords.length) / 100;
};

/** Returns the items that match a text best: several only if they score the same. */
export const findByWords = <Item extends Named>(text: string, items: readonly Item[]): Item[] => {
	const textWords = splitWords(text);
	let bestScore = 0;
	let bestItems: Item[] = [];
	for (const item of items) {
		const score = calculateScore(textWords, item.words);
		if (score === 0 || score < bestScore) continue;
		bestItems = score > bestScore ? [item] : [...bestItems, item];
		bestScore = score;
	}
	return bestItems;
};

/** Returns the items whose name has the same words as a text; of several, the one that has its numbers too. */
export const findNamesakes = <Item extends Named>(text: string, items: readonly Item[]): Item[] => {
	const sought = splitWords(text).join(' ');
	const namesakes = sought === '' ? [] : items.filter(({ words }) => words.join(' ') === sought);
	const exact = namesakes.filter(({ name }) => foldCase(name) === foldCase(text));
	return exact.length > 0 ? exact : namesakes;
};

/** Returns the words that distinguish a course from others. */
export const splitCourseWords = (name: string) => {
	const words = splitWords(name.replace(/\(.*?\)/g, ' ')).filter((word) => !COMMON.has(word));
	return words.length > 0 ? words : splitWords(name);
};

/** Returns whether a text has the initials of a course as a word: ICT for Information Communication Technology. */
export const hasInitials = (text: string, words: readonly string[]) => {
	const initials = words.map((word) => word[0]).join('');
	return (
		initials.length >= 3 &&
		foldCase(text)
			.split(/[^\p{L}]+/u)
			.includes(initials)
	);
};
