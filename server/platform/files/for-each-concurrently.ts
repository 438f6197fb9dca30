/** Enough to hide the latency of an fsync, or of an answer of a remote store. */
const CONCURRENCY = 8;

/**
 * Runs `work` on each item, `concurrency` at a time. After a failure it starts no more, and rejects once the running ones
 * have ended.
 */
export const forEachConcurrently = async <T>(
	items: AsyncIterable<T> | Iterable<T>,
	work: (item: T) => Promise<void>,
	concurrency = CONCURRENCY,
) => {
	const source = (async function* () {
		yield* items;
	})();
	let failed = false;
	const next = async () => {
		for (let one = await source.next(); !one.done && !failed; one = await source.next())
			await work(one.value).catch((error) => {
				failed = true;
				throw error;
			});
	};
	for (const end of await Promise.allSettled(Array.from({ length: concurrency }, next)))
		if (end.status === 'rejected') throw end.reason;
};
