import { folded } from '#shared/contract/fields.ts';

const SMALL = new Set('and of in the for to a an with on'.split(' '));
const NUMBER = /^(?:i{1,3}|iv|v|vi|\d{1,2})$/;
/** Words that most names have, or most files: they tell none from another. */
const COMMON = new Set(
	'diploma craft certificate artisan higher course option module level stage paper theory knec cdacc'.split(
		' ',
	),
);

/** The words of a name by which it is recognised: folded, without numbers, small words and plurals. */
const wordsOf = (text: string) =>
	folded(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '' && !SMALL.has(word) && !NUMBER.test(word))
		.map((word) => (word.length > 4 ? word.replace(/s$/, '') : word));

const fits = (one: string, other: string) =>
	one === other ||
	(Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)));

/** Something with a name, and the words of that. */
export interface Named {
	id: string;
	name: string;
	words: readonly string[];
}

export const named = <Row extends { id: string; name: string }>(row: Row): Row & Named => ({
	...row,
	words: wordsOf(row.name),
});

/** How well a name answers a text: 0 where neither has all words of the other. */
const scoreOf = (asked: readonly string[], words: readonly string[]) => {
	const hits = words.filter((word) => asked.some((one) => fits(one, word)));
	if (hits.length === 0 || hits.every((word) => COMMON.has(word))) return 0;
	const isWhole = hits.length === words.length;
	const isPart = asked.every((one) => words.some((word) => fits(one, word)));
	if (!isWhole && !isPart) return 0;
	return hits.length - Math.abs(words.length - asked.length) / 100;
};

/** Which of these a text means: the best, and others only where they are as good. */
export const meant = <Item extends Named>(text: string, items: readonly Item[]): Item[] => {
	const asked = wordsOf(text);
	let best = 0;
	let found: Item[] = [];
	for (const item of items) {
		const score = scoreOf(asked, item.words);
		if (score === 0 || score < best) continue;
		found = score > best ? [item] : [...found, item];
		best = score;
	}
	return found;
};

/** The words that tell a course from others. */
export const wordsOfCourse = (name: string) => {
	const words = wordsOf(name.replace(/\(.*?\)/g, ' ')).filter((word) => !COMMON.has(word));
	return words.length > 0 ? words : wordsOf(name);
};

/** Whether a text has the first letters of a course's words as a word: ICT of Information Communication Technology. */
export const hasInitials = (text: string, words: readonly string[]) => {
	const initials = words.map((word) => word[0]).join('');
	return (
		initials.length >= 3 &&
		folded(text)
			.split(/[^\p{L}]+/u)
			.includes(initials)
	);
};
