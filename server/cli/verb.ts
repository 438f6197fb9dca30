/** A verb that was called in a way it does not understand; the message says how. */
export class UsageError extends Error {}

/** One thing that `ufundi` does. */
export interface Verb {
	/** How it is called, without `ufundi`, and what its options mean. */
	usage: string;
	/** Resolves to the exit code. */
	run: (args: string[]) => Promise<number>;
}
