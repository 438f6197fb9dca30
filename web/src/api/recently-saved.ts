/** How long a list may take to come on screen after a save. */
const PATIENCE_MS = 10_000;

let last: { id: string; until: number } | undefined;

/** Remembers what was saved last, for the list that shows it next. */
export const setRecentlySaved = (id: string) => {
	last = { id, until: Date.now() + PATIENCE_MS };
};

/** What was saved last, while it is not long ago and no list has shown it. */
export const recentlySaved = () => (last && Date.now() < last.until ? last.id : undefined);

/** Whether this is what was saved last; once only, and not long after. */
export const takeRecentlySaved = (id: string): boolean => {
	if (last?.id !== id) return false;
	const inTime = Date.now() < last.until;
	last = undefined;
	return inTime;
};
