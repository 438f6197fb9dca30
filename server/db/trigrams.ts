/** A text shorter than this many characters has no trigram. */
const SHORTEST = 3;

/** Whether a text has any trigram at all. */
export const hasTrigrams = (text: string) => [...text].length >= SHORTEST;

/** A text as a phrase of SQLite's full-text search: over trigrams, whatever contains it, to the letter. */
export const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
