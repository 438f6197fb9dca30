/**
 * Does a piece of work again and again until there is none left, or until the signal: others have their turn
 * between two. `work` resolves to how much it did. Resolves to how much that was in all.
 */
export const untilNone = async (work: () => Promise<number>, signal: AbortSignal) => {
	let all = 0;
	for (let done = 1; done > 0 && !signal.aborted; all += done) done = await work();
	return all;
};
