/** Characters without a width: soft hyphens, zero-width spaces and joiners, text direction marks, tags. */
const INVISIBLE = /\p{Cf}/gu;
/** All characters that keyboards and phones use as an apostrophe. */
const APOSTROPHE = /['’‘‛ʼʻʹ′`´＇]/g;
const DASH = /[\p{Pd}−]/gu;
const SLASH = /[⁄∕／]/g;
const WORD = /[\p{L}\p{N}]+/gu;
/** A word, or several that dashes join. */
const TERM = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
/** Initials with dots: `p.l.c.`. */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;
/** Words that dashes join: `pre-stressed`. Digits alone are codes and ranges. */
const COMPOUND = /(?=[\d-]*\p{L})[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;
/** Two or three groups of digits with a separator, such as `2521/301` or `1807-301-2`. */
const CODE = /(?<![\p{L}\p{N}])\d{3,4}(?:\s?[/:-]\s?\d{1,3}[a-z]?){1,2}(?![\p{L}\p{N}])/gu;

/** English months by their Swahili names. */
const SWAHILI_MONTHS: Readonly<Record<string, string>> = {
	januari: 'january',
	februari: 'february',
	machi: 'march',
	aprili: 'april',
	mei: 'may',
	juni: 'june',
	julai: 'july',
	agosti: 'august',
	septemba: 'september',
	oktoba: 'october',
	novemba: 'november',
	desemba: 'december',
};
const ENGLISH_MONTHS = Object.fromEntries(
	Object.entries(SWAHILI_MONTHS).map(([swahili, english]) => [english, swahili]),
);

/**
 * Returns a text folded for search and sort: lower case, no accents or apostrophes, one kind of dash, slash and space
 * (decision 0089).
 */
export const foldText = (text: string) =>
	text
		.replace(APOSTROPHE, '')
		.toLowerCase()
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.replace(INVISIBLE, '')
		.replace(DASH, '-')
		.replace(SLASH, '/')
		.replace(/\s+/g, ' ')
		.trim();

/** Folds a text; initials become one word: `plc`. */
const foldInitials = (text: string) =>
	foldText(text).replace(INITIALS, (initials) => initials.replaceAll('.', ''));

/** Returns the words of a text, folded; every other character separates them. */
export const splitWords = (text: string): string[] => foldInitials(text).match(WORD) ?? [];

/** Returns the text with compounds as one word: `prestressed`. */
const joinCompounds = (text: string) =>
	foldInitials(text).replace(COMPOUND, (compound) => compound.replaceAll('-', ''));

/** Returns a text's words in their two spellings, if compounds have one: `wi fi` and `wifi`. */
export const listPhrases = (text: string): string[] => [
	...new Set([text, joinCompounds(text)].map((each) => splitWords(each).join(' '))),
];

/** Returns the words of a query, with `and` for `&`. */
const splitQuery = (query: string): string[] => splitWords(query.replaceAll('&', ' and '));

/**
 * Returns the search document of texts: distinct words between spaces, codes without separators, months in both
 * languages.
 */
export const searchDocument = (texts: readonly (string | number | null | undefined)[]): string => {
	const given = texts.filter((text) => text !== null && text !== undefined).map(String);
	const words = given.flatMap(splitQuery);
	const compounds = given.flatMap((text) => joinCompounds(text).match(WORD) ?? []);
	const codes = given.flatMap((text) =>
		(foldText(text).match(CODE) ?? []).map((code) => code.replace(/[^\p{L}\p{N}]/gu, '')),
	);
	const months = words.flatMap((word) => SWAHILI_MONTHS[word] ?? ENGLISH_MONTHS[word] ?? []);
	const distinct = [...new Set([...words, ...compounds, ...codes, ...months])];
	return distinct.length > 0 ? ` ${distinct.join(' ')} ` : '';
};

/** Marks the end of the name in a search text. No word contains this character. */
export const NAME_END = '|';

/**
 * Returns the search text of an item: the words of its name in order, in each spelling, then all words of the name and of
 * other texts.
 */
export const buildSearchText = (name: string, others: readonly (string | number | null)[] = []) => {
	const names = listPhrases(name).map((phrase) => ` ${phrase} ${NAME_END}`);
	return `${names.join('')}${searchDocument([name, ...others])}`;
};

/** Returns a code without its separators: `2521/303` and `2521 303` are `2521303`. */
export const toCodeKey = (code: string) => splitWords(code).join('');

/**
 * Returns what a query asks for, without duplicates: each entry lists alternatives, each with the words that it needs.
 * A compound has two: `wifi`, or `wi` and `fi`.
 */
export const listTerms = (query: string): string[][][] => {
	const terms = foldInitials(query.replaceAll('&', ' and ')).match(TERM) ?? [];
	return [...new Set(terms)].map((term) => {
		const words = term.match(WORD) ?? [];
		const joined = joinCompounds(term);
		return joined === term ? [words] : [words, [joined]];
	});
};

/** Returns whether a search document has what a query asks for. Each word starts a word of the document. */
export const hasAllWords = (document: string, query: string) =>
	listTerms(query).every((alternatives) =>
		alternatives.some((words) => words.every((word) => document.includes(` ${word}`))),
	);
