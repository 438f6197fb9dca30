/** A verb that was called in a way it does not understand; the message says how. */
export class UsageError extends Error {}

/** The one of some works that the words of a call name, and nothing besides; fails with `UsageError`, which says what to say. */
export const workIn = <Work>(
	works: Readonly<Record<string, Work>>,
	[name = '', ...more]: readonly string[],
	usage: string,
): Work => {
	const work = Object.hasOwn(works, name) ? works[name] : undefined;
	if (!work || more.length > 0) throw new UsageError(usage);
	return work;
};

/** One thing that `ufundi` does. */
export interface Verb {
	usage: string;
	run: (args: string[]) => Promise<number>;
}

/** A number of bytes as people say it: '0.3 MB', '12 GB'. */
export const sizeText = (bytes: number) => {
	const gigabytes = bytes / 1024 ** 3;
	if (gigabytes >= 10) return `${Math.round(gigabytes)} GB`;
	return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
};
