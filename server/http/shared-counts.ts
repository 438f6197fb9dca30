/**
 * Tells all servers what this one has counted of something, within a time of `per` milliseconds that begins
 * with the first of all; answers with what all have counted, and in how many milliseconds that time is over.
 */
export type Exchange = (
	counted: readonly { name: string; n: number; per: number }[],
) => Promise<{ name: string; n: number; left: number }[]>;

/** How long others may not know what this server has counted … */
const TELL_MS = 1_000;
/** … unless that is more than this part of a limit. */
const PART = 1 / 20;

interface Entry {
	/** What all servers have counted, as far as this one was told; its own included. */
	told: number;
	/** What it has counted since. */
	own: number;
	per: number;
	endsAt: number;
}

/**
 * Counts of this process that are also those of all others, without a question to the database for each:
 * every second, or as soon as a twentieth of a limit has been used up, the processes tell each other
 * what they counted; who uses up a tenth before that is done waits for it. So a limit is exceeded by a
 * tenth for each other process at most. While the database does not answer each counts for itself, and
 * so does the only one, which has no exchange. `remembered` is how many names are kept. It goes by a
 * clock that nobody sets back: a limit of a minute would last until then.
 */
export const openSharedCounts = (exchange: Exchange | undefined, remembered: number) => {
	const entries = new Map<string, Entry>();
	const untold = new Map<string, Entry>();
	let timer: NodeJS.Timeout | undefined;
	let telling: Promise<void> | undefined;
	let alone = exchange === undefined;

	const exchangeAll = async (tellAll: Exchange) => {
		const sent = [...untold].map(([name, entry]) => ({ name, entry, n: entry.own }));
		untold.clear();
		try {
			const sums = await tellAll(sent.map(({ name, entry, n }) => ({ name, n, per: entry.per })));
			const byName = new Map(sums.map((sum) => [sum.name, sum]));
			const now = performance.now();
			for (const { name, entry, n } of sent) {
				const sum = byName.get(name);
				if (!sum) continue;
				entry.own -= n;
				entry.told = sum.n;
				entry.endsAt = now + sum.left;
			}
			alone = false;
		} catch {
			// Whether it was added is not known. What is told twice turns somebody away too early, once.
			for (const { name, entry } of sent) if (entries.get(name) === entry) untold.set(name, entry);
			alone = true;
		}
	};
	/** Tells what there is; while that is under way, resolves with it. */
	const tell = () => {
		clearTimeout(timer);
		timer = undefined;
		if (exchange === undefined) return;
		telling ??= exchangeAll(exchange).finally(() => {
			telling = undefined;
			if (untold.size > 0) timer ??= setTimeout(tell, TELL_MS).unref();
		});
		return telling;
	};

	const entryOf = (name: string, per: number, now: number) => {
		const known = entries.get(name);
		if (known && now < known.endsAt) return known;
		if (known) entries.delete(name);
		else if (entries.size >= remembered) entries.delete(entries.keys().next().value as string);
		const entry = { told: 0, own: 0, per, endsAt: now + per };
		entries.set(name, entry);
		// What belonged to a time that is over is nobody's concern any more.
		untold.delete(name);
		return entry;
	};

	return {
		/** Counts one, unless `max` are used up; says how many that makes, and when the time is over. */
		count: async (name: string, per: number, max: number) => {
			for (;;) {
				const now = performance.now();
				const entry = entryOf(name, per, now);
				const current = entry.told + entry.own + 1;
				if (current > max) return { current, ttl: entry.endsAt - now };
				if (!alone && entry.own >= 2 * max * PART) {
					await tell();
					continue;
				}
				entry.own++;
				const counted = { current, ttl: entry.endsAt - now };
				if (exchange === undefined) return counted;
				untold.set(name, entry);
				if (!alone && entry.own >= max * PART) void tell();
				else if (!telling) timer ??= setTimeout(tell, TELL_MS).unref();
				return counted;
			}
		},
		/** Tells what is left to tell; for the end of the server. */
		close: async () => {
			await telling;
			if (untold.size > 0) await tell();
			clearTimeout(timer);
		},
	};
};
