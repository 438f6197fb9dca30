/** A sentence with more words is cut: whoever pastes one looks for its beginning. */
const WORDS_MAX = 12;
/** A text without any word of so many letters is looked for in names only. */
const TELLING = 3;
/** The last word may be the beginning of one from so many characters on; shorter ones begin too many. */
const BEGINNING = 4;

const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text that is looked for, folded; none where they say too little. */
export const askedWords = (text: string): string[] => {
	const words = (text.toLowerCase().match(WORD) ?? []).slice(0, WORDS_MAX);
	return words.some((word) => word.length >= TELLING) ? words : [];
};

const isBegun = (words: readonly string[]) => (words.at(-1)?.length ?? 0) >= BEGINNING;

/** They stand on every page, and tell none from another. */
const EVERYWHERE = new Set(
	'a an and any are as at be by for from in is it of on or that the to with'.split(' '),
);

/** The words by which pages are told apart: all, where there are no others than those of every page. */
const telling = (words: readonly string[]) => {
	const some = words.filter((word, n) => n === words.length - 1 || !EVERYWHERE.has(word));
	return some.some((word) => !EVERYWHERE.has(word)) ? some : words;
};

/** Returns the FTS5 query of words, next to each other or anywhere on a page. */
export const sqliteMatch = (words: readonly string[], sideBySide: boolean) => {
	const last = isBegun(words) ? '*' : '';
	if (sideBySide) return `"${words.join(' ')}"${last}`;
	const some = telling(words);
	return some.map((word, n) => `"${word}"${n === some.length - 1 ? last : ''}`).join(' AND ');
};

/** Returns the `to_tsquery` query of words. */
export const postgresMatch = (words: readonly string[], sideBySide: boolean) =>
	`${sideBySide ? words.join(' <-> ') : telling(words).join(' & ')}${isBegun(words) ? ':*' : ''}`;

/** A piece of a text with what was looked for in it. */
export interface Snippet {
	text: string;
	/** From where to where in `text`, in UTF-16 units. */
	marks: [number, number][];
}

const SHOWN = 160;
const BEFORE = 30;

const marksIn = (text: string, words: readonly string[]): [number, number][] => {
	const alone = `(?<![\\p{L}\\p{N}])`;
	const ends = `(?![\\p{L}\\p{N}])`;
	const last = isBegun(words) ? '[\\p{L}\\p{N}]*' : '';
	const each = words.map((word, n) => `${word}${n === words.length - 1 ? last : ''}`);
	const whole = `${each.join('[^\\p{L}\\p{N}]+')}`;
	const pattern = new RegExp(`${alone}(?:${[whole, ...each].join('|')})${ends}`, 'giu');
	return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => [index, index + length]);
};

/** The longest mark has all words side by side; without one, the first before which most others stand. */
const bestOf = (marks: readonly [number, number][]) => {
	const near = ([from]: [number, number]) =>
		marks.filter(([other, end]) => other >= from && end <= from + SHOWN - BEFORE);
	const weigh = (mark: [number, number]) =>
		1_000 * (mark[1] - mark[0]) + near(mark).reduce((sum, [from, to]) => sum + to - from, 0);
	return marks
		.slice(0, 200)
		.reduce<[number, number] | undefined>(
			(best, mark) => (best && weigh(best) >= weigh(mark) ? best : mark),
			undefined,
		);
};

/** The part of a page's text that has most of what was looked for, cut at words. */
export const snippetOf = (page: string, words: readonly string[]): Snippet => {
	const marks = marksIn(page, words);
	const [at = 0] = bestOf(marks) ?? [];
	const from = at <= BEFORE ? 0 : page.indexOf(' ', at - BEFORE) + 1;
	const end = from + SHOWN >= page.length ? page.length : page.lastIndexOf(' ', from + SHOWN);
	const to = end > at ? end : Math.min(page.length, from + SHOWN);
	const before = from > 0 ? '… ' : '';
	return {
		text: `${before}${page.slice(from, to)}${to < page.length ? ' …' : ''}`,
		marks: marks
			.filter(([first, last]) => first >= from && last <= to)
			.map(([first, last]) => [first - from + before.length, last - from + before.length]),
	};
};
