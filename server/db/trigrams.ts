/** A text as a phrase of SQLite's full-text search: over trigrams, whatever contains it, to the letter. */
export const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
