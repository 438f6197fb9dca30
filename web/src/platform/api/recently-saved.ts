/** Time limit for a list to show a saved item. */
const PATIENCE_MS = 10_000;

let last: { id: string; until: number } | undefined;

/** Remembers what was saved last, for the list that shows it next. */
export const setRecentlySaved = (id: string) => {
	last = { id, until: performance.now() + PATIENCE_MS };
};

/** Returns the id of the last saved item until a list shows the item or the time limit passes. */
export const getRecentlySaved = () =>
	last && performance.now() < last.until ? last.id : undefined;

/** Returns whether this item was saved last, once and within the time limit. */
export const takeRecentlySaved = (id: string): boolean => {
	if (last?.id !== id) return false;
	const inTime = performance.now() < last.until;
	last = undefined;
	return inTime;
};
