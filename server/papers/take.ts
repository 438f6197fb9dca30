/** Stands where something was taken out, so that what stood beside it does not grow together. */
export const GAP = ' ; ';

/** What a pattern finds in a text, and the text without it. */
export const take = (
	text: string,
	pattern: RegExp,
): { found: RegExpMatchArray[]; rest: string } => {
	const found = [...text.matchAll(pattern)];
	return { found, rest: found.length > 0 ? text.replace(pattern, GAP) : text };
};

/** Each value once, in order. */
export const once = <T>(values: Iterable<T>): T[] => [...new Set(values)];
