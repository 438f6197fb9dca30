/** As long as a revocation may go unheard by a server that did not make it. */
const KEPT_MS = 900;
const MAX = 10_000;

/**
 * Remembers what `find` found under a name for a little less than a second, so that a burst of
 * requests asks the database once. Twins that ask at once share one answer. `forget` is for what this
 * server itself has changed. By a clock that nobody sets back: an ended session would live on until then.
 * One topic by session has 0.36 of the floor's speed by it and 0.15 without (docs/decisions/0012);
 * without `known.set` each request asks.
 */
export const rememberBriefly = <T>(find: (name: string) => Promise<T>) => {
	const known = new Map<string, { at: number; found: Promise<T> }>();
	return {
		get: (name: string): Promise<T> => {
			const entry = known.get(name);
			if (entry && performance.now() - entry.at < KEPT_MS) return entry.found;
			if (known.size >= MAX) known.clear();
			const found = find(name);
			known.set(name, { at: performance.now(), found });
			// A failure is not an answer.
			found.catch(() => known.delete(name));
			return found;
		},
		forget: () => known.clear(),
	};
};
