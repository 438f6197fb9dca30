/** Upper bound of the words of a query. The rest of a longer pasted sentence is ignored. */
const WORDS_MAX = 12;
/** Shortest word that makes a query search texts; without one, only names are searched. */
const QUERY_WORD_MIN = 3;
/** Minimum length of the last word for a prefix match; shorter prefixes match too many words. */
const PREFIX_MIN = 4;

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the words of a query in lower case; none if all are too short. */
export const readQueryWords = (text: string): string[] => {
	const words = (text.toLowerCase().match(WORD) ?? []).slice(0, WORDS_MAX);
	return words.some((word) => word.length >= QUERY_WORD_MIN) ? words : [];
};

const isPrefix = (words: readonly string[]) => (words.at(-1)?.length ?? 0) >= PREFIX_MIN;

/** Stop words. */
const STOP_WORDS = new Set(
	'a an and any are as at be by for from in is it of on or that the to with'.split(' '),
);

/**
 * Returns the words without stop words, but keeps the last word, which may be a prefix. Returns all words if all are
 * stop words.
 */
const removeStopWords = (words: readonly string[]) => {
	const some = words.filter((word, n) => n === words.length - 1 || !STOP_WORDS.has(word));
	return some.some((word) => !STOP_WORDS.has(word)) ? some : words;
};

/** Returns the FTS5 query of words, next to each other or anywhere on a page. */
export const buildSqliteMatch = (words: readonly string[], sideBySide: boolean) => {
	const last = isPrefix(words) ? '*' : '';
	if (sideBySide) return `"${words.join(' ')}"${last}`;
	const some = removeStopWords(words);
	return some.map((word, n) => `"${word}"${n === some.length - 1 ? last : ''}`).join(' AND ');
};

/** Returns the `to_tsquery` query of words. */
export const buildPostgresMatch = (words: readonly string[], sideBySide: boolean) =>
	`${sideBySide ? words.join(' <-> ') : removeStopWords(words).join(' & ')}${isPrefix(words) ? ':*' : ''}`;

/** A part of a text with its matches. */
export interface Snippet {
	text: string;
	/** Start and end of each match in `text`, in UTF-16 units. */
	marks: [number, number][];
}

const SHOWN = 160;
const BEFORE = 30;

const findMarks = (text: string, words: readonly string[]): [number, number][] => {
	const alone = `(?<![\\p{L}\\p{N}])`;
	const ends = `(?![\\p{L}\\p{N}])`;
	const last = isPrefix(words) ? '[\\p{L}\\p{N}]*' : '';
	const each = words.map((word, n) => `${word}${n === words.length - 1 ? last : ''}`);
	const phrase = `${each.join('[^\\p{L}\\p{N}]+')}`;
	const pattern = new RegExp(`${alone}(?:${[phrase, ...each].join('|')})${ends}`, 'giu');
	return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => [index, index + length]);
};

/**
 * Returns the best match: the longest, which has all words next to each other, or else the one followed by most others.
 */
const pickBest = (marks: readonly [number, number][]) => {
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

/** Returns the part of a page with the best matches, cut at words. */
export const cutSnippet = (page: string, words: readonly string[]): Snippet => {
	const marks = findMarks(page, words);
	const [markStart = 0] = pickBest(marks) ?? [];
	const from = markStart <= BEFORE ? 0 : page.indexOf(' ', markStart - BEFORE) + 1;
	const end = from + SHOWN >= page.length ? page.length : page.lastIndexOf(' ', from + SHOWN);
	const to = end > markStart ? end : Math.min(page.length, from + SHOWN);
	const ellipsis = from > 0 ? '… ' : '';
	return {
		text: `${ellipsis}${page.slice(from, to)}${to < page.length ? ' …' : ''}`,
		marks: marks
			.filter(([first, last]) => first >= from && last <= to)
			.map(([first, last]) => [first - from + ellipsis.length, last - from + ellipsis.length]),
	};
};
