/** Returns a function that runs work one after another, for work that has a whole file in memory. */
export const makeTurns = () => {
	let last: Promise<unknown> = Promise.resolve();
	return <T>(work: () => Promise<T>): Promise<T> => {
		const mine = last.then(work);
		last = mine.catch(() => {});
		return mine;
	};
};
