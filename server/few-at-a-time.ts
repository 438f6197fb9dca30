/** Enough to hide the latency of an fsync, or of an answer of a remote store. */
const AT_ONCE = 8;

/**
 * Runs `work` on each item, `atOnce` at a time. After a failure it starts no more, and rejects once the running ones
 * have ended.
 */
export const fewAtATime = async <T>(
	all: AsyncIterable<T> | Iterable<T>,
	work: (one: T) => Promise<void>,
	atOnce = AT_ONCE,
) => {
	const source = (async function* () {
		yield* all;
	})();
	let failed = false;
	const next = async () => {
		for (let one = await source.next(); !one.done && !failed; one = await source.next())
			await work(one.value).catch((error) => {
				failed = true;
				throw error;
			});
	};
	for (const end of await Promise.allSettled(Array.from({ length: atOnce }, next)))
		if (end.status === 'rejected') throw end.reason;
};
