/** A text shorter than this many characters has no trigram. */
const SHORTEST = 3;

/** Whether a text has any trigram at all. */
export const hasTrigrams = (text: string) => [...text].length >= SHORTEST;

/** Each three characters in a row of a text of ASCII, once. */
export const trigrams = (text: string) => [
	...new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + SHORTEST))),
];

/** A text as a phrase of SQLite's full-text search: over trigrams, whatever contains it, to the letter. */
export const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
