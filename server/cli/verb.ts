/** Wrong usage of a command. The message says how to call it. */
export class UsageError extends Error {}

/**
 * Returns the subcommand that the arguments name. Throws `UsageError` with `usage` for another name or further
 * arguments.
 */
export const findSubcommand = <Work>(
	works: Readonly<Record<string, Work>>,
	[name = '', ...more]: readonly string[],
	usage: string,
): Work => {
	const work = Object.hasOwn(works, name) ? works[name] : undefined;
	if (!work || more.length > 0) throw new UsageError(usage);
	return work;
};

/** A command of `ufundi`. */
export interface Verb {
	usage: string;
	run: (args: string[]) => Promise<number>;
}

/** Formats a number of bytes: '0.3 MB', '12 GB'. */
export const formatSize = (bytes: number) => {
	const gigabytes = bytes / 1024 ** 3;
	if (gigabytes >= 10) return `${Math.round(gigabytes)} GB`;
	return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
};
